// @ts-check
// The error of a failed request.

/** An error with the members of the server's error document. */
export class Problem extends Error {
  /** @param {{code?: string, message: string, hints?: string[], detail?: string[]}} document */
  constructor({ code, message, hints = [], detail = [] }) {
    super(message);
    this.code = code;
    this.hints = hints;
    this.detail = detail;
  }
}
