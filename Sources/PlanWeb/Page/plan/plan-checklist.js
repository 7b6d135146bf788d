// @ts-check
// The checklist of a plan: lines can be ticked, edited in place, and sorted by dragging or by keys.
import { all, button, h, insert, put, set } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
import { keyed } from '../commands/keys.js';
import { isUnsaved } from '../controls/parts.js';
import { itemsOf, sortable } from '../controls/sort.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const checklist = {
  name: 'checklist',
  words: ({ plan }) => plan.checklist.map(line => `[${line.done ? 'x' : ' '}] ${line.text}`)
    .join('\n'),
  draw,
};

/** @param {PlanPanel} panel */
function draw(panel) {
  const lines = panel.detail.plan.checklist;
  if (lines.length === 0 && panel.isFixed) return [];
  const done = lines.filter(line => line.done).length;
  const list = h('ul.checklist', null, lines.map(line => row(panel, line)));
  number(list);
  sortable(list, panel.state, item => moved(panel, item));
  return [
    h('h3', null,
      'Checklist',
      lines.length > 0
        && [meter(done / lines.length), h('small', null, `${done} of ${lines.length}`)]),
    list,
  ];
}

/** Returns a bar that shows a share. @param {number} share from 0 to 1 */
export function meter(share) {
  const bar = h('span.meter', { 'aria-hidden': 'true' }, h('span'));
  bar.style.setProperty('--share', String(share));
  return bar;
}

/** Numbers the lines and their buttons in the order of the page. @param {HTMLElement} list */
function number(list) {
  const items = itemsOf(list);
  items.forEach((item, index) => {
    for (const node of all(item, '[data-names]')) {
      node.setAttribute('aria-label', node.dataset.names.replace('#', String(index + 1)));
    }
    for (const [end, isThere] of [['up', index === 0], ['down', index === items.length - 1]]) {
      for (const node of all(item, `[data-names$=${end}]`)) {
        set(node, { 'aria-disabled': isThere ? 'true' : null });
      }
    }
  });
}

/**
 * @type {WeakMap<Element, {count: number, hasFailed: boolean}>} The moves of a list that are still
 * under way.
 */
const pending = new WeakMap();

/**
 * Saves the present position of a line. If a move failed, the list is put into the board's order
 * after the last answer.
 * @param {PlanPanel} panel @param {HTMLElement} item
 */
async function moved(panel, item) {
  const list = item.parentElement;
  const moves = pending.get(list) ?? { count: 0, hasFailed: false };
  pending.set(list, moves);
  moves.count += 1;
  number(list);
  if (!await savePlace(panel, item)) moves.hasFailed = true;
  moves.count -= 1;
  if (moves.count > 0 || !moves.hasFailed) return;
  moves.hasFailed = false;
  // The list is first put into the order that is known, and then into the board's. It must be
  // rearranged here, because a list in which a person is writing is not drawn again.
  if (list.isConnected) arrange(list, panel.detail.plan.checklist);
  await panel.refresh();
  if (list.isConnected && moves.count === 0) arrange(list, panel.detail.plan.checklist);
}

/**
 * Puts the lines of a list into an order. Lines that are no longer on the board stay in place. The
 * line with the focus is not moved, because that would end the editing and save the text.
 * @param {HTMLElement} list @param {ChecklistLine[]} lines
 */
function arrange(list, lines) {
  const items = itemsOf(list);
  const known = lines.map(({ id }) => items.find(item => item.dataset.id === id)).filter(Boolean);
  let next = 0;
  const order = items.map(item => known.includes(item) ? known[next++] : item);
  const fixed = order.findIndex(item => item.contains(document.activeElement));
  order.forEach((item, index) => {
    if (index < fixed) list.insertBefore(item, order[fixed]);
    else if (index > fixed) list.append(item);
  });
  number(list);
}

/**
 * Saves the present position of a line. The list may be older than the board, so the position is
 * computed from the line above it.
 * @param {PlanPanel} panel @param {HTMLElement} item
 */
function savePlace(panel, item) {
  const { id } = item.dataset;
  const { checklist: lines } = panel.detail.plan;
  const others = lines.map(line => line.id).filter(each => each !== id);
  const items = itemsOf(item.parentElement);
  const above = items.slice(0, items.indexOf(item))
    .findLast(each => others.includes(each.dataset.id));
  const place = above ? others.indexOf(above.dataset.id) + 2 : 1;
  const text = lines.find(line => line.id === id)?.text ?? '';
  return panel.changes.post('check', { plan: panel.id, item: id, to: place },
    `Moved “${text}”, ${place} of ${others.length + 1}`);
}

/**
 * Moves a line by a number of places, on the page and on the board.
 * @param {PlanPanel} panel @param {HTMLElement} item @param {number} by
 */
function moveBy(panel, item, by) {
  const list = item.parentElement;
  const items = itemsOf(list);
  const place = items.indexOf(item) + by;
  if (place < 0 || place >= items.length) return;
  const others = items.filter(each => each !== item);
  put(list, item, others[place] ?? null);
  moved(panel, item);
}

