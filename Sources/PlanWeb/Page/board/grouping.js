// @ts-check
// The rows of a board that is grouped by a field.
import { PRIORITIES } from '../state/board-content.js';
import { h, shortName } from '../controls/dom.js';
import { dayDate } from '../state/days.js';
import { face } from '../controls/chips.js';
import { icon, priorityIcon } from '../controls/icons.js';
import { peopleOf } from './card.js';

/** @typedef {import('../state/lanes.js').Lane} Lane */

/**
 * For each field, returns the edit that moves a card to another value. An empty value means no
 * value.
 * @type {Record<string, (card: Card, from: string, to: string) => object>}
 */
const CHANGES = {
  label: (card, from, to) => ({ noLabel: [from].filter(Boolean), label: [to].filter(Boolean) }),
  assignee: (card, from, to) => from && card.owner === from ? { owner: to || 'none' }
    : { noAssign: [from].filter(Boolean), assign: [to].filter(Boolean) },
  priority: (card, from, to) => ({ priority: to || 'none' }),
  milestone: (card, from, to) => ({ milestone: to || 'none' }),
  iteration: (card, from, to) => ({ iteration: to || 'none' }),
  parent: (card, from, to) => ({
    noLink: from ? [`parent:${from}`] : [],
    link: to ? [`parent:${to}`] : [],
  }),
};

/**
 * Returns the edit that moves a card from one row of the board to another.
 * @param {string} by the field of the rows
 * @param {Card} card
 * @param {string} from the value of its row; empty for no value
 * @param {string} to the value of the other row
 */
export const changesOf = (by, card, from, to) => CHANGES[by](card, from, to);

/**
 * For each field, returns the fields of a new card in the row with a value.
 * @type {Record<string, (value: string) => object>}
 */
const GIVEN = {
  label: value => ({ label: [value] }), assignee: value => ({ assign: [value] }),
  priority: value => ({ priority: value }), milestone: value => ({ milestone: value }),
  iteration: value => ({ iteration: value }), parent: value => ({ link: [`parent:${value}`] }),
};

/**
 * Returns the fields of a new card in a row.
 * @param {string} by the field of the rows; empty for a board without rows
 * @param {string} value the value of the row
 */
export const givenBy = (by, value) => by && value ? GIVEN[by](value) : {};

/**
 * For each field, returns the values of a card, which determine its row.
 * @type {Record<string, (card: Card) => string[]>}
 */
const VALUES = {
  label: card => card.labels,
  assignee: peopleOf,
  priority: card => [card.priority].filter(Boolean),
  milestone: card => [card.milestone].filter(Boolean),
  iteration: card => [card.iteration].filter(Boolean),
  parent: card => card.parents,
};

/**
 * Returns the rows of a board: one for each value, with all columns. Cards without a value are in
 * the last row. A card with several values is only in the row of the first one.
 * @param {Lane[]} lanes
 * @param {string} by one of the fields above
 * @param {string[]} [order] the values in order; other values follow, sorted by name
 * @returns {{key: string, lanes: Lane[]}[]}
 */
export function rowsOf(lanes, by, order = by === 'priority' ? PRIORITIES : []) {
  /** @type {Map<string, Lane[]>} */
  const rows = new Map();
  lanes.forEach((lane, index) => {
    for (const card of lane.cards) {
      const key = VALUES[by](card)[0] ?? '';
      if (!rows.has(key)) rows.set(key, lanes.map(each => ({ ...each, cards: [] })));
      rows.get(key)[index].cards.push(card);
    }
  });
  const place = key => key === '' ? Infinity
    : order.includes(key) ? order.indexOf(key)
    : order.length;
  return [...rows].map(([key, lanes]) => ({ key, lanes }))
    .sort((a, b) => place(a.key) - place(b.key) || a.key.localeCompare(b.key));
}

// Milestones and iterations

/**
 * Returns the milestones or the iterations of the board.
 * @param {import('../state/state.js').BoardState} state @param {string} name
 * @returns {Phase[]}
 */
