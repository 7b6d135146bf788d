// The rows of a board that is grouped by a field.

import { PRIORITIES } from './state.js';
import { peopleOf } from './card.js';

/** What makes a card stand under another value: the fields of an edit. An empty value is none. */
const CHANGES = {
  label: (card, from, to) => ({ noLabel: [from].filter(Boolean), label: [to].filter(Boolean) }),
  assignee: (card, from, to) => from && card.owner === from ? { owner: to || 'none' }
    : { noAssign: [from].filter(Boolean), assign: [to].filter(Boolean) },
  priority: (card, from, to) => ({ priority: to || 'none' }),
  parent: (card, from, to) => ({ noLink: from ? [`parent:${from}`] : [], link: to ? [`parent:${to}`] : [] }),
};

/** The fields that take a card from one row of a board to another. */
export const changesOf = (by, card, from, to) => CHANGES[by](card, from, to);

/** What a new card has that stands in a row: the fields that it is added with. */
const GIVEN = {
  label: value => ({ label: [value] }), assignee: value => ({ assign: [value] }),
  priority: value => ({ priority: value }), parent: value => ({ link: [`parent:${value}`] }),
};
export const givenBy = (by, value) => by && value ? GIVEN[by](value) : {};

/** The values of a card that it could stand under. */
const VALUES = {
  label: card => card.labels,
  assignee: peopleOf,
  priority: card => [card.priority].filter(Boolean),
  parent: card => card.parents,
};

/**
 * Returns the rows of a board: one for each value, with all its columns; cards without a value are in the last one.
 * A card stands in one row, that of its first value, so that it is one card.
 * @param {{column: object, cards: object[]}[]} lanes
 * @param {string} by one of the fields above
 * @returns {{key: string, lanes: object[]}[]}
 */
export function rowsOf(lanes, by) {
  const rows = new Map();
  lanes.forEach((lane, index) => {
    for (const card of lane.cards) {
      const key = VALUES[by](card)[0] ?? '';
      if (!rows.has(key)) rows.set(key, lanes.map(each => ({ ...each, cards: [] })));
      rows.get(key)[index].cards.push(card);
    }
  });
  return [...rows].map(([key, lanes]) => ({ key, lanes })).sort((a, b) => (a.key === '') - (b.key === '')
    || (by === 'priority' ? PRIORITIES.indexOf(a.key) - PRIORITIES.indexOf(b.key) : a.key.localeCompare(b.key)));
}