/** @param {PlanPanel} panel @param {ChecklistLine} line */
function row(panel, line) {
  const change = (values, words) => panel.changes.post('check',
    { plan: panel.id, item: line.id, ...values }, words);
  const text = h('textarea', {
    rows: '1',
    dir: 'auto',
    'data-names': 'Line #',
    'data-name': `line ${line.id}`,
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    readonly: panel.isFixed,
    value: line.text,
  });
  const kept = panel.isFixed ? null : panel.texts.keep(text, `line/${line.id}`);
  text.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); text.blur(); }
    const step = event.altKey && !panel.isFixed && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (isUnsaved(text)) text.dispatchEvent(new Event('change'));
    moveBy(panel, item, step);
  });
  text.addEventListener('change', () => {
    const words = text.value.replace(/\s+/g, ' ').trim();
    if (words === line.text) return panel.texts.discard(text);
    return panel.texts.save(text, commit => change({ text: words, commit },
      `${text.ariaLabel} is “${words}”`));
  });
  const item = h('li', { class: line.done && 'done', 'data-id': line.id },
    !panel.isFixed
      && h('span.grip', { title: 'Drag to move', 'aria-hidden': 'true' }, icon('grip')),
    h('input', {
      type: 'checkbox', checked: line.done, disabled: panel.isFixed, 'aria-label': line.text,
      onchange: ({ target }) => tick(panel, target, line),
    }),
    panel.state.server.published ? h('span.words', { dir: 'auto' }, line.text) : text,
    line.removed && h('small.hint', null, 'Removed meanwhile'),
    line.removed && !panel.isFixed
      && button('Keep', () => change({ undo: !line.done }, `Kept “${line.text}”`),
        { 'aria-label': `Keep “${line.text}”` }),
    !panel.isFixed && h('span.acts', null,
      button(icon('up'), () => moveBy(panel, item, -1),
        { 'data-names': 'Move line # up', class: 'icon' }),
      button(icon('lower'), () => moveBy(panel, item, 1),
        { 'data-names': 'Move line # down', class: 'icon' }),
      button(icon('x'), () => change({ remove: true }, `Removed “${line.text}”`),
        { 'aria-label': `Remove “${line.text}”`, class: 'icon' })),
    kept);
  return item;
}

/** @param {PlanPanel} panel @param {HTMLInputElement} box @param {ChecklistLine} line */
const tick = (panel, box, line) => panel.changes.choose(box, 'check',
  { plan: panel.id, item: line.id, undo: !box.checked },
  `${box.checked ? 'Done' : 'Not done'}: “${line.text}”`);

/** @type {Part} */
export const newLine = { name: 'new-line', draw: panel => panel.isFixed ? [] : lineForm(panel) };

/** Matches what precedes the text in the lines of a pasted list: bullets, numbers and boxes. */
const MARKS = /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+)?/;

/** @param {string} text */
const linesOf = text => text.split(/\r\n|\r|\n/)
  .map(line => line.replace(/\s+/g, ' ').trim()).filter(Boolean);

/**
 * Returns a pasted list without bullets, numbers and boxes. A single line such as `3. Oktober` is
 * not a list, and is returned unchanged.
 * @param {string} text
 */
export function pasted(text) {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim());
  return lines.length > 1 ? lines.map(line => line.replace(MARKS, '').trim()).join('\n') : text;
}

/**
 * Pastes a list without bullets, numbers and boxes. The browser pastes any other text.
 * @param {ClipboardEvent} event @param {HTMLTextAreaElement} field
 */
export function pasteList(event, field) {
  const text = event.clipboardData.getData('text/plain');
  if (pasted(text) === text) return;
  event.preventDefault();
  insert(field, pasted(text), field.selectionStart, field.selectionEnd);
}

/** @param {PlanPanel} panel */
function lineForm(panel) {
  const field = h('textarea', {
    rows: '1',
    value: '',
    'aria-label': 'A new line of the checklist',
    placeholder: 'Add a line',
    dir: 'auto',
    ...keyed('line'),
  });
  const hint = h('p.hint', { hidden: true });
  const count = () => {
    const lines = linesOf(field.value);
    hint.hidden = lines.length < 2;
    hint.textContent = `Enter adds ${lines.length} lines`;
  };
  panel.texts.keep(field, 'new-line');
  count();
  field.addEventListener('input', count);
  field.addEventListener('paste', event => pasteList(event, field));
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      field.form.requestSubmit();
    }
  });
  return h('form.new-line', {
    onsubmit: event => {
      event.preventDefault();
      const check = linesOf(field.value);
      if (check.length) {
        panel.texts.save(field,
          commit => panel.changes.edit({ check, commit },
            check.length === 1 ? 'Added a line' : `Added ${check.length} lines`),
          { clears: true })
          .then(count);
      }
    },
  }, icon('plus'), field, hint);
}
