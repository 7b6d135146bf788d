// @ts-check
// The card of a plan on the board.
import { fieldName, h, moment, shortName } from '../controls/dom.js';
import { chip, commentsChip, draftChip, dueChip, labelChip } from '../controls/chips.js';
import { estimateChip, priorityChip } from '../controls/chips.js';
import { face, faces, fieldWords } from '../controls/chips.js';
import { ARRIVAL } from '../state/arrivals.js';
import { dayWords } from '../state/days.js';
import { conflictForm, isLong } from '../plan/conflicts.js';
import { icon } from '../controls/icons.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * Returns the owner and the assignees of a card, the owner first.
 * @param {Card} card
 */
export const peopleOf = card => [...new Set([card.owner, ...card.assignees].filter(Boolean))];

/**
 * Returns what the contents of a card depend on.
 * @param {Card} card @param {BoardState} state
 */
export function cardKey(card, state) {
  const arrival = arrivalOf(card, state);
  return [
    card,
    state.selection.has(card.id),
    arrival?.commit,
    state.isReadOnly,
    state.today,
    state.differing?.get(card.id),
    state.opened === card.id,
    state.column(card.state)?.kind,
    card.blockers.map(id => state.cards.get(id)?.short),
    state.drafted?.has(card.id),
  ];
}

/**
 * Returns the latest change of a card by another person; null if there was none in the last minute.
 * @param {Card} card @param {BoardState} state
 */
export function arrivalOf(card, state) {
  const arrival = state.at == null && state.arrivals.get(card.id);
  return arrival && Date.now() - arrival.since < ARRIVAL ? arrival : null;
}

/**
 * Returns the text of a card for a screen reader.
 * @param {Card} card @param {BoardState} state
 */
export function cardWords(card, state) {
  const people = peopleOf(card).map(shortName);
  return [
    state.selection.has(card.id) && 'selected',
    card.title || 'no title',
    card.short,
    state.column(card.state)?.title,
    card.priority,
    card.dueWords && (card.overdue ? 'overdue: ' : '') + dayWords(card.dueWords, state.today),
    card.blockers.length > 0 && 'blocked',
    card.conflicts.length > 0 && 'to decide',
    ...card.fields.map(each => fieldWords(each, state)),
    card.checklist && `checklist ${card.checklist.done} of ${card.checklist.total}`,
    ...card.labels.map(label => `#${label}`),
    ...people,
    card.unshared && 'only here',
    state.drafted?.has(card.id) && 'text not saved yet',
  ].filter(Boolean).join(', ');
}

/**
 * Returns the nodes of a card: the title, the foot with the labels, and below them a strip for
 * anything unusual.
 * @param {Card} card @param {BoardState} state
 */
export function cardContents(card, state) {
  return [
    h('h3.title', { dir: 'auto' },
      card.unshared && h('span.here', { title: 'Only on this machine: not pushed yet' }),
      card.title || '(no title)'),
    h('div.foot', null,
      h('span.id', null, card.short),
      settable(priorityChip(card.priority), 'priority', state),
      ageChip(card, state),
      labelsOf(card, state),
      h('span.rest-of', null, facts(card, state))),
    h('button.icon.more', {
      type: 'button',
      'data-act': 'menu',
      'aria-label': `Actions for ${card.title || card.short}`,
      tabindex: '-1',
    }, icon('more')),
    strip(card, state),
  ];
}

/** @param {Card} card @param {BoardState} state */
function labelsOf(card, state) {
  const custom = card.fields.map(each => h('span.pill',
    { title: each.title, dir: 'auto' }, fieldWords(each, state)));
  return card.labels.length + custom.length > 0
    && h('span.labels', null, card.labels.map(labelChip), custom);
}

/** Returns how long a plan has been in its column, if that is long and the plan is in progress. */
const ageChip = (card, state) => card.stale && state.column(card.state)?.kind === 'doing'
  && chip('clock', card.age, 'Time in this column');

