// The environment in, whether the long versions of the endurance tests run out.
export const isLong = process.env.ENDURANCE === "1";