export const phasesOf = ({ properties }, name) =>
  properties.find(each => each.name === name)?.choices ?? [];

/**
 * Whether a day is in an iteration.
 * @param {Phase} phase @param {string} today
 */
export const isCurrent = ({ closed, first, last }, today) =>
  !closed && first != null && last != null && first <= today && today <= last;

/**
 * Whether an iteration has ended.
 * @param {Phase} phase @param {string} today
 */
export const isOver = ({ closed, last }, today) => closed || last != null && last < today;

/**
 * Returns the name of a milestone or an iteration: its title, or else its id, and the days of an
 * iteration. The id of an iteration without a title is its first day.
 * @param {Phase} phase @param {string} today
 */
export function phaseName({ id, title, first, last }, today) {
  const days = first && last && `${dayDate(first, today)} – ${dayDate(last, today)}`;
  const name = title ?? (days && id === first ? null : id);
  return [name, days].filter(Boolean).join(' · ');
}

/**
 * Returns the values of the rows in order: of iterations the current one first, and at the end
 * those that are over, the last one first. Undefined for fields without an order of their own.
 * @param {import('../state/state.js').BoardState} state
 */
export function groupOrder(state) {
  const phases = phasesOf(state, state.grouping);
  if (phases.length === 0) return undefined;
  if (state.grouping !== 'iteration') return phases.map(each => each.id);
  const isPast = each => isOver(each, state.today);
  return [
    ...phases.filter(each => isCurrent(each, state.today)),
    ...phases.filter(each => !isCurrent(each, state.today) && !isPast(each)),
    ...phases.filter(isPast).reverse(),
  ].map(each => each.id);
}

/**
 * Whether a group is folded at first: iterations that are over.
 * @param {import('../state/state.js').BoardState} state @param {string} key
 */
export const isFoldedAtFirst = (state, key) => state.grouping === 'iteration'
  && phasesOf(state, 'iteration').some(each => each.id === key && isOver(each, state.today));

/**
 * Returns what the head of a group has besides its title and its sums: whether an iteration is the
 * current one, and how much of a milestone or an iteration is done; nothing for other groups.
 * @param {import('../state/state.js').BoardState} state @param {string} key
 * @param {Card[]} cards
 */
export function groupNotes(state, key, cards) {
  const phase = phasesOf(state, state.grouping).find(each => each.id === key);
  if (!phase || !['milestone', 'iteration'].includes(state.grouping)) return null;
  const done = cards.filter(card => card.done).length;
  const bar = h('span.meter', { 'aria-hidden': 'true' }, h('span', null));
  bar.style.setProperty('--share', String(done / Math.max(1, cards.length)));
  return [
    isCurrent(phase, state.today) && [' ', h('span.pill.current', null, 'current')],
    ' ',
    bar,
    h('small.done', null, `${done} of ${cards.length} done`),
  ];
}

/** @type {Record<string, string>} The title of the group without a value. */
const WITHOUT = {
  label: 'No label',
  assignee: 'Nobody',
  priority: 'No priority',
  milestone: 'No milestone',
  iteration: 'No iteration',
  parent: 'No parent',
};

/**
 * Returns the title of a group of plans.
 * @param {import('../state/state.js').BoardState} state
 * @param {string} key the value of the group; empty for no value
 */
export function groupTitle(state, key) {
  const { grouping } = state;
  if (key === '') return WITHOUT[grouping];
  if (grouping === 'assignee') return shortName(key);
  if (grouping === 'parent') return state.cards.get(key)?.title ?? key;
  const phase = phasesOf(state, grouping).find(each => each.id === key);
  return phase ? phaseName(phase, state.today) : key;
}

/**
 * Returns the icon before the title of a group; null if it has none.
 * @param {import('../state/state.js').BoardState} state @param {string} key
 */
export function groupSign(state, key) {
  const { grouping } = state;
  if (grouping === 'priority' && key) return priorityIcon(key);
  if (grouping === 'assignee' && key) return face(key);
  if (grouping === 'milestone') return icon('flag');
  if (grouping === 'iteration') return icon('sync');
  return null;
}
