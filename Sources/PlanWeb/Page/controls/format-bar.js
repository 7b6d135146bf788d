// @ts-check
// The buttons and the keys that format the selection of a Markdown field.
import { button, h, insert } from './dom.js';
import { formatted } from './format.js';
import { icon } from './icons.js';
import { stay } from './kept-line.js';

/** @typedef {import('./format.js').Format} Format */

/** @type {[Format, string, ?string][]} The formats, their names, and their letters with Ctrl. */
const FORMATS = [
  ['bold', 'Bold', 'b'], ['italic', 'Italic', 'i'], ['code', 'Code', null], ['list', 'List', null],
  ['checklist', 'Checklist', null], ['link', 'Link', 'k'],
];

/** @type {Partial<Record<Format, string>>} The icons that have another name than the format. */
const ICONS = { checklist: 'task' };

/**
 * Formats the selection of a field, so that the browser can undo it.
 * @param {HTMLTextAreaElement} field @param {Format} format
 */
function apply(field, format) {
  field.focus();
  const { selectionStart, selectionEnd, value } = field;
  const { from, to, put, start, end } = formatted(value, selectionStart, selectionEnd, format);
  insert(field, put, from, to);
  field.setSelectionRange(start, end);
}

/**
 * Returns the bar of a field, and makes its keys work. Tab goes past the buttons, because leaving
 * a field can save it; marks can also be typed.
 * @param {HTMLTextAreaElement} field
 */
export function formatBar(field) {
  field.addEventListener('keydown', event => {
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const found = isControl && FORMATS.find(([, , key]) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    apply(field, found[0]);
  });
  return h('span.format', { role: 'toolbar', 'aria-label': 'Format' },
    FORMATS.map(([format, name, key]) => button(icon(ICONS[format] ?? format),
      () => apply(field, format), {
        class: 'icon',
        tabindex: '-1',
        'aria-label': name,
        title: key ? `${name}: Ctrl+${key}` : name,
        onmousedown: stay,
      })));
}
