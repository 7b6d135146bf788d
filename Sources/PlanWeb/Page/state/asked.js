// @ts-check
// The requests of a view. Each state is requested once, and late answers are ignored.

/** @typedef {import('./problem.js').Problem} Problem */

export class Asked {
  /**
   * @type {?string} The last request; null if it failed, so that it can be repeated.
   */
  #key = null;

  /**
   * Sends a request, and shows the answer unless another request was sent meanwhile.
   * @template Answer
   * @param {any} about what the answer depends on; the same request is not repeated
   * @param {() => Promise<Answer>} read @param {(answer: Answer) => void} show
   * @param {(problem: Problem) => void} fail
   */
  async ask(about, read, show, fail) {
    const key = JSON.stringify(about);
    if (key === this.#key) return;
    this.#key = key;
    try {
      const answer = await read();
      if (key === this.#key) show(answer);
    } catch (problem) {
      if (key !== this.#key) return;
      this.#key = null;
      fail(problem);
    }
  }
}
