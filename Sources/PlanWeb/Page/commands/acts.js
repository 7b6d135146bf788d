// @ts-check
// The changes that a person can make on the board, by a key, a menu, a drag or a button. Each one
// calls the command of the same name, and sends the commit on which the change was decided.
import { isolated, say } from '../controls/dom.js';
import { keysOf, lettersAreOff } from './keys.js';
import { Problem, sentence } from '../state/problem.js';
import { dismissChanges, tellProblem, toast } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../controls/toast.js').Action} Action */
/** @typedef {(problem: Problem, of?: string, again?: ?(() => any)) => void} Fails */

/**
 * The changes that can be repeated after a failure: if the first attempt was made after all, the
 * second one changes nothing.
 */
const REPEATABLE = [
  'edit', 'move', 'delete', 'restore', 'resolve', 'take', 'title', 'set-column', 'remove-column',
];

/** Returns why the board can't be changed. */
export const READ_ONLY = state => state.at != null
  ? 'The past can’t be changed: go back to the present first'
  : 'This board is opened for reading only';

const titleOf = (state, id) => state.cards.get(id)?.title ?? id;

/** Returns the plans in words: “Fix login”, or 3 plans. */
export const named = (state, ids) => ids.length === 1
  ? `“${isolated(titleOf(state, ids[0]))}”`
  : `${ids.length} plans`;

/**
 * Makes a change and shows it. If it fails, the page shows the board without it.
 * @param {BoardState} state
 * @param {string} command the command
 * @param {object | (() => object)} body its values, or a function that returns them, or that throws
 * the reason if there are none
 * @param {object} options
 * @param {(answer: ChangeDocument) => string} options.done returns what was done, in words
 * @param {?Action} [options.action] the button of the message; an undo button by default
 * @param {boolean} [options.isQuiet] whether the caller reports the change itself
 * @param {boolean} [options.notes] whether to show notices that are not warnings
 * @param {?(() => any)} [options.again] makes the change again after a failure; null if another
 * control does that
 * @param {() => void} [options.takeBack] removes what the page showed of the change before the
 * answer
 * @param {Fails} [options.fails] shows the error
 * @returns {Promise<?ChangeDocument>} null if the change failed
 */
export async function change(state, command, body, options) {
  const { isQuiet = false, takeBack, fails = tellProblem } = options;
  /** @type {ChangeDocument} */
  let answer;
  try {
    // An editor that was open before the past was shown may still send a change.
    if (state.isReadOnly) throw new Problem({ message: READ_ONLY(state) });
    answer = await state.make(command, typeof body === 'function' ? body() : body);
  } catch (problem) {
    takeBack?.();
    state.changed();
    const again = REPEATABLE.includes(command) ? () => change(state, command, body, options) : null;
    fails(problem, 'change', options.again === undefined ? again : options.again);
    // The change may have failed because somebody else changed the same thing.
    await state.load().catch(() => {});
    return null;
  }
  dismissChanges();
  if (!isQuiet) tellDone(state, answer, options);
  // The change is made. If the connection breaks now, `Follower` reports it.
  await state.settle().catch(() => {});
  return answer;
}

/** Returns the key of an action that works now, also if letters are off. @param {string} act */
const keyOf = act => keysOf(act)[lettersAreOff() ? 1 : 0];

/**
 * Reports what a change did.
 * @param {BoardState} state @param {ChangeDocument} answer
 * @param {Parameters<typeof change>[3]} options
 */
function tellDone(state, answer, options) {
  const { done, action, notes = true } = options;
  const shorts = new Set([...state.cards.values()].map(({ short }) => short));
  const isID = word => shorts.has(word);
  const text = sentence(answer.changed === false ? 'Nothing to change' : done(answer), isID);
  const all = (answer.notices ?? [])
    .map(notice => ({ ...notice, message: sentence(notice.message, isID) }));
  const next = action === undefined
    ? { label: 'Undo', key: keyOf('undo'), act: () => undo(state, answer.commit) }
    : action;
  toast(text, answer.changed === false ? null : next,
    notes ? all : all.filter(notice => notice.warning));
}

/**
 * Makes a change for a dialog, and returns the error instead of showing it.
 * @param {(fails: Fails) => Promise<any>} make
 * @returns {Promise<?Problem>} the error; null if the change was made
 */
export async function attempt(make) {
  let problem = null;
  await make(each => { problem = each; });
  return problem;
}

/**
 * Adds a copy of a template.
 * @param {BoardState} state @param {string} id of the template
 */
export const addFrom = (state, id) => change(state, 'add', { from: id },
  { done: answer => `Added ${named(state, answer.plans)} from its template` });

