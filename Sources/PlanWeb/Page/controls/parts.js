// @ts-check
// Parts of the page with fields. A part is drawn again when the board has changed, unless a person
// is writing in it.

import { activeElement, all } from './dom.js';

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
 * Returns the name of a field or a button. It stays the same when the part is drawn again.
 * @param {HTMLElement} node
 */
export const nameOf = node => node.dataset.name ?? node.getAttribute('aria-label')
  ?? node.closest('label')?.textContent ?? node.textContent;

/**
 * Draws a part again, and restores the focus to the field or button with the same name.
 * @param {HTMLElement} node @param {import('./dom.js').Child} children
 */
export function drawPart(node, children) {
  const active = node.contains(document.activeElement) ? activeElement() : null;
  const [name, tag] = active ? [nameOf(active), active.tagName] : [];
  const opened = [...node.querySelectorAll('details[open] > summary')]
    .map(each => each.textContent);
  node.replaceChildren(...[children]
    .flat(Infinity).filter(child => child != null && child !== false));
  for (const each of node.querySelectorAll('details')) {
    each.open = opened.includes(each.firstChild.textContent);
  }
  if (active) {
    (all(node, tag).find(each => nameOf(each) === name) ?? all(node, 'button, input, textarea')[0])
      ?.focus();
  }
}

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
