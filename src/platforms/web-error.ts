// A refusal with its HTTP status: what `{ error: { code, message } }` is made from.

export class WebError extends Error {
  override name = "WebError";
  readonly status: 400 | 401 | 403 | 404 | 413 | 415;
  readonly code: string;
  constructor(status: WebError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
