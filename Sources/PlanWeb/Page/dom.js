// @ts-check
// Building nodes. Texts only ever become text nodes: no markup is parsed anywhere in this page.

/** @typedef {any} Child a node, a text, a list of them, or nothing */

/**
 * Makes an element.
 * @template {string} Tag
 * @param {Tag} tag the name, with classes behind dots: `button.primary`
 * @param {?Record<string, any>} [props] attributes; `on…` are listeners, true is an attribute without a value, null none
 * @param {...Child} children
 * @returns {ElementOf<Tag>}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  const node = /** @type {ElementOf<Tag>} */ (document.createElement(name));
  if (classes.length) node.className = classes.join(' ');
  set(node, props ?? {});
  return fill(node, ...children);
}

/**
 * Gives a node children in place of those that it has; lists are opened, and what is nothing is left out.
 * @template {Element} Parent
 * @param {Parent} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(child => child != null && child !== false));
  return node;
}

/** @param {any} node @param {Record<string, any>} props attributes and listeners, as `h` takes them */
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
 * Makes the children of a node those that are wanted, and moves only those that are at another place.
 * @param {Element} parent @param {Element[]} wanted
 */
export function reconcile(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((node, index) => {
    const there = parent.children[index];
    if (there === node) return;
    // One that stands in the way goes first to the end, so that not all the others are moved past it.
    if (there?.nextElementSibling === node) put(parent, there, null);
    else put(parent, node, there ?? null);
  });
}

/** Moves a node, which keeps the focus. */
function put(parent, node, before) {
  const active = node.contains(document.activeElement) ? activeElement() : null;
  parent.insertBefore(node, before);
  active?.focus({ preventScroll: true });
}

/** @param {string} id */
export const $ = id => document.getElementById(id);

/** The element with the focus. */
export const activeElement = () => /** @type {?HTMLElement} */ (document.activeElement);

/**
 * @param {Event} event
 * @returns {HTMLInputElement} what it happened to: often a field, or else at least an element
 */
export const targetOf = event => /** @type {HTMLInputElement} */ (event.target);

/**
 * The elements in a node that a selector finds.
 * @param {ParentNode} node @param {string} selector @returns {HTMLElement[]}
 */
export const all = (node, selector) => [...node.querySelectorAll(selector)].map(each => /** @type {HTMLElement} */ (each));

/** Says something to a screen reader, which may say the same twice in a row. */
export function say(text) {
  const said = $('said');
  said.textContent = said.textContent === text ? text + '\u00a0' : text;
}

/**
 * A button that acts.
 * @param {Child} label
 * @param {(event: MouseEvent) => any} act
 * @param {Record<string, any>} [props]
 */
export function button(label, act, props = {}) {
  return h('button', { type: 'button', onclick: act, ...props }, label);
}

/** Whether a person is writing in an element, so that letters are letters and no keys. */
export function isWriting(node) {
  if (!(node instanceof HTMLElement)) return false;
  if (node instanceof HTMLInputElement) return !['checkbox', 'range', 'button'].includes(node.type);
  return node.isContentEditable || /^(TEXTAREA|SELECT)$/.test(node.tagName);
}

/** The name of a person without the address. */
export const shortName = person => person.replace(/\s*<[^>]*>$/, '') || person;

/** The name of a field as a reader knows it. */
export function fieldName(field) {
  const [set, member] = field.split('/');
  const name = { state: 'column', body: 'description', deleted: 'deleted or kept' }[set] ?? set;
  return member && set !== 'checklist' && set !== 'comments' ? `${name}: ${member}` : name;
}

export function initials(person) {
  const words = shortName(person).replace(/[^\p{L}\p{N}\s]/gu, ' ').trim().split(/\s+/);
  const text = words.length > 1 ? [words[0], words.at(-1)].map(word => [...word][0]).join('') : [...words[0]].slice(0, 2).join('');
  return text.toUpperCase() || '?';
}

/**
 * A moment in the reader's own time and language.
 * @param {?(string | number | Date)} text
 */
export const moment = text => text
  ? new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : '';

/**
 * Of a list of ids, the one behind some others, or else before them.
 * @param {string[]} list @param {string[]} ids
 */
export function besides(list, ids) {
  const index = list.indexOf(ids[0]);
  const isOther = id => !ids.includes(id);
  return list.slice(index + 1).find(isOther) ?? list.slice(0, Math.max(0, index)).findLast(isOther);
}

/** Writes a text into a node, if it is another one: what is written anew is said anew by screen readers. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Letters that are written from right to left, and marks that turn the direction round. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/;

/** A text within a sentence, whose direction turns nothing of the sentence round. */
export const isolated = text => TURNING.test(text) ? `\u2068${text}\u2069` : text;

/** Whether a key is Enter, and not the one that ends the writing of a Korean, Japanese or Chinese word. */
export const isEnter = event => event.key === 'Enter' && !event.isComposing;

/**
 * Notes where the focus is.
 * @returns {() => boolean} whether nobody has moved it since: what comes late may not take it from where somebody writes
 */
export function focusNow() {
  const before = document.activeElement;
  return () => [before, document.body].includes(document.activeElement);
}

/** A table that may be wider than the page, and then is scrolled, also by keys. */
export const wide = (label, table) => h('div.wide', { tabindex: '0', role: 'region', 'aria-label': label }, table);