/** @param {Card} card @param {BoardState} state */
function facts(card, state) {
  const blockers = card.blockers.map(id => state.cards.get(id)?.short ?? id).join(', ');
  return [
    state.drafted?.has(card.id) && draftChip(),
    blockers && h('span.chip.blocked',
      { title: `Blocked by ${blockers}`, role: 'img', 'aria-label': `blocked by ${blockers}` },
      icon('stop')),
    card.estimate != null && settable(estimateChip(card.estimate), 'estimate', state),
    settable(dueChip(card, state.today), 'due', state),
    card.checklist && chip('task', `${card.checklist.done}/${card.checklist.total}`,
      'Lines of the checklist that are done'),
    card.children
      && chip('parts', `${card.children.done}/${card.children.total}`, 'Children that are done'),
    commentsChip(card.comments),
    settable(faces(peopleOf(card)) ?? nobody(state), 'assign', state),
  ];
}

/**
 * Makes a value of a card open its popover by a click. Keys and the menu of the card do the same.
 * @param {?HTMLElement} node @param {string} act @param {BoardState} state
 */
function settable(node, act, state) {
  if (node && !state.isReadOnly) node.dataset.edit = act;
  return node;
}

/** Returns the empty circle that a pointer finds on a card of nobody. @param {BoardState} state */
const nobody = state => state.isReadOnly ? null
  : h('span.face.nobody', { title: 'Assign people', 'aria-hidden': 'true' }, icon('user'));

/**
 * Returns the strip below the foot of a card: its conflicts, or else the latest change by another
 * person, or else the differences from another moment.
 * @param {Card} card @param {BoardState} state
 */
function strip(card, state) {
  if (card.conflicts.length > 0) return conflictStrip(card, state);
  const difference = state.differing?.get(card.id);
  return arrivalText(card, state)
    ?? (difference && h('p.strip.difference', { dir: 'auto' }, icon('move'), difference));
}

/**
 * Returns the choice between two short values, or else a line that opens the plan, in which all
 * conflicts are decided.
 * @param {Card} card @param {BoardState} state
 */
function conflictStrip(card, state) {
  const [field, ...others] = card.conflicts;
  if (others.length > 0 || isLong(field)) {
    const count = others.length + 1;
    return h('button.strip.decide',
      { type: 'button', tabindex: '-1', title: conflictWords(card.conflicts) },
      icon('conflict'),
      count === 1 ? '1 field to decide' : `${count} fields to decide`);
  }
  return h('div.strip.decide', null,
    h('p.ask', null, icon('conflict'), conflictWords(card.conflicts)),
    h('div.choices', null, conflictForm(state, card.id, field, state.commit)));
}

/**
 * Describes the conflicts of a card. A conflict about the deletion is not described as a field.
 * @param {ConflictField[]} conflicts
 */
function conflictWords(conflicts) {
  const fields = conflicts.map(each => each.field);
  const changed = fields.filter(field => field !== 'deleted').map(fieldName);
  return [
    fields.includes('deleted') && 'One person deleted it, another one changed it.',
    changed.length === 1 && `The ${changed[0]} was changed twice.`,
    changed.length > 1 && `${changed.join(', ')} were changed twice.`,
    fields.length === 1 ? 'Which one?' : 'Which ones?',
  ].filter(Boolean).join(' ');
}

/** @param {Card} card @param {BoardState} state */
function arrivalText(card, state) {
  const arrival = arrivalOf(card, state);
  if (!arrival) return null;
  const from = state.column(arrival.from);
  const what = arrival.from === undefined ? 'added it'
    : arrival.from !== card.state ? `moved it here from ${from?.title ?? arrival.from}`
    : `changed ${[...new Set(arrival.fields.map(fieldName))].join(', ')}`;
  return h('p.strip.arrival', { title: moment(arrival.at) },
    face(arrival.by),
    h('span', null, `${shortName(arrival.by)} ${what}`),
    h('time', null, 'just now'));
}
