// @ts-check
// The card of a plan on the board.
import { fieldName, h, initials, moment, shortName } from './dom.js';
import { ARRIVAL } from './state.js';
import { conflictForm } from './conflicts.js';
import { personTerm, term } from './terms.js';

/** @typedef {import('./state.js').BoardState} BoardState */

/**
 * Returns the owner and the assignees of a card, the owner first.
 * @param {Card} card
 */
export const peopleOf = card => [...new Set([card.owner, ...card.assignees].filter(Boolean))];

/**
 * Returns everything that a card shows as one text. A card is drawn again only if this text changes.
 * @param {Card} card @param {BoardState} state
 */
export function cardKey(card, state) {
  const arrival = arrivalOf(card, state);
  return JSON.stringify([card, state.selection.has(card.id), arrival?.commit, state.isReadOnly,
    state.differing?.has(card.id), state.opened === card.id]);
}

/**
 * Returns the latest change of a card by somebody else; null if there was none in the last minute.
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
    state.selection.has(card.id) && 'selected', card.title || 'no title', card.short, state.column(card.state)?.title,
    card.priority, card.dueWords && (card.overdue ? `overdue: ${card.dueWords}` : card.dueWords), card.blockers.length > 0 && 'blocked',
    card.conflicts.length > 0 && 'to decide', ...card.fields.map(each => each.words), ...card.labels.map(label => `#${label}`), ...people, card.unshared && 'only here',
  ].filter(Boolean).join(', ');
}

/**
 * Returns the nodes of a card.
 * @param {Card} card @param {BoardState} state
 */
export function cardContents(card, state) {
  const people = peopleOf(card);
  return [
    h('div.head', null,
      h('h3.title', { dir: 'auto' }, card.title || '(no title)'),
      h('button.more', { type: 'button', 'data-act': 'menu', 'aria-label': `Actions for ${card.short}`, tabindex: '-1' }, '⋯')),
    h('p.facts', null,
      h('span.id', null, card.short),
      card.priority && h('span.priority.' + card.priority, null, card.priority),
      card.dueWords && h('span' + (card.overdue ? '.late' : ''), { title: card.due },
        (card.overdue ? '! ' : '') + card.dueWords),
      card.blockers.length > 0 && h('span.blocked', null,
        '⊘ blocked by ' + card.blockers.map(id => state.cards.get(id)?.short ?? id).join(', ')),
      card.labels.map(label => h('span.label', { dir: 'auto', 'data-find': term('#', label) }, '#' + label)),
      card.estimate != null && h('span', null, `est ${card.estimate}`),
      card.fields.map(({ title, words }) => h('span', { title, dir: 'auto' }, words)),
      card.checklist && h('span', { title: 'Lines of the checklist that are done' },
        `☑ ${card.checklist.done}/${card.checklist.total}`),
      card.children && h('span', { title: 'Children that are done' },
        `▤ ${card.children.done}/${card.children.total}`),
      card.comments > 0 && h('span', null, card.comments === 1 ? '1 comment' : `${card.comments} comments`),
      card.age && h('span.age', { title: 'Time in this column' }, card.age),
      card.unshared && h('span.unshared', { title: 'Only on this machine: not pushed yet' }, '↑ only here'),
      h('span.people', null, people.slice(0, 3).map(person =>
        h('span.person', { title: person, role: 'img', 'aria-label': shortName(person), 'data-find': personTerm(person) }, initials(person))))),
    card.checklist && h('progress', {
      value: card.checklist.done, max: card.checklist.total, 'aria-label': 'Checklist',
    }),
    arrivalText(card, state),
    card.conflicts.length > 0 && h('div.decide', null,
      h('p.ask', null, `≠\u2002${conflictWords(card.conflicts)} Which one?`),
      h('div.choices', null, card.conflicts.map(field => conflictForm(state, card.id, field, state.commit)))),
  ];
}

/**
 * Describes the conflicts of a card. A deletion is not called a field.
 * @param {ConflictField[]} conflicts
 */
function conflictWords(conflicts) {
  const fields = conflicts.map(each => each.field);
  const changed = fields.filter(field => field !== 'deleted').map(fieldName);
  return [fields.includes('deleted') && 'Deleted by one, changed by another.', changed.length > 0 && `${changed.join(', ')} set to different values.`]
    .filter(Boolean).join(' ');
}

/** @param {Card} card @param {BoardState} state */
function arrivalText(card, state) {
  const arrival = arrivalOf(card, state);
  if (!arrival) return null;
  const who = shortName(arrival.by);
  const from = state.column(arrival.from);
  const what = arrival.from === undefined ? 'added it'
    : arrival.from !== card.state ? `moved it here from ${from?.title ?? arrival.from}`
    : `changed ${[...new Set(arrival.fields.map(fieldName))].join(', ')}`;
  return h('p.arrival', { title: moment(arrival.at) }, `${who} ${what}, just now`);
}
