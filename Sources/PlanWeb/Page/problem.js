// @ts-check
// Why something could not be done.

/** The document of an error, as the server answers it. */
export class Problem extends Error {
  /** @param {{code?: string, message: string, hints?: string[], detail?: string[]}} document */
  constructor({ code, message, hints = [], detail = [] }) {
    super(message);
    this.code = code;
    this.hints = hints;
    this.detail = detail;
  }
}
