// @ts-check
// The values of plans that are set in popovers: the properties of all plans, custom fields, labels
// and people. The open plan, the cells of the list and the shortcuts share them.
import { attempt, change } from '../commands/acts.js';
import { PRIORITIES } from '../state/board-content.js';
import { face, hueOf, labelChip, stateSign } from '../controls/chips.js';
import { dayWords, mondayOf } from '../state/days.js';
import { h, isolated, moment, shortName } from '../controls/dom.js';
import { priorityIcon } from '../controls/icons.js';
import { pickDay } from '../controls/pick-day.js';
import { pickFromList } from '../controls/pick-list.js';
import { pickText } from '../controls/pick-text.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../controls/dom.js').Child} Child */
/** @typedef {import('../state/problem.js').Problem} Problem */
/**
 * @typedef {Plan | Card | any} AnyPlan a plan, or a card, which has the same members except custom
 * fields
 */

/**
 * An option: its value as it is written, the label, an icon before the label, and other words by
 * which it is found.
 * @typedef {{value: string, label: string, sign?: () => Child, hint?: string,
 *   find?: string}} Option
 */

/**
 * What was set, in words, or a function that returns the words after the change.
 * @typedef {string | (() => string)} Words
 */

/**
 * The plans whose value is set.
 * @typedef {object} Subject
 * @property {BoardState} state
 * @property {import('../state/names.js').Names} names
 * @property {string} about the beginning of the names of drafts
 * @property {() => AnyPlan[]} plans returns their present versions
 * @property {() => string} commit returns the commit of the shown version, on which a typed value
 * is decided
 * @property {(draw: () => any) => () => void} watch calls a function when the plans have changed;
 * returns a function that ends that
 * @property {(fields: object, words: Words, isWaiting: () => boolean) => Promise<?Problem>} save
 * changes the plans. The problem is returned only if the popover is still waiting for it; otherwise
 * it is shown on the page
 */

/**
 * A value of plans.
 * @typedef {object} Value
 * @property {string} name
 * @property {string} title
 * @property {(value: Value, subject: Subject, anchor: () => ?HTMLElement) => any} pick opens its
 * popover
 * @property {(plan: AnyPlan) => any} now returns the value of a plan
 * @property {(plan: AnyPlan, state: BoardState) => Child} show returns the value as it is shown;
 * nothing if the plan has none
 * @property {(value: string) => object} [write] returns the fields of a change that sets the value;
 * an empty text clears it
 * @property {boolean} [isMany] whether a plan can have several values
 * @property {(values: string[]) => object} [with] the fields that add values
 * @property {(values: string[]) => object} [without] the fields that remove values
 * @property {(subject: Subject, now: string[]) => Option[]} [options] returns the options
 * @property {Adding} [add] how a new value is added that is not an option yet
 * @property {string} [forms] the accepted forms of a typed value
 * @property {boolean} [isRequired] whether the value can't be cleared
 * @property {string[]} [quick] values that can be chosen by a click
 * @property {Record<string, any>} [props] attributes of the box
 * @property {string} [help]
 * @property {(plan: AnyPlan) => ?string} [address] returns the URL to which the value links
 */

/**
 * How new values are added: the words of the box and of the row, and the values for a typed text.
 * If `isSafe` is false, Enter alone does not add a value. `make` is called before the value is set,
 * and returns the problem if it fails.
 * @typedef {{find: string, empty: string, isSafe: boolean, words: (values: string[]) => string,
 *   values: (text: string) => string[],
 *   make?: (subject: Subject, value: string) => Promise<?Problem>}} Adding
 */

const NONE = { value: '', label: 'None' };

