// @ts-check
// The recognized parts of the line of a new plan, as chips and in words, and the suggestions for
// its words.
import { button, h, shortName } from '../controls/dom.js';
import { dayWords } from '../state/days.js';
import { face, hueOf, priorityChip } from '../controls/chips.js';
import { icon, priorityIcon } from '../controls/icons.js';
import { mentionNames } from '../plan/mention-marks.js';
import { PRIORITIES } from '../state/board-content.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../controls/offers.js').Offer} Offer */

/** Returns the title of a milestone. @param {BoardState} state @param {string} id */
const milestoneTitle = (state, id) =>
  state.properties.find(each => each.name === 'milestone')
    ?.choices?.find(each => each.id === id)?.title
    ?? id;

const pill = label => h('span.pill', { dir: 'auto', 'data-h': hueOf(label) }, label);

/** @type {Record<QuickMark['kind'], (value: string, state: BoardState) => any>} */
const CHIPS = {
  label: value => pill(value),
  person: value => h('span.chip.who', { dir: 'auto', title: value },
    withoutFind(face(value)), shortName(value)),
  priority: value => h('span.chip', null, priorityChip(value), value),
  due: (value, state) => h('span.chip', { title: value },
    icon('calendar'), dayWords(value, state.today)),
  milestone: (value, state) => h('span.chip', { dir: 'auto' },
    icon('flag'), milestoneTitle(state, value)),
};

/** Returns a chip without its effect on clicks. @param {HTMLElement} node */
function withoutFind(node) {
  delete node.dataset.find;
  return node;
}

/**
 * Returns the people that a mark without a value can mean; empty if there are fewer than two.
 * @param {QuickMark} mark @param {string[]} people
 */
export function peopleOf({ kind, problem, value }, people) {
  const found = kind === 'person' && problem
    ? mentionNames(people).get(value.toLowerCase()) ?? []
    : [];
  return found.length > 1 ? found : [];
}

/** Returns the names of people, with the addresses of those who share a name. */
const apart = people => people.map(person =>
  people.some(each => each !== person && shortName(each) === shortName(person))
    ? person
    : shortName(person));

/**
 * Returns a mark that means several people, with a button for each.
 * @param {QuickMark} mark @param {string[]} people @param {(person: string) => any} take
 */
export const choiceChip = (mark, people, take) => h('span.unclear',
  { role: 'group', 'aria-label': `${mark.typed} means ${people.length} people: choose one` },
  h('span.chip.soon', { dir: 'auto' }, icon('user'), `${mark.typed}?`),
  apart(people).map((name, index) => button([withoutFind(face(people[index])), name],
    () => take(people[index]), { dir: 'auto', title: people[index] })));

/**
 * Returns the chip of a mark. If the mark has no value, the chip's title shows why.
 * @param {QuickMark} mark @param {BoardState} state
 */
export function markChip(mark, state) {
  if (mark.problem) {
    return h('span.chip.late',
      { dir: 'auto', title: [mark.problem.message, ...mark.problem.hints].join('\n') },
      icon('urgent'),
      mark.typed);
  }
  const chip = CHIPS[mark.kind](mark.value, state);
  return mark.new ? h('span.new', { title: 'No plan has this label yet' }, chip, 'new') : chip;
}

/**
 * Returns a mark in words, for screen readers.
 * @param {QuickMark} mark @param {BoardState} state @param {string[]} [people] all people
 */
export function markWords(mark, state, people = []) {
  const choices = peopleOf(mark, people);
  if (choices.length) return `${mark.typed} means ${apart(choices).join(' or ')}`;
  if (mark.problem) return `${mark.typed} not recognised`;
  const value = {
    person: shortName,
    due: day => dayWords(day, state.today),
    milestone: each => milestoneTitle(state, each),
  }[mark.kind]?.(mark.value) ?? mark.value;
  return `${mark.new ? 'new ' : ''}${mark.kind} ${value}`;
}

/**
 * Returns the chip of a value that a new plan gets without a mark.
 * @param {QuickMark['kind']} kind @param {string} value @param {BoardState} state
 */
export const givenChip = (kind, value, state) => CHIPS[kind](value, state);

/**
 * Returns the chip of the value that a new plan gets from its row of the board.
 * @param {string} grouping the field of the rows
 * @param {string} value @param {string} title the title of the row
 */
export function presetChip(grouping, value, title) {
  if (grouping === 'label') return pill(value);
  if (grouping === 'assignee') {
    return h('span.chip.who', { dir: 'auto' }, withoutFind(face(value)), title);
  }
  if (grouping === 'priority') return h('span.chip', null, priorityChip(value), title);
  return h('span.chip', { dir: 'auto' }, 
    icon({ parent: 'parts', iteration: 'sync' }[grouping] ?? 'flag'), title);
}

/** Returns the text of a suggestion without its sign and its quotes. @param {Offer} offer */
const valueOf = ({ text }) => text.slice(1).replace(/^"(.*)"$/, '$1');

/**
 * For each sign, how its suggestions are shown.
 * @type {Record<string, (offer: Offer) => Partial<Offer>>}
 */
const SHOWN = {
  '#': offer => ({
    label: valueOf(offer),
    sign: () => h('span.dot', { 'data-h': hueOf(valueOf(offer)) }),
  }),
  '@': ({ about }) => about
    ? {
      label: shortName(about),
      about: /<([^>]+)>$/.exec(about)?.[1] ?? '',
      sign: () => withoutFind(face(about)),
    }
    : {},
  '!': offer => ({ label: valueOf(offer), sign: () => priorityIcon(valueOf(offer)) }),
  '^': offer => ({ label: offer.about || valueOf(offer), about: '', sign: () => icon('flag') }),
};

/**
 * Returns suggestions for a word of the line that begins with a sign.
 * @param {string} word @param {import('../state/api.js').BoardAPI} api @returns {Promise<Offer[]>}
 */
export async function offersFor(word, api) {
  const [sign, rest] = [word[0], word.slice(1)];
  if (sign === '!') {
    return PRIORITIES.filter(each => each.startsWith(rest.toLowerCase()))
      .map(each => shown({ text: `!${each}`, about: '', goesOn: false }));
  }
  const q = { '#': word, '@': word, '^': `milestone:${rest}` }[sign];
  if (!q) return [];
  const { words } = /** @type {{words: Offer[]}} */ (await api.get('complete', { q }));
  return words.map(each => ({
    ...each,
    text: sign === '^' ? each.text.replace('milestone:', '^') : each.text,
  })).filter(each => !/^.(none|any|me)$/.test(each.text) || each.text === '@me').map(shown);
}

/** @param {Offer} offer @returns {Offer} */
const shown = offer => ({ ...offer, ...SHOWN[offer.text[0]](offer) });