/**
 * Returns plans in the order of the ranks that they get in a column, so that the column shows them
 * in the given order. Done columns show the order of ranks reversed.
 * @param {Column} column @param {string[]} ids
 */
const inRankOrder = (column, ids) => column.kind === 'done' ? [...ids].reverse() : ids;

/**
 * Moves plans to a column, and shows them there before the server has answered.
 * @param {BoardState} state @param {string[]} ids in the order in which the column will show them
 * @param {string} columnID
 * @param {?{above?: string, below?: string}} between the neighbours on the page; null for the
 * column's end
 */
export function move(state, ids, columnID, between = null) {
  const column = state.column(columnID);
  const isReversed = column.kind === 'done';
  const [prev, next] = isReversed
    ? [between?.below, between?.above]
    : [between?.above, between?.below];
  const place = next ? { before: next } : prev ? { after: prev } : {};
  const plans = inRankOrder(column, ids);
  const takeBack = state.place(plans, columnID, { prev, next });
  return change(state, 'move', { plans, column: columnID, ...place }, {
    takeBack,
    done: () => {
      const lane = state.lanes().find(each => each.column.id === columnID);
      const number = (lane?.cards ?? []).findIndex(card => card.id === ids[0]) + 1;
      return `Moved ${named(state, ids)} to ${column.title}`
        + (number ? `, ${number} of ${state.countIn(lane)}` : '');
    },
  });
}

/**
 * Moves plans to another row of a grouped board, and to a column in it.
 * @param {BoardState} state @param {string[]} ids
 * @param {object} fields the fields that change with the row
 * @param {{row: string, column: string}} target
 */
export function regroup(state, ids, fields, { row, column }) {
  const { grouping } = state;
  const value = grouping === 'parent' && row ? titleOf(state, row) : row;
  const group = value ? `the ${grouping} ${isolated(value)}` : `no ${grouping}`;
  return edit(state, inRankOrder(state.column(column), ids), { ...fields, column },
    { words: `Moved ${named(state, ids)} to ${group}, in ${state.column(column).title}` });
}

/**
 * @param {BoardState} state @param {string[]} ids @param {object} fields
 * @param {{words?: string | (() => string), fails?: Fails}} options what was done, in words, and a
 * function that shows the error
 */
export const edit = (state, ids, fields, { words, fails } = {}) =>
  change(state, 'edit', { plans: ids, ...fields }, {
    done: () => (typeof words === 'function' ? words() : words) ?? `Changed ${named(state, ids)}`,
    fails,
  });

export function remove(state, ids) {
  const name = named(state, ids);
  return change(state, 'delete', { plans: ids }, { done: () => `Deleted ${name}` });
}

/**
 * Returns what an undo or a redo did, in words: `Undid: “Fix login”: Doing → Todo`, or the server's
 * words for the board's settings.
 * @param {string} verb @param {Pick<ChangeDocument, 'lines' | 'notices'>} answer
 */
export function alteredWords(verb, { lines = [], notices }) {
  if (!lines.length) return notices[0]?.message ?? `${verb} nothing`;
  const [{ title, words }] = lines;
  if (lines.length === 1) return `${verb}: “${isolated(title)}”: ${words}`;
  const isOne = lines.every(line => line.words === words);
  return `${verb}: ${lines.length} plans` + (isOne ? `: ${words}` : '');
}

/**
 * Undoes the person's last change, even if it was made elsewhere, such as in a terminal.
 * @param {BoardState} state
 * @param {string} [of] the commit to undo; nothing is undone if a later change stands in the way
 * @param {number} [count] how many changes to undo: that one, and those before it
 */
export const undo = (state, of, count) => change(state, 'undo', { commit: undefined, of, count }, {
  done: answer => alteredWords('Undid', answer),
  action: { label: 'Redo', key: keyOf('redo'), act: () => redo(state) },
  notes: false,
});

export const redo = state => change(state, 'redo', { commit: undefined }, {
  done: answer => alteredWords('Redid', answer), notes: false,
});

/**
 * Syncs in the background: changes can be made and shown meanwhile.
 * @param {BoardState} state @param {() => any} showConflicts
 */
export async function sync(state, showConflicts) {
  say('Syncing');
  document.body.classList.add('syncing');
  try {
    const answer = await state.api.post('sync');
    const action = answer.conflicts
      ? { label: 'Show what is to decide', act: showConflicts }
      : null;
    toast(answer.message, action, answer.notices ?? []);
    await state.catchUp().catch(() => {});
  } catch (problem) {
    tellProblem(problem);
  } finally {
    document.body.classList.remove('syncing');
  }
}

export const take = (state, id) =>
  change(state, 'take', { plan: id, commit: undefined },
    { done: () => `Took ${named(state, [id])}` });
