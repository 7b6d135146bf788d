// @ts-check
// Messages at the bottom of the page: finished changes with an undo button, and problems with
// hints.
import { $, activeElement, button, h } from './dom.js';
import { icon } from './icons.js';

/**
 * The button of a message.
 * @typedef {{label: string, act: () => any}} Action
 */
/**
 * A problem in a message. `of` is the kind of action that failed.
 * @typedef {{code?: string, hints?: string[], detail?: string[], of?: string}} Trouble
 */

const TIME = 8000;
/** The number of letters from which a message is truncated and has its full text as a tooltip. */
const LONG = 120;

/**
 * Shows a problem with its hints.
 * @param {any} problem an error, or any other thrown value
 * @param {string} [of] the kind of action that failed: `change`
 * @param {?(() => any)} [again] tries the action again
 */
export const tellProblem = (problem, of, again = null) =>
  toast(problem?.message ?? 'Something went wrong',
    again && { label: 'Try again', act: again }, [], { hints: [], ...problem, of });

/**
 * Shows a message. A problem stays until it is closed.
 * @param {string} text
 * @param {?Action} [action]
 * @param {Notice[]} [notices]
 * @param {?Trouble} [problem]
 */
export function toast(text, action, notices = [], problem = null) {
  const close = () => node.remove();
  const node = h('div.toast' + (problem ? '.problem' : ''),
    { role: problem ? 'alert' : null, 'data-code': problem?.code, 'data-of': problem?.of },
    h('div.words', null,
      h('p', { title: text.length > LONG && !problem ? text : null }, text),
      (problem?.detail ?? []).map(line => h('p.detail', null, line)),
      (problem?.hints ?? []).map(hint => h('p.hint', null, hint)),
      (notices ?? []).map(noticeText)),
    action && button(action.label, () => { close(); action.act(); }),
    button(icon('x'), close, { 'aria-label': 'Close the message', class: 'icon close' }));
  const toasts = $('toasts');
  // Only the newest message about a change is shown, and at most three messages in total.
  const said = each => each.querySelector('.words').textContent;
  for (const same of [...toasts.children].filter(each => said(each) === said(node))) same.remove();
  if (!problem) for (const older of toasts.querySelectorAll('.toast:not(.problem)')) older.remove();
  while (toasts.childElementCount > 2) toasts.firstElementChild.remove();
  toasts.append(node);
  makeRoom();
  if (!problem) closeLater(node);
}

/** Moves the messages to the other side if they cover the card or the row with the focus. */
function makeRoom() {
  const toasts = $('toasts');
  const plan = activeElement()?.closest('.card, tr, .due-plan');
  toasts.classList.remove('aside');
  if (!plan || !toasts.childElementCount) return;
  const [card, messages] = [plan, toasts].map(each => each.getBoundingClientRect());
  toasts.classList.toggle('aside', card.bottom > messages.top && card.top < messages.bottom
    && card.right > messages.left && card.left < messages.right);
}

globalThis.addEventListener?.('focusin', makeRoom);

/**
 * Removes a message after a while, unless the pointer or the focus is on it.
 * @param {HTMLElement} node
 */
function closeLater(node) {
  setTimeout(() => {
    if (node.matches(':hover, :focus-within')) closeLater(node); else node.remove();
  }, TIME);
}

/** @param {Notice} notice */
const noticeText = notice => h('p.hint' + (notice.warning ? '.warning' : ''), null,
  [notice.message, ...notice.hints].join(' — '));

/** Removes the problems of failed changes, after another change succeeded. */
export const dismissChanges = () => $('toasts')
  .querySelectorAll('[data-of=change]').forEach(node => node.remove());

/**
 * Removes the messages about a problem that no longer exists.
 * @param {string} code
 */
export function dismiss(code) {
  // A change that can be tried again has still not been made.
  for (const node of $('toasts').querySelectorAll(`[data-code=${code}]`)) {
    if (!node.querySelector('button:not(.close)')) node.remove();
  }
}
