// The service cannot listen where it should; the message says which setting to change.

export class AddressTakenError extends Error {
  override name = "AddressTakenError";
}
