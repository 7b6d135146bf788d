// @ts-check
// A plan in the calendar: a link with the icon of its column, its title and its priority.
import { h } from '../controls/dom.js';
import { cardWords } from '../board/card.js';
import { priorityChip, stateKind, stateSign } from '../controls/chips.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * @param {Card} card @param {BoardState} state
 * @param {boolean} isMoved whether its due day is being changed
 */
const classes = (card, state, isMoved) =>
  [
    'due-plan',
    `in-${stateKind(state.columns, card.state)}`,
    card.done && 'done',
    card.overdue && !isMoved && 'late',
    state.selection.has(card.id) && 'selected',
  ].filter(Boolean).join(' ');

/**
 * Returns the contents of a plan as a key. The plan is drawn again only if the key has changed.
 * @param {Card} card @param {BoardState} state @param {boolean} isMoved
 */
export const duePlanKey = (card, state, isMoved) => [
  card.id,
  card.title,
  card.priority,
  stateKind(state.columns, card.state),
  classes(card, state, isMoved),
  state.opened === card.id,
  cardWords(card, state),
];

/**
 * Returns a plan without its URL. The calendar sets the URL, which may change while the plan stays.
 * @param {Card} card @param {BoardState} state
 * @param {boolean} isMoved whether its due day is being changed
 */
export const duePlan = (card, state, isMoved) => h('a',
  {
    class: classes(card, state, isMoved),
    'data-id': card.id,
    tabindex: '-1',
    'aria-label': cardWords(card, state),
    title: card.title,
    'aria-current': state.opened === card.id ? 'true' : null,
  },
  stateSign(state.columns, card.state),
  h('span.title', { dir: 'auto' }, card.title || '(no title)'),
  !card.done && priorityChip(card.priority));
