// @ts-check
// The columns of the list: what each shows of a plan, the field by which it sorts, and how its
// cells are edited.
import { chip, commentsChip, dueChip, faces, fieldWords, labelChips } from '../controls/chips.js';
import { priorityChip, stateSign } from '../controls/chips.js';
import { h, moment } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
import { peopleOf } from './card.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/**
 * A column of the list.
 * @typedef {object} ListColumn
 * @property {string} name its name in the storage, and in the style sheet with the prefix `c-`
 * @property {string} title
 * @property {string} [sort] the field by which a click on its head sorts
 * @property {string} [act] the action that edits its cell
 * @property {(card: Card, state: BoardState) => import('../controls/dom.js').Child} show
 */

const DAY = 86_400_000;
const AGES = [
  [365 * DAY, 'y'],
  [30 * DAY, 'mo'],
  [7 * DAY, 'w'],
  [DAY, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/**
 * Returns how long ago a moment was, in a short form: `3 h`, `2 w`, `now`.
 * @param {?string} at @param {number} now in milliseconds
 */
export function ago(at, now) {
  const time = now - Date.parse(at ?? '');
  if (Number.isNaN(time)) return '';
  const [length, unit] = AGES.find(each => time >= Number(each[0])) ?? [];
  return length ? `${Math.floor(time / Number(length))} ${unit}` : 'now';
}

const age = at => at && h('time', { datetime: at, title: moment(at) }, ago(at, Date.now()));

/**
 * The title of a milestone or an iteration.
 * @param {BoardState} state @param {string} name @param {?string} [id]
 */
const phase = (state, name, id) => id && (state.properties.find(each => each.name === name)
  ?.choices?.find(each => each.id === id)?.title
  ?? id);

/**
 * @type {ListColumn[]} The columns that a person can show or hide, in order. The title is always
 * shown.
 */
const COLUMNS = [
  {
    name: 'priority',
    title: 'Priority',
    sort: 'priority',
    act: 'priority',
    show: card => priorityChip(card.priority),
  },
  { name: 'id', title: 'Id', show: card => h('span.id', null, card.short) },
  { name: 'title', title: 'Title', sort: 'title', act: 'edit', show: () => null },
  {
    name: 'state',
    title: 'Column',
    sort: 'state',
    act: 'moveTo',
    show: (card, state) => [
      stateSign(state.columns, card.state),
      ' ',
      state.column(card.state)?.title ?? card.state,
    ],
  },
  {
    name: 'labels',
    title: 'Labels',
    act: 'labels',
    show: card => card.labels.length > 0 && labelChips(card.labels),
  },
  {
    name: 'milestone',
    title: 'Milestone',
    act: 'milestone',
    show: (card, state) => phase(state, 'milestone', card.milestone),
  },
  {
    name: 'iteration',
    title: 'Iteration',
    act: 'iteration',
    show: (card, state) => phase(state, 'iteration', card.iteration),
  },
  {
    name: 'progress',
    title: 'Progress',
    show: card => h('span', null,
      card.checklist && chip('task', `${card.checklist.done}/${card.checklist.total}`,
        'Lines of the checklist that are done'),
      commentsChip(card.comments)),
  },
  {
    name: 'estimate',
    title: 'Estimate',
    sort: 'estimate',
    act: 'estimate',
    show: card => card.estimate != null && String(card.estimate),
  },
  {
    name: 'due',
    title: 'Due',
    sort: 'due',
    act: 'due',
    show: (card, state) => dueChip(card, state.today),
  },
  { name: 'people', title: 'People', act: 'assign', show: card => faces(peopleOf(card)) },
  { name: 'updated', title: 'Changed', sort: 'updated', show: card => age(card.updated) },
  { name: 'created', title: 'Added', sort: 'created', show: card => age(card.created) },
];

/** The columns that are shown by default. */
const USUAL = ['priority', 'id', 'labels', 'progress', 'due', 'people', 'updated'];

/**
 * Returns all columns: those of every board, and one for each field of this board that cards show.
 * @param {BoardState} state @returns {ListColumn[]}
 */
export const allColumns = state => [
  ...COLUMNS,
  ...state.fields.filter(field => field.card).map(field => ({
    name: `field/${field.id}`,
    title: field.title,
    show: card => {
      const value = card.fields.find(each => each.id === field.id);
      return value && fieldWords(value, state);
    },
  })),
];

const key = state => `pmgit.list/${state.server.repository}/${state.name}`;

/** @param {BoardState} state @returns {string[]} the names of the chosen columns */
function chosenNames(state) {
  try {
    const kept = JSON.parse(localStorage.getItem(key(state)) ?? 'null');
    if (Array.isArray(kept)) return kept;
  } catch { /* The stored choice can't be parsed, so the usual columns are shown. */ }
  return [...USUAL, ...state.fields.filter(field => field.card).map(field => `field/${field.id}`)];
}

/** @param {BoardState} state @param {string[]} names */
function chooseNames(state, names) {
  try {
    localStorage.setItem(key(state), JSON.stringify(names));
  } catch {
    /* The choice lasts until the page is closed. */
  }
}

/**
 * Which columns the list shows: those of the shown saved view, or else those that were chosen in
 * this browser.
 */
export class ChosenColumns {
  /**
   * The columns that a person chose in a saved view with its own columns, until the page is closed.
   */
  #inView = { view: '', names: [] };

  /**
   * @param {BoardState} state
   * @param {() => SavedView | undefined} saved returns the saved view that is shown
   */
  constructor(state, saved) {
    this.state = state;
    this.saved = saved;
    this.own = chosenNames(state);
  }

  /** @returns {string[]} */
  get names() {
    const saved = this.saved();
    if (!saved?.columns) return this.own;
    return saved.name === this.#inView.view ? this.#inView.names : saved.columns;
  }

  /** @param {string[]} names */
  choose(names) {
    const saved = this.saved();
    if (saved?.columns) { this.#inView = { view: saved.name, names }; return; }
    this.own = names;
    chooseNames(this.state, names);
  }
}

/**
 * Returns the columns that are shown, in order.
 * @param {BoardState} state @param {string[]} names
 */
export const shownColumns = (state, names) => allColumns(state)
  .filter(column => column.name === 'title' || names.includes(column.name));

/** Returns the class of the cells of a column. @param {ListColumn} column */
export const classOf = ({ name }) => name.startsWith('field/') ? 'c-field' : `c-${name}`;

/** The icons of empty cells that can be filled, with the button's label. */
const UNSET = {
  due: ['calendar', 'Set due'],
  assign: ['user', 'Assign'],
  labels: ['tag', 'Add label'],
  priority: ['bars', ''],
  moveTo: ['move', 'Move'],
  milestone: ['flag', 'Set milestone'],
  iteration: ['sync', 'Set iteration'],
  estimate: ['estimate', 'Set'],
};

/**
 * Returns the icon of a plan's column before its title, as a button that moves the plan.
 * @param {Card} card @param {BoardState} state
 */
export const stateButton = (card, state) => h('button.cell.sign', {
  type: 'button',
  'data-edit': 'moveTo',
  'data-name': 'moveTo',
  'aria-haspopup': 'dialog',
  'aria-expanded': 'false',
  'aria-label': `Move ${card.short}: ${state.column(card.state)?.title ?? card.state}`,
  title: state.column(card.state)?.title ?? card.state,
}, stateSign(state.columns, card.state));

/**
 * Returns the button of a cell, which opens the editor of the cell.
 * @param {ListColumn} column @param {Card} card @param {import('../controls/dom.js').Child} shown
 */
export function cellButton(column, card, shown) {
  const [name, words] = UNSET[column.act];
  return h('button.cell', {
    type: 'button',
    'data-edit': column.act,
    'aria-haspopup': 'dialog',
    'aria-expanded': 'false',
    'aria-label': `${column.title} of ${card.short}`,
  }, shown || h('span.unset', null, icon(name), words));
}
