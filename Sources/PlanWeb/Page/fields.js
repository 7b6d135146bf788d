// @ts-check
// Changing one field of plans by a key or from a menu: a question, and the answer is written.
import { attempt, edit, named } from './acts.js';
import { isolated } from './dom.js';
import { PRIORITIES } from './state.js';
import { ask, choose } from './menu.js';

/** The members that a person wrote with commas between. */
export const members = text => text.split(',').map(each => each.trim()).filter(Boolean);

/** Labels as a person wrote them, with or without the sign that cards show before them. */
export const labelsOf = text => members(text).map(label => label.replace(/^#+/, '')).filter(Boolean);

/** The questions by the acts that ask them: what the dialog has, and what of its answer is written. */
const QUESTIONS = {
  edit: ({ first }) => ({ title: 'Title', value: first.title, write: text => ({ title: text }) }),
  due: ({ first }) => ({
    title: 'Due', value: first.due ?? '', hint: 'fri, 2w, eom, 2026-12-24; none takes it off',
    write: text => ({ due: text || 'none' }),
  }),
  assign: context => several(context, 'Assigned', context.first.assignees, context.names.of('people'), ['assign', 'assignees'], members),
  labels: context => several(context, 'Labels', context.first.labels, context.names.of('labels'), ['label', 'labels'], labelsOf),
};

/** A field with several values: of one plan they are given anew, to several plans they are added. */
const several = ({ ids }, title, now, names, [adds, gives], read) => ({
  title, value: ids.length > 1 ? '' : now.map(each => `${each}, `).join(''), names, isContinued: true,
  hint: ids.length > 1 ? 'They get these besides what they have; several with commas between' : 'Several with commas between',
  write: text => ({ [ids.length > 1 ? adds : gives]: read(text) }),
});

/** Asks for the value of a field, and gives it to plans: a change that is decided on what was there when it was asked. */
export async function askField(page, act, ids) {
  const { names, state } = page;
  const commit = state.basis;
  if (act === 'priority') return askPriority(state, ids, commit);
  const { title, write, ...options } = QUESTIONS[act]({ ids, names, first: state.cards.get(ids[0]) });
  return ask(`${title} – ${named(state, ids)}`, {
    ...options, take: text => attempt(fails => edit(state, ids, { ...write(text.trim()), commit }, { fails, words: `${title} of ${named(state, ids)}: ${isolated(text.trim().replace(/,$/, '')) || 'none'}` })),
  });
}

const askPriority = (state, ids, commit) => choose('Priority', [...PRIORITIES, 'none'].map(priority => ({
  label: priority, act: () => edit(state, ids, { priority, commit }, { words: `Priority of ${named(state, ids)}: ${priority}` }),
})));
