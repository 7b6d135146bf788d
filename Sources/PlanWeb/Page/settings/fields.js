// @ts-check
// The fields that the board defines, in the settings: title, kind, options, and whether cards show
// them.
import { choiceBox, newBox, newRow, removeButton, rowList, textBox } from './rows.js';
import { h } from '../controls/dom.js';
import { newID } from './columns.js';

/** @typedef {import('./settings.js').Drawn} Drawn */

const KINDS = ['text', 'number', 'day', 'choice', 'choices', 'person', 'yes-no', 'url'];

/** @param {string} kind */
const hasOptions = kind => kind.startsWith('choice');

/** Returns the options of a text such as `S, M, L`. @param {string} text */
const optionsIn = text => text.split(',').map(each => each.trim()).filter(Boolean);

/** @type {import('./settings.js').Draw} */
export const drawFields = drawn => rowList('of-fields',
  ['Title', 'Kind', 'Options', 'On cards'],
  drawn.shared().fields.map(field => drawField(field, drawn)),
  'The board has no fields of its own.');

/** @param {CustomField} field @param {Drawn} drawn */
function drawField(field, drawn) {
  const { id, title, kind, card } = field;
  const { act, shared } = drawn;
  const now = () => shared().fields.find(each => each.id === id) ?? field;
  const set = (changes, words, lines) => act('set-field', { field: id, ...changes }, words, lines);
  return h('li.of-fields', { 'data-id': id },
    textBox(drawn, `field/${id}/title`, `Title of ${title}`, { title: id }, () => now().title,
      (value, lines) => set({ title: value }, `Renamed “${title}” to “${value}”`, lines)),
    choiceBox(`Kind of ${title}`, KINDS, kind,
      value => set({ kind: value }, `Kind of ${title}: ${value}`)),
    textBox(drawn, `field/${id}/options`, `Options of ${title}`,
      { disabled: !hasOptions(kind), placeholder: '–' }, () => now().options.join(', '),
      (value, lines) =>
        set({ options: optionsIn(value) }, `Options of ${title}: ${value}`, lines)),
    h('input', {
      type: 'checkbox',
      checked: card,
      'aria-label': `Show ${title} on cards`,
      onchange: ({ target }) => set({ card: target.checked },
        target.checked ? `${title} is on cards` : `${title} is not on cards`),
    }),
    removeButton(`Remove ${title}`,
      () => act('remove-field', { field: id }, `Removed the field ${title}`)));
}

/** @type {import('./settings.js').Draw} */
export function drawNewField({ act, keep, shared }) {
  const title = newBox('Title of a new field',
    { required: true, placeholder: 'Title of a new field' });
  const options = newBox('Options of a new field', { placeholder: 'Options, such as S, M, L' });
  const lines = [
    keep(title, 'new-field/title', () => ''),
    keep(options, 'new-field/options', () => ''),
  ];
  // Options that were typed are shown again, with a kind that has options.
  const kind = choiceBox('Kind of a new field', KINDS, options.value ? 'choice' : KINDS[0],
    value => { options.hidden = !hasOptions(value); });
  options.hidden = !hasOptions(kind.value);
  const add = () => act('add-field', {
    field: newID(title.value, shared().fields.map(({ id }) => id), 'field'),
    title: title.value.trim(),
    kind: kind.value,
    ...hasOptions(kind.value) && { options: optionsIn(options.value) },
  }, `Added the field ${title.value.trim()}`, lines);
  return newRow(add, 'Add a field', [title, kind, options], lines);
}
