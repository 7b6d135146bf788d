// @ts-check
// Edits a milestone in place: its title and its due day in popovers, and its removal after a
// confirmation.
import { attempt, change } from '../commands/acts.js';
import { confirm, menu } from '../controls/menu.js';
import { dayWords } from '../state/days.js';
import { isolated } from '../controls/dom.js';
import { pickDay } from '../controls/pick-day.js';
import { pickText } from '../controls/pick-text.js';
import { tellProblem } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../plan/plan-values.js').Value} Value */
/**
 * The milestones that are shown. `find` returns one by its id, `anchor` returns the control beside
 * which a popover opens, and `watch` calls a function whenever they are drawn again.
 * @typedef {object} Shown
 * @property {(id: string) => ?Milestone} find
 * @property {(id: string, name: string) => ?HTMLElement} anchor
 * @property {(draw: () => any) => () => void} watch
 */

export const nameOf = ({ id, title }) => title ?? id;

/** @type {Value} */
const NAME = {
  name: 'title',
  title: 'Title',
  pick: pickText,
  now: nameOf,
  write: text => ({ title: text || 'none' }),
  forms: 'Without a title, its id is shown.',
  show: () => null,
};

/** @type {Value} */
const DUE = {
  name: 'due',
  title: 'Due',
  pick: pickDay,
  now: each => each.due,
  write: text => ({ due: text || 'none' }),
  show: () => null,
};

/**
 * Opens the popover of a value of a milestone.
 * @param {BoardState} state @param {Shown} shown @param {string} id @param {Value} value
 */
function pick(state, shown, id, value) {
  const basis = state.basis;
  const save = async (fields, words, isWaiting) => {
    const name = isolated(nameOf(shown.find(id) ?? { id, title: null }));
    const day = fields.due
      && await state.api.get('day', { words: fields.due }).then(found => found.day, () => null);
    const told = () => {
      const set = day
        ? dayWords(day)
        : isolated(typeof words === 'function' ? words() : words) || 'none';
      return `${value.title} of “${name}”: ${set}`;
    };
    const problem = await attempt(fails => change(state, 'set-milestone',
      { milestone: id, ...fields }, { done: told, fails }));
    if (problem && !isWaiting()) {
      tellProblem(problem, 'change', () => save(fields, words, () => false));
    }
    return problem;
  };
  value.pick(value, {
    state,
    names: null,
    about: `milestone/${id}`,
    plans: () => [shown.find(id)].filter(Boolean),
    commit: () => basis,
    watch: draw => shown.watch(draw),
    save,
  }, () => shown.anchor(id, value.name));
}

/** @param {BoardState} state @param {Shown} shown @param {string} id */
export const pickDue = (state, shown, id) => pick(state, shown, id, DUE);

/**
 * Removes a milestone; if it has plans, after a confirmation.
 * @param {BoardState} state @param {{id: string, title: string | null, plans: number}} milestone
 */
export async function removeMilestone(state, milestone) {
  const { id, plans } = milestone;
  const name = isolated(nameOf(milestone));
  const left = plans === 1 ? '1 plan keeps its name' : `${plans} plans keep its name`;
  const isSure = plans === 0 || await confirm(`Remove ${name}?`,
    `${left}, until somebody gives them another milestone, or none.`, 'Remove');
  return isSure && change(state, 'remove-milestone', { milestone: id },
    { done: () => `Removed the milestone “${name}”` });
}

/**
 * Shows a menu of the actions for a milestone.
 * @param {BoardState} state @param {Shown} shown @param {string} id
 * @param {() => any} show shows its plans
 */
export function milestoneMenu(state, shown, id, show) {
  const milestone = shown.find(id);
  if (!milestone) return;
  menu(nameOf(milestone), [
    { label: 'Show its plans', icon: 'board', act: show },
    { label: 'Change the title', icon: 'edit', act: () => pick(state, shown, id, NAME) },
    { label: 'Set the due day', icon: 'calendar', act: () => pick(state, shown, id, DUE) },
    {
      label: 'Remove',
      icon: 'bin',
      group: 'remove',
      isDanger: true,
      act: () => { const now = shown.find(id); return now && removeMilestone(state, now); },
    },
  ]);
}
