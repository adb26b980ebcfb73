// The grammar has no rule for this.
ACTION = "read";
STATUS = "unsupported_intent";
answer_text =
  'The built-in planner does not understand this. It knows plain requests such as "round frames in stock", "buy 2 Moon" or "where is my order"; nothing was changed.';
console.log("LOG: not understood");
