// @ts-check
// The latest changes by other people, by plan id.

/** How long a card shows who changed it, in milliseconds. */
export const ARRIVAL = 60_000;

/**
 * A recent change of a plan by another person. `from` is the plan's former column; undefined if the
 * plan is new.
 * @typedef {Change & {from: string | undefined, since: number, isFresh: boolean}} Arrival
 */

/** @extends {Map<string, Arrival>} */
export class Arrivals extends Map {
  /**
   * Adds changes by other people, and removes old ones.
   * @param {Change[]} changes @param {Map<string, Card>} cards the former cards @param {number} now
   */
  note(changes, cards, now) {
    for (const [id, { since }] of this) if (now - since > ARRIVAL) this.delete(id);
    for (const change of changes) {
      this.set(change.plan,
        { ...change, from: cards.get(change.plan)?.state, since: now, isFresh: true });
    }
  }

  /**
   * Returns the ids of the plans that other people changed since the last call.
   * @returns {string[]}
   */
  takeFresh() {
    const fresh = [...this].filter(([, arrival]) => arrival.isFresh);
    for (const [, arrival] of fresh) arrival.isFresh = false;
    return fresh.map(([id]) => id);
  }
}
