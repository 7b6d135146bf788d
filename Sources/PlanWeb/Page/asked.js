// @ts-check
// What a view requests from the server: once for each state that it shows, and a late answer is
// dropped.

/** @typedef {import('./problem.js').Problem} Problem */

export class Asked {
  /**
   * @type {?string} What was asked last; null if that has failed, so that it can be asked again.
   */
  #key = null;

  /**
   * Asks, and shows the answer if nothing else was asked meanwhile.
   * @template Answer
   * @param {any} about what the answer depends on; the same is not asked twice
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
