// @ts-check
// Marks controls whose change failed. They show the value of the board, with a button that tries
// again.
import { button, h } from '../controls/dom.js';
import { nameOf } from '../controls/keyed.js';

/** @param {HTMLElement} field @returns {?HTMLElement} the part that contains the field */
export const partOf = field => field.closest('[data-part]');

/**
 * A failed change: its part, the reason if it is known, and a function that tries again. `isShown`
 * is whether the control shows values of the board. A text field keeps the text instead.
 * @typedef {{part: string, problem: ?import('../state/problem.js').Problem, again: () => any,
 *   isShown: boolean}} Failure
 */

/**
 * Returns the part and the name of a control, which stay the same when it is drawn again.
 * @param {HTMLElement} control
 */
export const keyOf = control => `${partOf(control)?.dataset.part}/${nameOf(control)}`;

/**
 * Marks a control whose change failed, with a button that tries again.
 * @param {HTMLElement} control @param {Failure} failure
 */
export function mark(control, { problem, again, isShown }) {
  if (isShown) showDrawn(control);
  control.setAttribute('aria-invalid', 'true');
  const key = keyOf(control);
  const row = control.closest('li, .field, form') ?? control;
  if (row.nextElementSibling?.matches('.failed')) row.nextElementSibling.remove();
  const note = h(row.matches('li') ? 'li.failed' : 'p.failed', { 'data-of': key },
    h('span', null, problem ? `Not saved: ${problem.message}` : 'Not saved'),
    button('Try again', again));
  row.after(note);
}

/**
 * Resets a control to the value with which it was drawn, which is the value of the board.
 * @param {HTMLElement} control
 */
function showDrawn(control) {
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = option.defaultSelected;
  } else if (control instanceof HTMLInputElement) control.checked = control.defaultChecked;
}
