// @ts-check
// The new due days of plans whose changes are still under way. The calendar already shows the plans
// there.

export class DueMoves {
  /**
   * @type {Map<string, {day: string, count: number}>} The last new day of each plan, and the number
   * of its changes under way.
   */
  #moves = new Map();

  /** Whether a change of a plan is under way. @param {string} id */
  has(id) { return this.#moves.has(id); }

  /**
   * Returns the due day that is shown for a plan.
   * @param {Card} card @returns {?string | undefined}
   */
  dueOf(card) { return this.#moves.get(card.id)?.day ?? card.due; }

  /**
   * Shows plans on a day while their change is under way.
   * @param {string[]} ids @param {string} day @param {() => Promise<any>} make
   */
  async during(ids, day, make) {
    for (const id of ids) {
      this.#moves.set(id, { day, count: (this.#moves.get(id)?.count ?? 0) + 1 });
    }
    try { return await make(); } finally { for (const id of ids) this.#end(id); }
  }

  /** @param {string} id */
  #end(id) {
    const move = this.#moves.get(id);
    move.count -= 1;
    if (move.count === 0) this.#moves.delete(id);
  }
}
