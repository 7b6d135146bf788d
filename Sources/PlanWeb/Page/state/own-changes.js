// @ts-check
// Which plans this page has changed, and when. An answer that was requested before a change does
// not show it.

export class OwnChanges {
  /** The number of changes so far. */
  count = 0;
  /** @type {Map<string, {commit: string, number: number}>} The last change of each plan. */
  #last = new Map();

  /** @param {ChangeDocument} answer */
  note({ changed, commit, plans }) {
    this.count += 1;
    if (changed) for (const id of plans) this.#last.set(id, { commit, number: this.count });
  }

  /**
   * Returns the commit of the last change of a plan; undefined if it was not changed since.
   * @param {string} id @param {number} count the number of changes before
   */
  since(id, count) {
    const last = this.#last.get(id);
    return last && last.number > count ? last.commit : undefined;
  }
}
