// Runs in the page: types into the search, and follows a link so late that the search's timer comes due before the page
// has heard of it.
const wait = window.setTimeout;
const timers = [];

window.setTimeout = (work, ms) => {
  timers.push(work);
  return wait(work, ms);
};

window.typeAndFollow = (words, hash) =>
  new Promise((resolve) => {
    const field = document.querySelector("#search");
    const before = timers.length;
    // As the browser sets it; React listens to the field's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, words);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => {
      location.hash = hash;
      for (const timer of timers.slice(before)) timer();
      resolve();
    });
  });
