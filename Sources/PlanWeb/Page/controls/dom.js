// @ts-check
// Builds nodes. Texts become only text nodes: the page never parses markup.
import { age, momentWords } from '../state/days.js';

/** @typedef {any} Child a node, a text, a list of them, or nothing */

/**
 * Creates an element.
 * @template {string} Tag
 * @param {Tag} tag the name, then classes after dots: `button.primary`
 * @param {?Record<string, any>} [props] attributes; `on…` are listeners, true is an attribute
 * without a value, null leaves the attribute out
 * @param {...Child} children
 * @returns {ElementOf<Tag>}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  const node = /** @type {ElementOf<Tag>} */ (document.createElement(name));
  if (classes.length) node.className = classes.join(' ');
  set(node, props ?? {});
  fill(node, ...children);
  // Korean breaks between words only, as the style sheet says.
  if (props?.dir === 'auto' && HANGUL.test(props.value ?? node.textContent)) node.lang = 'ko';
  return node;
}

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;

/**
 * Replaces the children of a node. Nested lists are flattened; null, undefined and false are
 * skipped.
 * @template {Element} Parent
 * @param {Parent} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity)
    .filter(child => child != null && child !== false));
  return node;
}

/**
 * @param {any} node @param {Record<string, any>} props attributes and listeners, as for `h`
 */
export function set(node, props) {
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'value') { node.value = value; node.dataset.shown = value; }
    else if (value === true) node.setAttribute(key, '');
    else if (value == null || value === false) node.removeAttribute(key);
    else node.setAttribute(key, value);
  }
  return node;
}

/**
 * Moves a node. If the focus is in it, the focus stays there.
 * @param {Element} parent @param {Element} node @param {?Node} before null for the end
 */
export function put(parent, node, before) {
  const active = node.contains(document.activeElement) ? activeElement() : null;
  parent.insertBefore(node, before);
  active?.focus({ preventScroll: true });
}

/**
 * Writes a text into a field as if it were typed, so that it can be undone.
 * @param {HTMLInputElement | HTMLTextAreaElement} field which has the focus @param {string} text
 * @param {number} start @param {number} end the range that the text replaces
 */
export function insert(field, text, start, end) {
  field.setSelectionRange(start, end);
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param {string} id */
export const $ = id => document.getElementById(id);

/** The element with the focus. */
export const activeElement = () => /** @type {?HTMLElement} */ (document.activeElement);

/**
 * @param {Event} event
 * @returns {HTMLInputElement} the target; it is often a field, but may be any other element
 */
export const targetOf = event => /** @type {HTMLInputElement} */ (event.target);

/**
 * Returns the elements in a node that match a selector.
 * @param {ParentNode} node @param {string} selector @returns {HTMLElement[]}
 */
export const all = (node, selector) => [...node.querySelectorAll(selector)]
  .map(each => /** @type {HTMLElement} */ (each));

/** Announces a text to screen readers, even if it is the same as the last one. */
export function say(text) {
  const said = $('said');
  said.textContent = said.textContent === text ? text + '\u00a0' : text;
}

/**
 * Returns a button.
 * @param {Child} label
 * @param {(event: MouseEvent) => any} act
 * @param {Record<string, any>} [props]
 */
export function button(label, act, props = {}) {
  return h('button', { type: 'button', onclick: act, ...props }, label);
}

/** Whether an element accepts text, so that letters are not shortcuts. */
export function isWriting(node) {
  if (!(node instanceof HTMLElement)) return false;
  if (node instanceof HTMLInputElement) return !['checkbox', 'range', 'button'].includes(node.type);
  return node.isContentEditable || /^(TEXTAREA|SELECT)$/.test(node.tagName);
}

/** Returns the name of a person without the address. */
export const shortName = person => person.replace(/\s*<[^>]*>$/, '') || person;

/** Returns the name of a field for people. */
export function fieldName(field) {
  const [set, member] = field.split('/');
  const name = { state: 'column', body: 'description', deleted: 'deleted or kept' }[set] ?? set;
  return member && set !== 'checklist' && set !== 'comments' ? `${name}: ${member}` : name;
}

export function initials(person) {
  const words = shortName(person).replace(/[^\p{L}\p{N}\s]/gu, ' ').trim().split(/\s+/);
  const text = words.length > 1
    ? [words[0], words.at(-1)].map(word => [...word][0]).join('')
    : [...words[0]].slice(0, 2).join('');
  return text.toUpperCase() || '?';
}

/**
 * Returns a moment in the reader's time zone and language; empty for none.
 * @param {?(string | number | Date)} text
 */
export const moment = text => text ? momentWords(text) : '';

/**
 * Returns how long ago a moment was: `3 days ago`, with the moment at the pointer; null for none.
 * @param {?string} at
 */
export const timeAgo = at => at
  ? h('time', { datetime: at, title: moment(at) }, age(at, Date.now(), true))
  : null;

/**
 * Returns the first id in the list after the given ids, or else the last one before them.
 * @param {string[]} list @param {string[]} ids
 */
export function besides(list, ids) {
  const index = list.indexOf(ids[0]);
  const isOther = id => !ids.includes(id);
  return list.slice(index + 1).find(isOther) ?? list.slice(0, Math.max(0, index)).findLast(isOther);
}

/**
 * Sets the text of a node if it differs. Otherwise screen readers would announce the same text
 * again.
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Matches right-to-left letters and marks that change the direction of text. */
const TURNING =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;

/**
 * Returns a text for a sentence, isolated so that its direction does not affect the rest.
 */
export const isolated = text => TURNING.test(text) ? `\u2068${text}\u2069` : text;

/**
 * Stores where the focus is.
 * @returns {() => boolean} whether the focus has not moved since, so that a late answer does not
 * take it from an editor
 */
export function focusNow() {
  const before = document.activeElement;
  return () => [before, document.body].includes(document.activeElement);
}

/** Returns a table that scrolls if it is wider than the page, also by keyboard. */
export const wide = (label, table) =>
  h('div.wide', { tabindex: '0', role: 'region', 'aria-label': label }, table);
