// @ts-check
// Parts of a page in which people write: each is drawn anew when the board has changed, but never under somebody's
// hands.

import { activeElement, all } from './dom.js';

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/**
 * Whether a field says something that is not saved.
 * @param {Field} field
 */
export const isUnsaved = field => field.value !== (field.dataset.shown ?? '');

const FIELDS = 'textarea, input[type=text]';

/**
 * The fields of a part that say something that is not saved.
 * @param {Element} node
 */
export const unsaved = node => all(node, FIELDS).map(each => /** @type {Field} */ (each)).filter(isUnsaved);

/**
 * Whether somebody writes in a part: something in it is not saved, or an editor is open.
 * @param {Element} node
 */
export const isBusy = node => node.querySelector('[data-editor]') != null || unsaved(node).length > 0;

/**
 * What a field or a button is called; the same before and behind a drawing.
 * @param {HTMLElement} node
 */
const nameOf = node => node.getAttribute('aria-label') ?? node.closest('label')?.textContent ?? node.textContent;

/**
 * Draws a part anew, and gives the focus back to what it was on: to the field or button of the same name.
 * @param {HTMLElement} node @param {import('./dom.js').Child} children
 */
export function drawPart(node, children) {
  const active = node.contains(document.activeElement) ? activeElement() : null;
  const [name, tag] = active ? [nameOf(active), active.tagName] : [];
  const opened = [...node.querySelectorAll('details[open] > summary')].map(each => each.textContent);
  node.replaceChildren(...[children].flat(Infinity).filter(child => child != null && child !== false));
  for (const each of node.querySelectorAll('details')) each.open = opened.includes(each.firstChild.textContent);
  if (active) (all(node, tag).find(each => nameOf(each) === name) ?? all(node, 'button, input, textarea')[0])?.focus();
}
