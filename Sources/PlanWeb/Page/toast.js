// @ts-check
// Messages at the lower edge: what was done, with a way back; what failed, with what to do.
import { $, button, h } from './dom.js';

/**
 * What a message offers to do.
 * @typedef {{label: string, act: () => any}} Action
 */
/**
 * What went wrong, as a message shows it: `of` is what it was about.
 * @typedef {{code?: string, hints?: string[], detail?: string[], of?: string}} Trouble
 */

const TIME = 8000;

/**
 * Tells what went wrong, and what to do.
 * @param {any} problem an error, or what was thrown instead
 * @param {string} [of] what it was about: `change`
 */
export const tellProblem = (problem, of) => toast(problem?.message ?? 'Something went wrong', null, [], { hints: [], ...problem, of });

/**
 * Shows a message. A problem stays until it is closed.
 * @param {string} text
 * @param {?Action} [action]
 * @param {Notice[]} [notices]
 * @param {?Trouble} [problem]
 */
export function toast(text, action, notices = [], problem = null) {
  const close = () => node.remove();
  const node = h('div.toast' + (problem ? '.problem' : ''), { role: problem ? 'alert' : null, 'data-code': problem?.code, 'data-of': problem?.of },
    h('div.words', null,
      h('p', null, text),
      (problem?.detail ?? []).map(line => h('p.detail', null, line)),
      (problem?.hints ?? []).map(hint => h('p.hint', null, hint)),
      (notices ?? []).map(noticeText)),
    action && button(action.label, () => { close(); action.act(); }),
    button('×', close, { 'aria-label': 'Close the message', class: 'close' }));
  const toasts = $('toasts');
  // One word of what was done at a time; problems stay, the last three of them.
  for (const same of [...toasts.children].filter(each => each.querySelector('.words').textContent === node.querySelector('.words').textContent)) same.remove();
  if (!problem) for (const older of toasts.querySelectorAll('.toast:not(.problem)')) older.remove();
  while (toasts.childElementCount > 2) toasts.firstElementChild.remove();
  toasts.append(node);
  if (!problem) closeLater(node);
}

/**
 * Takes a message away after a while, but not from under somebody's hand.
 * @param {HTMLElement} node
 */
function closeLater(node) {
  setTimeout(() => { if (node.matches(':hover, :focus-within')) closeLater(node); else node.remove(); }, TIME);
}

/** @param {Notice} notice */
const noticeText = notice => h('p.hint' + (notice.warning ? '.warning' : ''), null,
  [notice.message, ...notice.hints].join(' — '));

/** Takes away why a change could not be made: another one was. */
export const dismissChanges = () => $('toasts').querySelectorAll('[data-of=change]').forEach(node => node.remove());

/**
 * Takes away the problems of a kind that are no more.
 * @param {string} code
 */
export function dismiss(code) {
  for (const node of $('toasts').querySelectorAll(`[data-code=${code}]`)) node.remove();
}
