// @ts-check
// Parts of the page with fields. A part is drawn again when the board has changed, unless a person
// is writing in it. And what a part shows that has nothing to show.

import { all, button, h } from './dom.js';
import { icon } from './icons.js';

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * Whether a field has unsaved text.
 * @param {Field} field
 */
export const isUnsaved = field => field.value !== (field.dataset.shown ?? '');

const FIELDS = 'textarea, input[type=text]';

/**
 * Returns the fields of a part that have unsaved text.
 * @param {Element} node
 */
export const unsaved = node => all(node, FIELDS)
  .map(each => /** @type {Field} */ (each)).filter(isUnsaved);

/**
 * Whether a person is writing in a part: it has unsaved text or an open editor.
 * @param {Element} node
 */
export const isBusy = node => node.querySelector('[data-editor]') != null
  || unsaved(node).length > 0;

/**
 * Makes Ctrl+Enter submit the text of a field.
 * @param {HTMLElement} field @param {() => any} send
 */
export function sendBy(field, send) {
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  });
}

/**
 * Returns what a view shows that has nothing to show: an icon, a line, more about it, and a button.
 * Each child of `more` is a paragraph.
 * @param {string} name of the icon @param {string} line
 * @param {{more?: import('./dom.js').Child, action?: ?{label: string, act: () => any}}} options
 */
export const empty = (name, line, { more = null, action = null }) => h('div.void', null,
  h('span.disc', null, icon(name)),
  h('p.line', null, line),
  [more].flat().map(each => each && h('p', null, each)),
  action && h('div.do', null,
    button(action.label, () => action.act(), { class: 'primary' })));
