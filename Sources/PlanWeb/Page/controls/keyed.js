// @ts-check
// Draws only what has changed. All other nodes stay, with the focus, the scroll position and any
// input.
import { activeElement, all, fill } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/** @type {?HTMLElement} The element that gets the focus after the list that is being shown. */
let focused = null;

/**
 * The nodes of a list, by keys. A node is made once and kept until the list does not contain it.
 * @extends {Map<string, HTMLElement>}
 */
export class KeyedNodes extends Map {
  /**
   * Returns the node of a key.
   * @param {string} key @param {() => HTMLElement} make creates the node if there is none
   */
  node(key, make) {
    if (!this.has(key)) this.set(key, make());
    return this.get(key);
  }

  /**
   * Draws the list, and forgets the nodes that it no longer contains. The focus stays in a node
   * that is moved, also if the node is drawn again.
   * @param {Element} list @param {() => Element[]} draw returns the children of the list; they may
   * contain other nodes
   */
  show(list, draw) {
    focused = list.contains(document.activeElement) ? activeElement() : null;
    reconcile(list, draw());
    if (focused?.isConnected && document.activeElement !== focused) {
      focused.focus({ preventScroll: true });
    }
    focused = null;
    for (const [key, node] of this) if (!list.contains(node)) this.delete(key);
  }
}

/**
 * Replaces the children of a node by the wanted ones. Only children at wrong places are moved.
 * @param {Element} parent @param {Element[]} wanted
 */
export function reconcile(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((node, index) => {
    const there = parent.children[index];
    if (there === node) return;
    // If only one child is in the way, it is moved to the end first. Otherwise all later children
    // would have to be moved.
    if (there?.nextElementSibling === node) parent.append(there);
    else parent.insertBefore(node, there ?? null);
  });
}

const CONTROLS = 'button, input, textarea';

/**
 * Draws a node again if its content has changed.
 * @param {Element} node @param {any} about what the content depends on
 * @param {() => Child} draw returns the children @param {string} [other] as for `redraw`
 */
export function drawIfNew(node, about, draw, other = CONTROLS) {
  const key = JSON.stringify(about);
  if (node.getAttribute('data-key') === key) return;
  node.setAttribute('data-key', key);
  redraw(node, draw(), other);
}

/**
 * Draws a node again. If the focus was in it, the control with the same name gets the focus. Open
 * details stay open.
 * @param {Element} node @param {Child} children
 * @param {string} [other] selects the control that gets the focus if none has the same name; empty
 * for none
 */
export function redraw(node, children, other = CONTROLS) {
  // A node that has been moved by `show` has lost the focus.
  const active = [focused, activeElement()].find(each => node.contains(each)) ?? null;
  const name = active && nameOf(active);
  const opened = all(node, 'details[open] > summary').map(each => each.textContent);
  fill(node, children);
  for (const each of node.querySelectorAll('details')) {
    each.open = opened.includes(each.firstChild.textContent);
  }
  if (!active) return;
  const next = node.contains(active)
    ? active
    : all(node, active.tagName).find(each => nameOf(each) === name)
      ?? (other ? all(node, other)[0] : null);
  if (active === focused) focused = next;
  else if (document.activeElement !== next) next?.focus({ preventScroll: true });
}

/**
 * Returns the name of a field or a button. It stays the same when the node is drawn again.
 * @param {HTMLElement} node
 */
export const nameOf = node => node.dataset.name ?? node.getAttribute('aria-label')
  ?? node.closest('label')?.textContent ?? node.textContent;
