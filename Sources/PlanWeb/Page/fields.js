// @ts-check
// Changes one field of plans by a key or from a menu: a dialog asks for the value.
import { attempt, edit, named } from './acts.js';
import { isolated } from './dom.js';
import { PRIORITIES } from './state.js';
import { ask, choose } from './menu.js';

/** Splits a text at commas. */
export const members = text => text.split(',').map(each => each.trim()).filter(Boolean);

/** Splits labels at commas; a `#` before a label is dropped. */
export const labelsOf = text => members(text).map(label => label.replace(/^#+/, '')).filter(Boolean);

/**
 * Returns the values of a milestone or an iteration, and their names: the open ones and the present one.
 * @param {Phase[]} choices @param {?string} now
 */
export function phasesOf(choices, now) {
  const offered = choices.filter(each => !each.closed || each.id === now)
    .map(each => [each.id, each.title && each.title !== each.id ? `${each.title} (${each.id})` : each.id]);
  const known = now == null || offered.some(([id]) => id === now);
  return [['none', 'none'], ...offered, ...(known ? [] : [[now, `${now} (not on the board)`]])];
}

/** The dialog of each action, and the fields to write for its answer. */
const QUESTIONS = {
  edit: ({ first }) => ({ title: 'Title', value: first.title, write: text => ({ title: text }) }),
  due: ({ first }) => ({
    title: 'Due', value: first.due ?? '', hint: 'fri, 2w, eom, 2026-12-24; none takes it off',
    write: text => ({ due: text || 'none' }),
  }),
  assign: context => several(context, 'Assigned', context.first.assignees, context.names.of('people'), ['assign', 'assignees'], members),
  labels: context => several(context, 'Labels', context.first.labels, context.names.of('labels'), ['label', 'labels'], labelsOf),
};

/** Returns the dialog of a field with several values. For one plan they are replaced, for several plans they are added. */
const several = ({ ids }, title, now, names, [adds, gives], read) => ({
  title, value: ids.length > 1 ? '' : now.map(each => `${each}, `).join(''), names, isContinued: true,
  hint: ids.length > 1 ? 'Added to the existing values; separate several with commas' : 'Separate several with commas',
  write: text => ({ [ids.length > 1 ? adds : gives]: read(text) }),
});

/**
 * Returns what to ask for an action, and how to write the answer.
 * @param {string} act @param {{ids: string[], names: import('./names.js').Names, first: Card}} context
 */
export const questionOf = (act, context) => QUESTIONS[act](context);

/** Asks for the value of a field and writes it to plans. The change is based on the board as it was when the dialog opened. */
export async function askField(page, act, ids) {
  const { names, state } = page;
  const commit = state.basis;
  // The list has editors in its cells.
  if (ids.length === 1 && page.place.edit?.(ids[0], act)) return undefined;
  if (act === 'priority') return askPriority(state, ids, commit);
  const { title, write, ...options } = questionOf(act, { ids, names, first: state.cards.get(ids[0]) });
  return ask(`${title} – ${named(state, ids)}`, {
    ...options, take: text => attempt(fails => edit(state, ids, { ...write(text.trim()), commit }, { fails, words: `${title} of ${named(state, ids)}: ${isolated(text.trim().replace(/,$/, '')) || 'none'}` })),
  });
}

const askPriority = (state, ids, commit) => choose('Priority', [...PRIORITIES, 'none'].map(priority => ({
  label: priority, act: () => edit(state, ids, { priority, commit }, { words: `Priority of ${named(state, ids)}: ${priority}` }),
})));
