/** The answer to an operation that was refused. */
export function refusal(error) {
  switch (error.code) {
    case "INSUFFICIENT_STOCK":
      return {
        status: "insufficient_stock",
        text: `There are only ${error.available} in stock, so nothing was changed.`,
      };
    case "NOT_FOUND":
      return {
        status: "no_match",
        text: "I could not find that, so nothing was changed. Please check the name or number.",
      };
    case "NOT_ALLOWED":
      return { status: "unsupported_intent", text: "You can do that for yourself only; nothing was changed." };
    case "AMBIGUOUS":
      return { status: "invalid_request", text: "Several customers have that name. Which one do you mean?" };
    case "WRONG_STATE":
      return { status: "invalid_request", text: "That is not possible in its present state, so nothing was changed." };
    case "INVALID_QUANTITY":
    case "INVALID_ARGUMENT":
      return {
        status: "invalid_request",
        text: "That quantity or amount is not possible, so nothing was changed. Which one should it be?",
      };
    default:
      throw error;
  }
}
