// Why a call failed, as a sentence for the person and a code for the page.

export class ApiError extends Error {
  override name = "ApiError";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What no server said: the connection broke or took too long. */
export function connectionError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof DOMException && cause.name === "TimeoutError") {
    return new ApiError("NO_ANSWER", "The shop took too long to answer. Nothing was changed by waiting; try again.");
  }
  return new ApiError(
    "NO_CONNECTION",
    "The shop's server cannot be reached. Check that it is running, then try again.",
  );
}

/** The sentence of `{ error: { code, message } }`, or one from the status where the body is something else. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) {
    return new ApiError(response.status === 401 ? "UNAUTHORIZED" : body.error.code, body.error.message);
  }
  if (response.status === 401) return new ApiError("UNAUTHORIZED", "This page needs the shop's token.");
  return new ApiError(`HTTP_${response.status}`, `The shop's server answered with an error (${response.status}).`);
}

export function isErrorBody(body: unknown): body is { error: { code: string; message: string } } {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string";
}
