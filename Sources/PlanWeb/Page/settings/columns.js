// @ts-check
// The columns in the settings: their titles, kinds, limits and order.
import { button, h } from '../controls/dom.js';
import { choiceBox, newBox, newRow, removeButton, rowList, textBox } from './rows.js';
import { confirm } from '../controls/menu.js';
import { icon } from '../controls/icons.js';
import { itemsOf, sortable } from '../controls/sort.js';

/** @typedef {import('./settings.js').Act} Act */
/** @typedef {import('./settings.js').Drawn} Drawn */

/**
 * Returns an unused id derived from a title, for a new column or field.
 * @param {string} title
 * @param {string[]} taken the existing ids
 * @param {string} other the id if the title contains no letters that are allowed in ids
 */
export function newID(title, taken, other = 'column') {
  const plain = title.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 50).replace(/-$/, '') || other;
  let id = plain;
  for (let number = 2; taken.includes(id); number += 1) id = `${plain}-${number}`;
  return id;
}

/** @type {import('./settings.js').Draw} */
export function drawColumns(drawn) {
  const { state, act } = drawn;
  const columns = state.knownColumns();
  const content = rowList('of-columns', ['Title', 'Kind', 'Limit'],
    columns.map((column, index) => drawColumn(column,
      { before: columns[index - 1], after: columns[index + 1] }, drawn)),
    'The board has no column.');
  const list = [content].flat().find(each => each.matches('ul'));
  if (list) sortable(list, state, item => dropped(item, columns, act));
  return content;
}

/**
 * Saves the place of a column that was dragged.
 * @param {HTMLElement} item @param {Column[]} columns @param {Act} act
 */
function dropped(item, columns, act) {
  const items = itemsOf(item.parentElement);
  const index = items.indexOf(item);
  const { title } = columns.find(each => each.id === item.dataset.id);
  const [next, prev] = [items[index + 1], items[index - 1]].map(each => each?.dataset.id);
  const place = next ? { before: next } : { after: prev };
  return act('set-column', { column: item.dataset.id, ...place },
    `Moved ${title}, ${index + 1} of ${items.length}`);
}

/**
 * @param {Column} column @param {{before?: Column, after?: Column}} beside @param {Drawn} drawn
 */
function drawColumn(column, { before, after }, drawn) {
  const { id, title } = column;
  const { state, act } = drawn;
  const now = () => state.column(id) ?? column;
  const set = (fields, words, lines) => act('set-column', { column: id, ...fields }, words, lines);
  const step = (name, label, to, words) => button(icon(name), () => set(to(), words),
    { class: 'icon', disabled: label === 'up' ? !before : !after,
      'aria-label': `Move ${title} ${label}`, title: `Move ${label}` });
  return h('li.of-columns', { 'data-id': id },
    h('span.grip', { title: 'Drag to move', 'aria-hidden': 'true' }, icon('grip')),
    textBox(drawn, `column/${id}/title`, `Title of ${title}`, {}, () => now().title,
      (value, lines) => set({ title: value }, `Renamed “${title}” to “${value}”`, lines)),
    choiceBox(`Kind of ${title}`, ['todo', 'doing', 'done'], column.kind,
      kind => set({ kind }, `Kind of ${title}: ${kind}`)),
    textBox(drawn, `column/${id}/limit`, `Limit of ${title}`,
      { inputmode: 'numeric', size: '7', placeholder: 'No limit' },
      () => String(now().limit ?? ''), (value, lines) =>
        set({ limit: value || 'none' }, `Limit of ${title}: ${value || 'none'}`, lines)),
    h('span.steps', null,
      step('up', 'up', () => ({ before: before.id }), `Moved ${title} to the left`),
      step('lower', 'down', () => ({ after: after.id }), `Moved ${title} to the right`)),
    removeButton(`Remove ${title}`, () => removeColumn(column, act)));
}

/** @param {Column} column @param {Act} act */
async function removeColumn(column, act) {
  const plans = column.count === 1 ? 'It has 1 plan' : `It has ${column.count} plans`;
  const isSure = column.count === 0 || await confirm(`Remove ${column.title}?`,
    `${plans}. The board shows them in a column at the end, until somebody moves them.`, 'Remove');
  if (isSure) {
    await act('remove-column', { column: column.id }, `Removed the column ${column.title}`);
  }
}

/** @type {import('./settings.js').Draw} */
export function drawNewColumn({ state, act, keep }) {
  const box = newBox('Title of a new column',
    { required: true, placeholder: 'Title of a new column' });
  const line = keep(box, 'new-column', () => '');
  const add = () => {
    const title = box.value.trim();
    act('add-column', {
      column: newID(title, state.columns.map(column => column.id)),
      title,
      ...newPlace(state.knownColumns()),
    }, `Added the column ${title}`, [line]);
  };
  return newRow(add, 'Add a column', [box], [line]);
}

/**
 * Returns the place of a new column: before the first done column, with the kind of the column on
 * its left.
 * @param {Column[]} columns
 */
export function newPlace(columns) {
  const index = columns.findIndex(column => column.kind === 'done');
  const [before, beside] = [columns[index]?.id, columns[(index < 0 ? columns.length : index) - 1]];
  return { ...before && { before }, kind: beside?.kind ?? 'todo' };
}