/** Splits labels at commas; a `#` before a label is dropped. @param {string} text */
export const labelsOf = text => text.split(',')
  .map(each => each.trim().replace(/^#+/, '')).filter(Boolean);

const capital = text => text[0].toUpperCase() + text.slice(1);

// People and labels

/** @type {Adding} */
const NEW_PERSON = {
  find: 'Name or address',
  empty: 'Type a name or an address',
  isSafe: false,
  words: ([person]) => `Add “${person}”, who is new here`,
  values: text => [text.replace(/^@/, '')].filter(text => text && text !== 'me'),
};

/** @type {Adding} */
const NEW_LABEL = {
  find: 'Find or add a label', empty: 'Type a name to add the first label', isSafe: true,
  words: labels => `Add ${labels.map(label => `“${label}”`).join(', ')}`, values: labelsOf,
};

/**
 * A new milestone is first added to the board, and then set on the plans.
 * @type {Adding}
 */
const NEW_MILESTONE = {
  find: 'Find or add a milestone', empty: 'Type a name to add the first milestone', isSafe: true,
  words: ([name]) => `Add “${name}”`, values: text => text ? [text] : [],
  make: ({ state }, name) => attempt(fails => change(state, 'add-milestone', { name },
    { done: () => `Added the milestone “${isolated(name)}”`, fails })),
};

/**
 * A new iteration follows the last one and has the same length. The first iteration takes two weeks
 * from this Monday.
 * @param {Phase[]} choices the iterations of the board @returns {Adding}
 */
const newIteration = choices => ({
  find: 'Find or add an iteration',
  empty: 'Type a name to add the first iteration',
  isSafe: true,
  words: ([name]) =>
    `Add “${name}”, ${choices.length > 0 ? 'after the last one' : 'two weeks from this Monday on'}`,
  values: text => text ? [text] : [],
  make: ({ state }, name) => attempt(fails => change(state, 'add-iteration',
    { name, ...choices.length === 0 && { every: '2w', start: mondayOf(state.today) } },
    { done: answer => answer.message, fails })),
});

/**
 * Returns the known people, beginning with this person.
 * @param {Subject} subject @param {string[]} now
 */
function peopleOptions({ names, state }, now) {
  const { me } = state.server;
  const people = [...new Set([me, ...now, ...names.people].filter(Boolean))];
  return people.map(person => ({
    value: person,
    label: shortName(person),
    sign: () => face(person),
    hint: person === me ? 'you' : /<([^>]+)>$/.exec(person)?.[1],
    find: person === me ? 'me' : undefined,
  }));
}

/** @param {Subject} subject @param {string[]} now */
const labelOptions = ({ names }, now) => [...new Set([...now, ...names.labels])]
  .map(label => ({ value: label, label, sign: () => h('span.dot', { 'data-h': hueOf(label) }) }));

const showPerson = person => person
  && [face(person), h('span.words', { dir: 'auto' }, shortName(person))];
const showPeople = people => people.length > 0 && (people.length === 1
  ? showPerson(people[0])
  : [
    h('span.faces', null, people.slice(0, 5).map(face)),
    people.length > 5 && `+${people.length - 5}`,
  ]);

/** @type {Value} */
const ASSIGNED = {
  name: 'assignees',
  title: 'Assigned',
  pick: pickFromList,
  isMany: true,
  now: plan => plan.assignees,
  options: peopleOptions,
  add: NEW_PERSON,
  with: people => ({ assign: people }),
  without: people => ({ noAssign: people }),
  show: plan => showPeople(plan.assignees),
};

/** @type {Value} */
const LABELS = {
  name: 'labels',
  title: 'Labels',
  pick: pickFromList,
  isMany: true,
  now: plan => plan.labels,
  options: labelOptions,
  add: NEW_LABEL,
  with: labels => ({ label: labels }),
  without: labels => ({ noLabel: labels }),
  show: plan => plan.labels.length > 0 && plan.labels.map(labelChip),
};

/** @type {Value} */
const COLUMN = {
  name: 'column',
  title: 'Column',
  pick: pickFromList,
  now: plan => plan.state,
  write: column => ({ column }),
  options: ({ state }) => state.knownColumns().map(({ id, title }) => ({
    value: id,
    label: title,
    sign: () => stateSign(state.columns, id),
  })),
  show: (plan, state) => [
    stateSign(state.columns, plan.state),
    h('span.words', { dir: 'auto' }, state.column(plan.state)?.title ?? plan.state),
  ],
};

// Properties

/**
 * Returns the milestones or iterations to choose from: open ones, and those of the plans.
 * @param {Phase[]} choices @param {string[]} now
 */
const phaseOptions = (choices, now) => [
  NONE,
  ...choices.filter(each => !each.closed || now.includes(each.id)).map(each => ({
    value: each.id,
    label: each.title ?? each.id,
    hint: each.due ?? each.last ?? (each.title && each.title !== each.id ? each.id : undefined),
  })),
  ...now.filter(id => !choices.some(each => each.id === id))
    .map(id => ({ value: id, label: id, hint: 'not on the board' })),
];

/**
 * The special functions and attributes of each kind of property.
 * @type {Record<string, (of: Property) => object>}
 */
const KINDS = {
  priority: ({ name }) => ({
    pick: pickFromList, show: plan => plan[name] && [priorityIcon(plan[name]), capital(plan[name])],
    options: () => [
      // Their numbers find them, as in other trackers.
      ...PRIORITIES.map((each, index) => ({
        value: each,
        label: capital(each),
        sign: () => priorityIcon(each),
        hint: String(index + 1),
      })),
      { ...NONE, hint: '0' },
    ],
  }),
  phase: ({ name, choices = [] }) => ({
    pick: pickFromList,
    options: (_, now) => phaseOptions(choices, now),
    add: name === 'milestone' ? NEW_MILESTONE
      : name === 'iteration' ? newIteration(choices)
      : undefined,
    show: plan => plan[name] && h('span.words', { dir: 'auto' },
      choices.find(each => each.id === plan[name])?.title ?? plan[name]),
  }),
  person: ({ name }) => ({
    pick: pickFromList, add: NEW_PERSON, show: plan => showPerson(plan[name]),
    options: (subject, now) => [...peopleOptions(subject, now), NONE],
  }),
  day: ({ name }) => ({
    pick: pickDay,
    show: (plan, state) => plan[name] && showDay(plan, name, state),
  }),
  number: () => ({ quick: ['1', '2', '3', '5', '8', '13'], props: { inputmode: 'decimal' } }),
  moment: ({ name }) => ({ show: plan => plan[name] && moment(plan[name]) }),
};

/**
 * Shows a day. The due date has the same colour as on the card.
 * @param {AnyPlan} plan @param {string} name @param {BoardState} state
 */
function showDay(plan, name, state) {
  const words = dayWords(plan[name], state.today);
  return name === 'due' && state.cards.get(plan.id)?.overdue
    ? h('span.chip.late', null, words)
    : words;
}

/** @param {Property} property @returns {Value} */
const ofProperty = property => ({
  name: property.name,
  title: property.title,
  forms: property.forms,
  pick: pickText,
  now: plan => plan[property.name],
  write: text => ({ [property.name]: text || 'none' }),
  show: plan => plan[property.name] != null
    && h('span.words', { dir: 'auto' }, String(plan[property.name])),
  ...KINDS[property.kind]?.(property),
});

// Fields of the board

/**
 * Returns the value of a custom field in words.
 * @param {any} value
 */
export const customWords = value => Array.isArray(value) ? value.join(', ')
  : value === true ? 'yes'
  : value === false ? 'no'
  : String(value);

const HELP = {
  number: 'A number',
  day: 'A day',
  url: 'An address: https://…',
  text: 'A line of text',
};

const optionsOf = options => options.map(option => ({ value: option, label: option }));

/** The parts of each kind of field. @type {Record<string, (field: CustomField) => object>} */
const CUSTOM = {
  choice: ({ options }) => ({ pick: pickFromList, options: () => [...optionsOf(options), NONE] }),
  choices: ({ id, options }) => ({
    pick: pickFromList,
    isMany: true,
    options: (_, now) => optionsOf([...new Set([...options, ...now])]),
    with: add => ({ custom: { [id]: { add } } }),
    without: remove => ({ custom: { [id]: { remove } } }),
  }),
  'yes-no': ({ id }) => ({
    pick: pickFromList,
    now: plan => plan.custom[id] == null ? null : customWords(plan.custom[id]),
    options: () => [{ value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }, NONE],
    write: text => ({ custom: { [id]: text ? text === 'yes' : null } }),
  }),
  person: ({ id }) => ({
    pick: pickFromList,
    add: NEW_PERSON,
    options: (subject, now) => [...peopleOptions(subject, now), NONE],
    show: plan => showPerson(plan.custom[id]),
  }),
  day: ({ id }) => ({
    pick: pickDay,
    show: (plan, state) => plan.custom[id] && dayWords(plan.custom[id], state.today),
  }),
  number: () => ({ props: { inputmode: 'decimal' } }),
  // The server allows only the schemes http and https.
  url: ({ id }) => ({ props: { inputmode: 'url' }, address: plan => plan.custom[id] }),
};

/** @param {CustomField} field @returns {Value} */
const ofField = field => ({
  name: `field/${field.id}`,
  title: field.title,
  help: field.help,
  forms: field.help ?? HELP[field.kind],
  pick: pickText,
  now: plan => plan.custom[field.id],
  write: text => ({ custom: { [field.id]: text || null } }),
  show: plan => hasValue(plan.custom[field.id])
    && h('span.words', { dir: 'auto' }, customWords(plan.custom[field.id])),
  ...CUSTOM[field.kind]?.(field),
});

const hasValue = value => Array.isArray(value) ? value.length > 0 : value != null;

/** The properties that come before and after the labels, and those that come last. */
const FIRST = ['priority', 'due', 'estimate'];
const NEXT = ['milestone', 'iteration', 'start'];
const LAST = ['owner', 'lease'];

/**
 * Returns the values of the board's plans, in the order of the open plan's rows.
 * @param {BoardState} state @returns {Value[]}
 */
export function valuesOf({ fields, properties }) {
  const named = names => names.map(name => properties.find(each => each.name === name))
    .filter(Boolean).map(ofProperty);
  const rest = properties.filter(({ name }) => ![FIRST, NEXT, LAST].flat().includes(name));
  return [
    COLUMN,
    ASSIGNED,
    ...named(FIRST),
    LABELS,
    ...named(NEXT),
    ...rest.map(ofProperty),
    ...fields.map(ofField),
    ...named(LAST),
  ];
}

/**
 * The title. It is edited where it is shown; the popover is used where it is not, as in a calendar.
 * @type {Value}
 */
export const TITLE = {
  name: 'title',
  title: 'Title',
  pick: pickText,
  now: plan => plan.title,
  write: title => ({ title }),
  isRequired: true,
  show: () => null,
};

/** The names of the values that shortcuts, menus and cells of the list set, by action. */
const ACTS = {
  due: 'due', priority: 'priority', assign: 'assignees', labels: 'labels', moveTo: 'column',
  estimate: 'estimate', milestone: 'milestone', iteration: 'iteration',
};

/**
 * Returns the value that an action sets.
 * @param {BoardState} state @param {string} act @returns {Value | undefined}
 */
export const valueOf = (state, act) => act === 'edit'
  ? TITLE
  : valuesOf(state).find(({ name }) => name === ACTS[act]);
