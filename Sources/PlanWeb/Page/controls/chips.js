// @ts-check
// The small elements of a plan that cards, rows of the list and the open plan share: labels,
// people, the due date, numbers.
import { dayWords, weekdayDate } from '../state/days.js';
import { h, initials, shortName } from './dom.js';
import { icon, priorityIcon, stateIcon } from './icons.js';
import { personTerm, term } from '../state/terms.js';

/**
 * Returns the value of a field that the board defines as cards show it.
 * @param {{id: string, words: string}} value
 * @param {import('../state/state.js').BoardState} state
 */
export const fieldWords = ({ id, words }, { fields, today }) =>
  fields.find(field => field.id === id)?.kind === 'day'
    ? words.replace(/\S+$/, day => dayWords(day, today))
    : words;

const HUES = 10;
/**
 * The initial value of the hash of a name. With this value, frequent labels such as bug and ui get
 * different hues.
 */
const SEED = 3583;
/** The number of days before the due date from which a plan is due soon. */
const SOON = 2;
const DAY = 86_400_000;

/**
 * Returns the hue of a name, a number below ten. It depends only on the name, so that it is the
 * same on every page.
 * @param {string} name
 */
export function hueOf(name) {
  let hash = SEED;
  for (const letter of name.normalize('NFC').toLowerCase()) {
    hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0;
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

/**
 * Returns the hue of a person. It depends only on the name, because comments contain nothing else.
 * @param {string} person
 */
export const hueOfPerson = person => hueOf(shortName(person));

/**
 * Returns a label. A click on it adds it to the query.
 * @param {string} label
 */
export const labelChip = label =>
  h('span.pill.label',
    { dir: 'auto', 'data-h': hueOf(label), 'data-find': term('#', label), title: `Find #${label}` },
    label);

/** The number of letters for which the labels of a row have room, and the extra for each label. */
const ROOM = 26;
const AROUND = 3;

/**
 * Returns the approximate width of a text in letters: those of East Asian scripts count as two.
 * @param {string} text
 */
const widthOf = text => [...text].reduce((sum, letter) => sum + (letter > '\u10ff' ? 2 : 1), 0);

/**
 * Returns the first labels that fit in a row, and the number of the others.
 * @param {string[]} labels
 */
export function labelChips(labels) {
  let room = ROOM;
  let count = 0;
  while (count < labels.length && (count === 0 || room >= widthOf(labels[count]) + AROUND)) {
    room -= widthOf(labels[count]) + AROUND;
    count += 1;
  }
  const rest = labels.slice(count);
  return [
    labels.slice(0, count).map(labelChip),
    rest.length > 0 && h('span.pill.more-labels', {
      title: rest.join(', '),
      role: 'img',
      'aria-label': `${rest.length} more: ${rest.join(', ')}`,
    }, `+${rest.length}`),
  ];
}

/**
 * Returns a person's initials in a circle. A click on it adds the person to the query.
 * @param {string} person
 */
export const face = person => h('span.face.person', {
  title: person,
  role: 'img',
  'aria-label': shortName(person),
  'data-h': hueOfPerson(person),
  'data-find': personTerm(person),
}, initials(person));

/**
 * Returns the circles of the first three people, and the number of the others.
 * @param {string[]} people
 */
export function faces(people) {
  if (people.length === 0) return null;
  const rest = people.slice(3);
  return h('span.faces', null, people.slice(0, 3).map(face),
    rest.length > 0 && h('span.face.more-people',
      { title: rest.map(shortName).join(', '), role: 'img', 'aria-label': `${rest.length} more` },
      `+${rest.length}`));
}

/**
 * Returns a small fact with an icon and a name for screen readers.
 * @param {string} name the name of the icon @param {string | number} text @param {string} title
 */
export const chip = (name, text, title, label = `${title}: ${text}`) => h('span.chip',
  { title, role: 'img', 'aria-label': label },
  icon(name),
  text);

/** Returns the estimate as a plain number. @param {number} estimate */
export const estimateChip = estimate => h('span.chip.number',
  { title: 'Estimate', role: 'img', 'aria-label': `Estimate: ${estimate}` },
  estimate);

/** Returns the number of comments; false for none. @param {number} count */
export function commentsChip(count) {
  const words = count === 1 ? '1 comment' : `${count} comments`;
  return count > 0 && chip('comment', count, words, words);
}

/** Returns the mark of a plan with a text that is not saved. */
export const draftChip = () => h('span.chip.draft',
  { title: 'Text not saved yet', role: 'img', 'aria-label': 'text not saved yet' },
  icon('edit'));

/**
 * Returns the due date of a card, marked if it is over or near.
 * @param {Card} card @param {string} today the current day
 */
export function dueChip(card, today) {
  if (!card.dueWords) return null;
  const days = (Date.parse(card.due) - Date.parse(today)) / DAY;
  const isSoon = !card.done && !card.overdue && days >= 0 && days <= SOON;
  return h('span.chip.due' + (card.overdue ? '.late' : isSoon ? '.soon' : ''), {
    title: `Due ${weekdayDate(card.due, today)}`
      + (card.dueWords === card.due ? '' : `: ${card.dueWords}`),
  }, icon('calendar'), dayWords(card.due, today));
}

/**
 * Returns the bars of a priority, with its name; null without one.
 * @param {?string} [priority]
 */
export const priorityChip = priority => priority
  ? h('span.bars',
    { title: `Priority: ${priority}`, role: 'img', 'aria-label': `priority ${priority}` },
    priorityIcon(priority))
  : null;

/**
 * Returns the kind of a column for its icon: `review` for the columns of work after the first one.
 * @param {Column[]} columns @param {string} id
 */
export function stateKind(columns, id) {
  const column = columns.find(each => each.id === id);
  if (!column) return 'todo';
  return column.kind === 'doing' && columns.find(each => each.kind === 'doing') !== column
    ? 'review'
    : column.kind;
}

/** Returns the icon of a column. @param {Column[]} columns @param {string} id */
export const stateSign = (columns, id) => stateIcon(stateKind(columns, id));
