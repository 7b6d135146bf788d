// Messages at the lower edge: what was done, with a way back; what failed, with what to do.
import { $, button, h } from './dom.js';

const TIME = 8000;

/** Shows a message. A problem stays until it is closed. */
export function toast(text, action, notices = [], problem = null) {
  const close = () => node.remove();
  const node = h('div.toast' + (problem ? '.problem' : ''), { role: problem ? 'alert' : null },
    h('div.words', null,
      h('p', null, text),
      (problem?.detail ?? []).map(line => h('p.detail', null, line)),
      (problem?.hints ?? []).map(hint => h('p.hint', null, hint)),
      (notices ?? []).map(noticeText)),
    action && button(action.label, () => { close(); action.act(); }),
    button('×', close, { 'aria-label': 'Close the message', class: 'close' }));
  const toasts = $('toasts');
  while (toasts.childElementCount > 2) toasts.firstElementChild.remove();
  toasts.append(node);
  if (!problem) setTimeout(() => { if (!node.matches(':hover, :focus-within')) close(); }, TIME);
}

const noticeText = notice => h('p.hint' + (notice.warning ? '.warning' : ''), null,
  [notice.message, ...notice.hints].join(' — '));
