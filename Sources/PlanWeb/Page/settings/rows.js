// @ts-check
// What the rows of the settings are made of: fields that save when they are left, and buttons that
// remove.
import { button, h } from '../controls/dom.js';
import { icon } from '../controls/icons.js';
import { isUnsaved } from '../controls/parts.js';

/** @typedef {import('../controls/kept-line.js').KeptLine} KeptLine */

/**
 * Returns a field with its notes. It calls a function with its text when it was changed and left.
 * @param {import('./settings.js').Drawn} drawn @param {string} draft the name of the draft
 * @param {string} label @param {Record<string, any>} props
 * @param {() => string} saved returns the text of the board
 * @param {(text: string, lines: KeptLine[]) => any} take
 */
export function textBox({ keep }, draft, label, props, saved, take) {
  const field = newBox(label, { value: saved(), ...props });
  const save = () => isUnsaved(field) && take(field.value.trim(), [line]);
  const line = keep(field, draft, saved, save);
  field.addEventListener('change', save);
  return [field, line.note];
}

/**
 * Returns a field, empty by default.
 * @param {string} label @param {Record<string, any>} [props]
 */
export const newBox = (label, props) => h('input', {
  type: 'text',
  value: '',
  'aria-label': label,
  dir: 'auto',
  ...props,
});

/**
 * Returns a choice of one of some values. The names are the values if there are no others.
 * @param {string} label @param {string[]} values @param {string} now
 * @param {(value: string) => any} take
 */
export const choiceBox = (label, values, now, take) => h('select',
  { 'aria-label': label, onchange: ({ target }) => take(target.value) },
  values.map(value => h('option', { value, selected: value === now }, value)));

/**
 * Returns a button that removes a row.
 * @param {string} label @param {() => any} remove
 */
export const removeButton = (label, remove) => button(icon('bin'), remove,
  { class: 'icon remove', 'aria-label': label, title: 'Remove' });

/**
 * Returns the rows of a part; a line of text if it has none.
 * @param {string} kind the class, which sets the widths @param {string[]} names of the cells
 * @param {HTMLElement[]} rows @param {string} none the text if there are no rows
 */
export const rowList = (kind, names, rows, none) => rows.length === 0
  ? h('p.none', null, none)
  : [
    h(`div.names.${kind}`, { 'aria-hidden': 'true' }, names.map(name => h('span', null, name))),
    h('ul.rows', null, rows),
  ];

/**
 * Returns the form of a new row, and the notes about its texts.
 * @param {() => any} add @param {string} label of the button @param {HTMLElement[]} fields
 * @param {KeptLine[]} lines
 */
export const newRow = (add, label, fields, lines) => [
  h('form', { onsubmit: event => { event.preventDefault(); add(); } },
    fields, h('button', null, label)),
  lines.map(line => line.note),
];
