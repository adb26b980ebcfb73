// Who this browser tab was last used as: the same after it is loaded again.

const key = "tillhand-person";

export const readPerson = (): string | null => sessionStorage.getItem(key);
export const keepPerson = (value: string): void => sessionStorage.setItem(key, value);
