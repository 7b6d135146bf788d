// @ts-check
// What new plans get besides the values in their lines: as parts of a plan, or as a copy of one.
import { chip } from '../controls/chips.js';
import { named } from '../commands/acts.js';
import { givenChip, presetChip } from './marks.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/**
 * The name of the draft of the line, the title of the dialog, the first line, the fields for `add`,
 * and a function that returns their chips.
 * @typedef {{name: string, title: string, line: string, fields: object,
 *   chips: () => import('../controls/dom.js').Child}} Preset
 */

/** @type {QuickMark['kind'][]} The values of a copy that are shown like marks of a line. */
const MARKED = ['priority', 'due', 'milestone'];

/** The other values of a copy, with their icons. */
const OTHERS = { estimate: 'estimate', start: 'calendar', iteration: 'sync' };

const COPIED = [...MARKED, ...Object.keys(OTHERS)];

/**
 * Returns what the parts of a plan get.
 * @param {BoardState} state @param {string} id @returns {Preset}
 */
export const partOf = (state, id) => ({
  name: `${id}/part`,
  title: `New sub-plan of ${named(state, [id])}`,
  line: '',
  fields: { link: [`parent:${id}`] },
  chips: () => presetChip('parent', id, state.cards.get(id)?.title ?? id),
});

/**
 * Returns what a copy of a plan gets: what the plan is about, but not what happened to it, such as
 * its owner and its comments. Lines of its checklist are not done.
 * @param {BoardState} state @param {string} id @returns {Promise<Preset>}
 */
export async function copyOf(state, id) {
  const found = /** @type {PlanDocument} */ (await state.api.get('plan', { id }));
  const plan = withoutGonePhases(found.plan, state);
  const { links } = found;
  return {
    name: `${id}/copy`,
    title: `Duplicate ${named(state, [id])}`,
    line: plan.title,
    fields: copiedFields(plan, links.filter(({ kind }) => kind === 'parent')),
    chips: () => copiedChips(plan, state),
  };
}

/**
 * Returns a plan without a milestone or an iteration that was removed from the board, because a new
 * plan can't have one.
 * @param {Plan} plan @param {BoardState} state @returns {Plan}
 */
function withoutGonePhases(plan, state) {
  const isGone = name => !state.properties.find(each => each.name === name)?.choices
    ?.some(({ id }) => id === plan[name]);
  const gone = ['milestone', 'iteration'].filter(name => plan[name] != null && isGone(name));
  return { ...plan, ...Object.fromEntries(gone.map(name => [name, null])) };
}

/**
 * @param {Plan} plan @param {{link: string}[]} parents
 */
export const copiedFields = (plan, parents) => ({
  ...Object.fromEntries(COPIED.filter(name => plan[name] != null)
    .map(name => [name, String(plan[name])])),
  ...plan.body && { body: plan.body },
  label: plan.labels,
  assign: plan.assignees,
  link: parents.map(({ link }) => link),
  check: plan.checklist.map(({ text }) => text),
  custom: plan.custom,
});

/** @param {Plan} plan @param {BoardState} state */
function copiedChips(plan, state) {
  const count = plan.checklist.length;
  const customs = Object.keys(plan.custom).length;
  return [
    plan.body && chip('edit', 'Description', 'Copied', 'Description'),
    count > 0 && chip('task', count, 'Lines of the checklist'),
    plan.labels.map(label => givenChip('label', label, state)),
    plan.assignees.map(person => givenChip('person', person, state)),
    MARKED.map(name => plan[name] != null && givenChip(name, plan[name], state)),
    Object.entries(OTHERS).map(([name, sign]) =>
      plan[name] != null && chip(sign, plan[name], name[0].toUpperCase() + name.slice(1))),
    customs > 0 && chip('tag', customs, 'Fields of the board'),
  ];
}
