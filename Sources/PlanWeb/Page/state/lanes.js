// @ts-check
// The cards of a board by their columns, in order.

/**
 * A column with its cards.
 * @typedef {{column: Column, isReversed: boolean, cards: Card[]}} Lane
 */

/**
 * Compares cards as pmgit does: by the bytes of the rank, then of the id.
 * @param {Card} a @param {Card} b
 */
export const inOrder = (a, b) => compare(a.rank, b.rank) || compare(a.id, b.id);

/** @param {string} a @param {string} b */
const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;

/**
 * Returns the columns with their cards. In done columns the order is reversed.
 * @param {Column[]} columns @param {Iterable<Card>} cards
 * @param {?string[]} matches the ids of the cards to show; null for all
 * @returns {Lane[]}
 */
export function lanesOf(columns, cards, matches) {
  const shown = matches && new Set(matches);
  const lanes = columns.map(column => ({
    column,
    isReversed: column.kind === 'done',
    cards: /** @type {Card[]} */ ([]),
  }));
  const byID = new Map(lanes.map(lane => [lane.column.id, lane]));
  for (const card of cards) {
    if (!shown || shown.has(card.id)) byID.get(card.state)?.cards.push(card);
  }
  for (const lane of lanes) {
    lane.cards.sort(inOrder);
    if (lane.isReversed) lane.cards.reverse();
  }
  return lanes;
}

/**
 * Returns ranks for cards between two others, which are used until the server has answered.
 * @param {Card[]} there the cards of the column, in order
 * @param {{prev?: string, next?: string}} between the ids of the neighbours
 * @param {number} count
 */
export function ranksBetween(there, { prev, next }, count) {
  const index = next ? there.findIndex(card => card.id === next)
    : prev ? there.findIndex(card => card.id === prev) + 1 : there.length;
  const before = there[index - 1]?.rank ?? '';
  // These ranks sort directly after the neighbour's, because '!' sorts before every digit of a
  // rank.
  return Array.from({ length: count },
    (_, offset) => `${before}!${String(offset).padStart(4, '0')}`);
}
