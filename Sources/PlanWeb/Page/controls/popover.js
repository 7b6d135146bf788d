// @ts-check
// Popovers: small dialogs beside the control that opens them, and sheets at the bottom on a phone.
// They are native dialogs, which trap the focus and restore it.
import { dismissible } from './dismiss.js';
import { h } from './dom.js';

const GAP = 4;
const MARGIN = 8;

/**
 * An open popover. `fit` positions it again after its content has changed its size.
 * @typedef {{node: HTMLDialogElement, readonly isOpen: boolean, close: () => void,
 *   fit: () => void}} Popover
 */

/**
 * Opens a popover.
 * @param {string} title its name for screen readers
 * @param {string} kind its class
 * @param {import('./dom.js').Child} content
 * @param {object} options
 * @param {() => ?HTMLElement} options.anchor returns the control beside which the popover is
 * placed; it may be drawn again meanwhile
 * @param {() => any} [options.leave] is called before a click outside or the Back button closes the
 * popover; resolves when what was typed is saved
 * @param {() => any} [options.discard] is called before Escape closes the popover
 * @param {() => any} [options.ended] is called after the popover was closed
 * @returns {Popover}
 */
export function popover(title, kind, content, { anchor, leave, discard, ended }) {
  const node = h('dialog', { class: `pop ${kind}`, 'aria-label': title }, content);
  const fit = () => place(node, anchor());
  const resized = new ResizeObserver(fit);
  dismissible(node, leave, event => {
    // If another control with a popover was clicked, that popover opens.
    const below = document.elementFromPoint(event.clientX, event.clientY)
      ?.closest('[aria-haspopup="dialog"], [data-edit]');
    if (below && below !== anchor()) /** @type {HTMLElement} */ (below).click();
  });
  node.addEventListener('cancel', () => discard?.());
  node.addEventListener('close', () => {
    resized.disconnect();
    removeEventListener('resize', fit);
    node.remove();
    expand(anchor(), false);
    // The control that had the focus before may have been drawn again.
    if ([null, document.body].includes(/** @type {any} */ (document.activeElement))) {
      /** @type {?HTMLElement} */ (anchor()?.closest('a, button, [tabindex]'))?.focus();
    }
    ended?.();
  });
  expand(anchor(), true);
  document.body.append(node);
  node.showModal();
  fit();
  resized.observe(node);
  addEventListener('resize', fit);
  return { node, fit, get isOpen() { return node.open; }, close: () => node.close() };
}

/** @param {?HTMLElement} control @param {boolean} isOpen */
function expand(control, isOpen) {
  if (control?.hasAttribute('aria-haspopup')) control.setAttribute('aria-expanded', String(isOpen));
}

/**
 * Places a popover below its control, or above it if there is more room. On a phone it is at the
 * bottom.
 * @param {HTMLElement} node
 * @param {?{isConnected: boolean, getBoundingClientRect: () => DOMRect}} anchor an element, or a
 * point
 */
export function place(node, anchor) {
  const isFree = anchor != null && anchor.isConnected && !matchMedia('(max-width: 40rem)').matches;
  node.classList.toggle('at', isFree);
  if (!isFree) return;
  const at = anchor.getBoundingClientRect();
  const [below, above] = [innerHeight - at.bottom, at.top].map(room => room - GAP - MARGIN);
  const isBelow = node.offsetHeight <= below || below >= above;
  const top = isBelow ? at.bottom + GAP : at.top - GAP - node.offsetHeight;
  node.style.left = `${within(at.left, innerWidth - node.offsetWidth)}px`;
  node.style.top = `${within(top, innerHeight - node.offsetHeight)}px`;
}

/** @param {number} wanted @param {number} most */
const within = (wanted, most) => Math.round(Math.max(MARGIN, Math.min(wanted, most - MARGIN)));
