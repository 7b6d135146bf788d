// @ts-check
// The checklist of a plan: lines can be ticked off, edited in place, and sorted by drag or by keys.
import { button, h, isEnter } from './dom.js';
import { icon } from './icons.js';
import { isUnsaved } from './parts.js';
import { sortable } from './sort.js';

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
  const done = lines.filter(line => line.done).length;
  const list = h('ul.checklist', null, lines.map((line, index) => row(panel, line, index, lines.length)));
  sortable(list, panel.state, (from, to) => moveTo(panel, lines[from], to + 1, lines.length));
  return [
    h('h3', null, 'Checklist', lines.length > 0 && [meter(done / lines.length), h('small', null, `${done} of ${lines.length}`)]),
    list,
  ];
}

/** @param {number} share */
function meter(share) {
  const bar = h('span.meter', { 'aria-hidden': 'true' }, h('span'));
  bar.style.setProperty('--share', String(share));
  return bar;
}

/** @param {PlanPanel} panel @param {ChecklistLine} line @param {number} place from 1 @param {number} count the number of all lines */
const moveTo = (panel, line, place, count) =>
  panel.changes.post('change-line', { plan: panel.id, line: line.id, place }, `Moved “${line.text}”, ${place} of ${count}`);

/**
 * @param {PlanPanel} panel
 * @param {ChecklistLine} line
 * @param {number} index
 * @param {number} count the number of all lines
 */
function row(panel, line, index, count) {
  const change = (values, words) => panel.changes.post('change-line', { plan: panel.id, line: line.id, ...values }, words);
  const act = (name, words) => panel.changes.post('check', { plans: [panel.id], lines: [line.id], act: name }, `${words} “${line.text}”`);
  const move = place => moveTo(panel, line, place, count);
  const text = h('textarea', { rows: '1', dir: 'auto', 'aria-label': `Line ${index + 1}`, 'data-name': `line ${line.id}`, 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown', readonly: panel.isFixed, value: line.text });
  const kept = panel.isFixed ? null : panel.texts.keep(text, `line/${line.id}`);
  text.addEventListener('keydown', event => {
    if (isEnter(event)) { event.preventDefault(); text.blur(); }
    const step = event.altKey && !panel.isFixed && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (isUnsaved(text)) text.dispatchEvent(new Event('change'));
    const place = index + 1 + step;
    if (place >= 1 && place <= count) move(place);
  });
  text.addEventListener('change', () => {
    const words = text.value.replace(/\s+/g, ' ').trim();
    if (words === line.text) return panel.texts.discard(text);
    return panel.texts.save(text, commit => change({ text: words, commit }, `Line ${index + 1} is “${words}”`));
  });
  return h('li', { class: line.done && 'done' },
    !panel.isFixed && h('span.grip', { title: 'Drag to move', 'aria-hidden': 'true' }, icon('grip')),
    h('input', {
      type: 'checkbox', checked: line.done, disabled: panel.isFixed, 'aria-label': line.text,
      onchange: ({ target }) => tick(panel, target, line),
    }),
    text,
    !panel.isFixed && h('span.acts', null,
      button(icon('up'), () => move(index), { 'aria-label': `Move line ${index + 1} up`, class: 'icon', disabled: index === 0 }),
      button(icon('lower'), () => move(index + 2), { 'aria-label': `Move line ${index + 1} down`, class: 'icon', disabled: index === count - 1 }),
      button(icon('x'), () => act('remove', 'Removed'), { 'aria-label': `Remove “${line.text}”`, class: 'icon' })),
    kept);
}

/** @param {PlanPanel} panel @param {HTMLInputElement} box @param {ChecklistLine} line */
const tick = (panel, box, line) => panel.changes.choose(box, 'check',
  { plans: [panel.id], lines: [line.id], act: box.checked ? 'check' : 'uncheck' }, `${box.checked ? 'Done' : 'Not done'}: “${line.text}”`);

/** @type {Part} */
export const newLine = { name: 'new-line', draw: panel => panel.isFixed ? [] : lineForm(panel) };

/** Matches what a pasted list has before its lines: bullets, numbers and boxes. */
const MARKS = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+)?/;

/** Returns the lines of a text, without what a list has before them. @param {string} text */
export const linesOf = text => text.split(/\r?\n/).map(line => line.replace(MARKS, '').replace(/\s+/g, ' ').trim()).filter(Boolean);

/** @param {PlanPanel} panel */
function lineForm(panel) {
  const field = h('textarea', { rows: '1', value: '', 'aria-label': 'A new line of the checklist', placeholder: 'Add a line', dir: 'auto' });
  const hint = h('p.hint', { hidden: true });
  const count = () => {
    const lines = linesOf(field.value);
    hint.hidden = lines.length < 2;
    hint.textContent = `Enter adds ${lines.length} lines`;
  };
  panel.texts.keep(field, 'new-line');
  count();
  field.addEventListener('input', count);
  field.addEventListener('keydown', event => {
    if (isEnter(event) && !event.shiftKey) { event.preventDefault(); field.form.requestSubmit(); }
  });
  return h('form.new-line', {
    onsubmit: event => {
      event.preventDefault();
      const check = linesOf(field.value);
      if (check.length) panel.texts.save(field, commit => panel.changes.edit({ check, commit }, check.length === 1 ? 'Added a line' : `Added ${check.length} lines`), { clears: true }).then(count);
    },
  }, icon('plus'), field, hint);
}
