// An id of the page's own for what it sends, so that sending it again is the same. Also where the page came without
// TLS, and the browser has no crypto.randomUUID.

export const ownId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
