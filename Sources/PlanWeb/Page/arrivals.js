// @ts-check
// What others have changed just now, by the ids of plans.

/** How long a card shows who has changed it, in milliseconds. */
export const ARRIVAL = 60_000;

/**
 * A recent change of a plan by somebody else. `from` is its former column; undefined if the plan is
 * new.
 * @typedef {Change & {from: string | undefined, since: number, isFresh: boolean}} Arrival
 */

/** @extends {Map<string, Arrival>} */
export class Arrivals extends Map {
  /**
   * Adds changes of others, and drops old ones.
   * @param {Change[]} changes @param {Map<string, Card>} cards the plans before @param {number} now
   */
  note(changes, cards, now) {
    for (const [id, { since }] of this) if (now - since > ARRIVAL) this.delete(id);
    for (const change of changes) {
      this.set(change.plan,
        { ...change, from: cards.get(change.plan)?.state, since: now, isFresh: true });
    }
  }

  /**
   * Returns the ids of the plans that others have changed since the last call.
   * @returns {string[]}
   */
  takeFresh() {
    const fresh = [...this].filter(([, arrival]) => arrival.isFresh);
    for (const [, arrival] of fresh) arrival.isFresh = false;
    return fresh.map(([id]) => id);
  }
}
