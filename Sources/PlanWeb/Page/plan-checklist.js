// @ts-check
// The checklist of a plan: lines can be ticked off, edited in place and reordered.
import { button, h, isEnter } from './dom.js';
import { icon } from './icons.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const checklist = {
  name: 'checklist',
  words: ({ plan }) => plan.checklist.map(line => `[${line.done ? 'x' : ' '}] ${line.text}`).join('\n'),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const lines = panel.detail.plan.checklist;
  if (lines.length === 0 && panel.isFixed) return [];
  return [
    h('h3', null, 'Checklist', lines.length > 0 && h('small', null, `${lines.filter(line => line.done).length} of ${lines.length}`)),
    h('ul.checklist', null, lines.map((line, index) => row(panel, line, index, lines.length))),
  ];
}

/**
 * @param {PlanPanel} panel
 * @param {ChecklistLine} line
 * @param {number} index
 * @param {number} count the number of all lines
 */
function row(panel, line, index, count) {
  const change = (values, words) => panel.changes.post('change-line', { plan: panel.id, line: line.id, ...values }, words);
  const act = (name, words) => panel.changes.post('check', { plans: [panel.id], lines: [line.id], act: name }, `${words} “${line.text}”`);
  const moveTo = place => change({ place }, `Moved “${line.text}”, ${place} of ${count}`);
  const text = h('textarea', { rows: '1', dir: 'auto', 'aria-label': `Line ${index + 1}`, readonly: panel.isFixed, value: line.text });
  const kept = panel.isFixed ? null : panel.texts.keep(text, `line/${line.id}`);
  text.addEventListener('keydown', event => {
    if (isEnter(event)) { event.preventDefault(); text.blur(); }
  });
  text.addEventListener('change', () => {
    const words = text.value.replace(/\s+/g, ' ').trim();
    if (words === line.text) return panel.texts.discard(text);
    return panel.texts.save(text, commit => change({ text: words, commit }, `Line ${index + 1} is “${words}”`));
  });
  return h('li', { class: line.done && 'done' },
    h('input', {
      type: 'checkbox', checked: line.done, disabled: panel.isFixed, 'aria-label': line.text,
      onchange: ({ target }) => tick(panel, target, line),
    }),
    text,
    !panel.isFixed && h('span.acts', null,
      button(icon('up'), () => moveTo(index), { 'aria-label': `Move line ${index + 1} up`, class: 'icon', disabled: index === 0 }),
      button(icon('lower'), () => moveTo(index + 2), { 'aria-label': `Move line ${index + 1} down`, class: 'icon', disabled: index === count - 1 }),
      button(icon('x'), () => act('remove', 'Removed'), { 'aria-label': `Remove “${line.text}”`, class: 'icon' })),
    kept);
}

/** @param {PlanPanel} panel @param {HTMLInputElement} box @param {ChecklistLine} line */
const tick = (panel, box, line) => panel.changes.choose(box, 'check',
  { plans: [panel.id], lines: [line.id], act: box.checked ? 'check' : 'uncheck' }, `${box.checked ? 'Done' : 'Not done'}: “${line.text}”`);

/** @type {Part} */
export const newLine = { name: 'new-line', draw: panel => panel.isFixed ? [] : lineForm(panel) };

/** @param {PlanPanel} panel */
function lineForm(panel) {
  const field = h('input', { type: 'text', value: '', 'aria-label': 'A new line of the checklist', placeholder: 'A new line', dir: 'auto' });
  panel.texts.keep(field, 'new-line');
  return h('form', {
    onsubmit: event => {
      event.preventDefault();
      const text = field.value.trim();
      if (text) panel.texts.save(field, commit => panel.changes.edit({ check: [text], commit }, 'Added a line'), { clears: true });
    },
  }, field);
}
