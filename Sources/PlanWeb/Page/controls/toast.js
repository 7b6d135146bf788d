// @ts-check
// Messages at the bottom of the page: finished changes with an undo button, and problems with
// hints.
import { $, activeElement, all, button, h, say } from './dom.js';
import { icon } from './icons.js';

/**
 * The button of a message. `key` is the shortcut of the same action.
 * @typedef {{label: string, act: () => any, key?: string}} Action
 */
/**
 * A problem in a message. `of` is the kind of action that failed.
 * @typedef {{code?: string, hints?: string[], detail?: string[], of?: string}} Trouble
 */

const TIME = 8000;
/** The largest number of messages that are shown at the same time. */
const MOST = 3;

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
 * Shows a message in one line, with its full text as a tooltip, and announces it. A problem stays
 * until it is closed.
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
      h('p', { title: problem ? null : text }, text),
      (problem?.detail ?? []).map(line => h('p.detail', null, line)),
      (problem?.hints ?? []).map(hint => h('p.hint', null, hint)),
      (notices ?? []).map(noticeText)),
    action && button(action.label, () => { close(); action.act(); }, { 'data-key': action.key }),
    button(icon('x'), close, { 'aria-label': 'Close the message', class: 'icon close' }));
  const toasts = $('toasts');
  const said = each => each.querySelector('.words').textContent;
  for (const same of all(toasts, '.toast')) if (said(same) === said(node)) same.remove();
  // Only the newest message about a change is shown, and those that a person is reading.
  for (const older of all(toasts, '.toast:not(.problem)')) if (!isHeld(older)) older.remove();
  for (const each of surplus(all(toasts, '.toast'))) each.remove();
  toasts.append(node);
  if (!problem) say(text);
  makeRoom();
  if (!problem) closeLater(node);
}

/** Whether the pointer or the focus is on a message. @param {HTMLElement} node */
const isHeld = node => node.matches(':hover, :focus-within');

/**
 * Returns the messages that make room for a new one: problems go last, and of each kind the oldest
 * goes first.
 * @param {HTMLElement[]} shown the oldest first
 */
export const surplus = shown => [...shown.filter(each => !each.matches('.problem')),
  ...shown.filter(each => each.matches('.problem'))].slice(0, Math.max(0, shown.length - MOST + 1));

/** The places of the messages: at the lower left, at the lower right, and below the header. */
const PLACES = [[], ['aside'], ['aside', 'high']];

/** Moves the messages if they cover the card or the row with the focus. */
function makeRoom() {
  const toasts = $('toasts');
  const plan = activeElement()?.closest('.card, tr, .due-plan');
  const covers = () => {
    const [card, messages] = [plan, toasts].map(each => each.getBoundingClientRect());
    return card.bottom > messages.top && card.top < messages.bottom
      && card.right > messages.left && card.left < messages.right;
  };
  for (const place of PLACES) {
    toasts.classList.remove('aside', 'high');
    toasts.classList.add(...place);
    if (!plan || !toasts.childElementCount || !covers()) return;
  }
}

globalThis.addEventListener?.('focusin', makeRoom);

/**
 * Removes a message after a while, unless the pointer or the focus is on it.
 * @param {HTMLElement} node
 */
function closeLater(node) {
  setTimeout(() => {
    if (isHeld(node)) closeLater(node); else node.remove();
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
