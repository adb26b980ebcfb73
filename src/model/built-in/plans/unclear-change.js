// Not every word was understood, so nothing may be changed.
ACTION = "read";
STATUS = "invalid_request";
answer_text =
  'I have changed nothing, because I am not sure what you would like. One thing at a time in plain words works best, such as "buy 2 Moon", "return 1 Classic" or "cancel order" with its number.';
console.log("LOG: not sure what to change");
