// @ts-check
// The rows of a board that is grouped by a field.
import { PRIORITIES } from './state.js';
import { peopleOf } from './card.js';

/** @typedef {import('./state.js').Lane} Lane */

/**
 * What makes a card stand under another value: the fields of an edit. An empty value is none.
 * @type {Record<string, (card: Card, from: string, to: string) => object>}
 */
const CHANGES = {
  label: (card, from, to) => ({ noLabel: [from].filter(Boolean), label: [to].filter(Boolean) }),
  assignee: (card, from, to) => from && card.owner === from ? { owner: to || 'none' }
    : { noAssign: [from].filter(Boolean), assign: [to].filter(Boolean) },
  priority: (card, from, to) => ({ priority: to || 'none' }),
  parent: (card, from, to) => ({ noLink: from ? [`parent:${from}`] : [], link: to ? [`parent:${to}`] : [] }),
};

/**
 * The fields that take a card from one row of a board to another.
 * @param {string} by the field of the rows
 * @param {Card} card
 * @param {string} from the value of its row, empty for none
 * @param {string} to the value of the other
 */
export const changesOf = (by, card, from, to) => CHANGES[by](card, from, to);

/**
 * What a new card has that stands in a row: the fields that it is added with.
 * @type {Record<string, (value: string) => object>}
 */
const GIVEN = {
  label: value => ({ label: [value] }), assignee: value => ({ assign: [value] }),
  priority: value => ({ priority: value }), parent: value => ({ link: [`parent:${value}`] }),
};

/**
 * @param {string} by the field of the rows, empty where there are none
 * @param {string} value that of the row
 */
export const givenBy = (by, value) => by && value ? GIVEN[by](value) : {};

/**
 * The values of a card that it could stand under.
 * @type {Record<string, (card: Card) => string[]>}
 */
const VALUES = {
  label: card => card.labels,
  assignee: peopleOf,
  priority: card => [card.priority].filter(Boolean),
  parent: card => card.parents,
};

/**
 * Returns the rows of a board: one for each value, with all its columns; cards without a value are in the last one.
 * A card stands in one row, that of its first value, so that it is one card.
 * @param {Lane[]} lanes
 * @param {string} by one of the fields above
 * @returns {{key: string, lanes: Lane[]}[]}
 */
export function rowsOf(lanes, by) {
  /** @type {Map<string, Lane[]>} */
  const rows = new Map();
  lanes.forEach((lane, index) => {
    for (const card of lane.cards) {
      const key = VALUES[by](card)[0] ?? '';
      if (!rows.has(key)) rows.set(key, lanes.map(each => ({ ...each, cards: [] })));
      rows.get(key)[index].cards.push(card);
    }
  });
  return [...rows].map(([key, lanes]) => ({ key, lanes })).sort((a, b) => Number(a.key === '') - Number(b.key === '')
    || (by === 'priority' ? PRIORITIES.indexOf(a.key) - PRIORITIES.indexOf(b.key) : a.key.localeCompare(b.key)));
}
