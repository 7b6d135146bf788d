// @ts-check
// Closes dialogs in other ways than by their buttons and Escape: by a press outside, and by the
// browser's Back button.

/** @type {Set<() => any>} The functions that close the open dialogs. */
const open = new Set();

/** Closes all dialogs, as presses outside would. Resolves when their unsaved input is saved. */
export const dismissAll = () => Promise.all([...open].reverse().map(close => close()));

/**
 * Closes a dialog when a press begins and ends outside of it, and by `dismissAll`. A text selection
 * that ends outside does not close it, nor does the second click of a double click that opened it.
 * @param {HTMLDialogElement} node
 * @param {() => any} [leave] is called before; resolves when what was typed is saved
 * @param {(event: MouseEvent) => any} [pressed] is called after a press outside has closed it
 */
export function dismissible(node, leave, pressed) {
  let beganOutside = false;
  const close = () => {
    const saved = leave?.();
    node.close();
    return saved;
  };
  open.add(close);
  node.addEventListener('mousedown', event => {
    beganOutside = isOutside(node, event);
    // The focus must stay where it is.
    if (beganOutside) event.preventDefault();
  });
  node.addEventListener('click', event => {
    if (!beganOutside || !isOutside(node, event) || event.detail > 1) return;
    close();
    pressed?.(event);
  });
  node.addEventListener('close', () => { open.delete(close); });
}

/** @param {HTMLElement} node @param {MouseEvent} event */
function isOutside(node, { clientX, clientY, target }) {
  if (target !== node) return false;
  const box = node.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
