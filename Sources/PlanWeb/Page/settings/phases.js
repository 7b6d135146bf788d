// @ts-check
// The milestones and the iterations in the settings: their titles and days.
import { h } from '../controls/dom.js';
import { newBox, newRow, removeButton, rowList, textBox } from './rows.js';
import { phaseName, phasesOf } from '../board/grouping.js';
import { nameOf, removeMilestone } from '../time/milestone-edit.js';

/** @typedef {import('./settings.js').Drawn} Drawn */

/**
 * Returns the number of plans of a milestone or an iteration.
 * @param {Drawn} drawn @param {'milestone' | 'iteration'} kind @param {string} id
 */
const countOf = ({ state }, kind, id) =>
  [...state.cards.values()].filter(card => card[kind] === id).length;

/** @param {number} count */
const plansOf = count => count === 1 ? '1 plan' : `${count} plans`;

/** @type {import('./settings.js').Draw} */
export const drawMilestones = drawn => rowList('of-phases', ['Title', 'Due', 'Plans'],
  phasesOf(drawn.state, 'milestone').filter(each => !each.closed)
    .map(each => drawMilestone(each, drawn)),
  'The board has no open milestone.');

/** @param {Phase} milestone @param {Drawn} drawn */
function drawMilestone(milestone, drawn) {
  const { id } = milestone;
  const { act, state } = drawn;
  const name = nameOf(milestone);
  const now = () => phasesOf(state, 'milestone').find(each => each.id === id) ?? milestone;
  const plans = countOf(drawn, 'milestone', id);
  const set = (values, words, lines) =>
    act('set-milestone', { milestone: id, ...values }, words, lines);
  return h('li.of-phases', { 'data-id': id },
    textBox(drawn, `milestone/${id}/title`, `Title of ${name}`, { placeholder: id },
      () => nameOf(now()),
      (title, lines) => set({ title: title === id ? 'none' : title || 'none' },
        `Renamed “${name}” to “${title || id}”`, lines)),
    textBox(drawn, `milestone/${id}/due`, `Due of ${name}`, { placeholder: 'No day' },
      () => now().due ?? '',
      (due, lines) => set({ due: due || 'none' }, `Due of “${name}”: ${due || 'none'}`, lines)),
    h('small', null, plansOf(plans)),
    removeButton(`Remove ${name}`, () => removeMilestone(state, { ...now(), plans })));
}

/** @type {import('./settings.js').Draw} */
export function drawNewMilestone({ act, keep }) {
  const name = newBox('Title of a new milestone',
    { required: true, placeholder: 'Title of a new milestone' });
  const due = newBox('Due of a new milestone', { placeholder: 'Due, such as +2w' });
  const lines = [
    keep(name, 'new-milestone/name', () => ''),
    keep(due, 'new-milestone/due', () => ''),
  ];
  return newRow(() => act('add-milestone',
    { name: name.value.trim(), due: due.value.trim() || undefined }, undefined, lines),
  'Add a milestone', [name, due], lines);
}

/** @type {import('./settings.js').Draw} */
export const drawIterations = drawn => rowList('of-iterations', ['Iteration', 'Plans'],
  phasesOf(drawn.state, 'iteration').filter(each => !each.closed)
    .map(each => h('li.of-iterations', { 'data-id': each.id },
      h('span', { dir: 'auto' }, phaseName(each, drawn.state.today)),
      h('small', null, plansOf(countOf(drawn, 'iteration', each.id))))),
  'The board has no open iteration.');

/** @type {import('./settings.js').Draw} */
export function drawNewIteration({ act, keep }) {
  const name = newBox('Title of a new iteration',
    { required: true, placeholder: 'Title of a new iteration' });
  const start = newBox('First day of a new iteration', { placeholder: 'From, or after the last' });
  const length = newBox('Length of a new iteration', { placeholder: 'Length, such as 2w' });
  const lines = [
    keep(name, 'new-iteration/name', () => ''),
    keep(start, 'new-iteration/start', () => ''),
    keep(length, 'new-iteration/length', () => ''),
  ];
  return newRow(() => act('add-iteration', {
    name: name.value.trim(),
    start: start.value.trim() || undefined,
    every: length.value.trim() || undefined,
  }, undefined, lines), 'Add an iteration', [name, start, length], lines);
}
