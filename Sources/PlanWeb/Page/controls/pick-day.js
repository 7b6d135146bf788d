// @ts-check
// The popover of a day: a calendar, and a box for words such as `fri` and `+2w`, which the server
// interprets.
import { button, h } from './dom.js';
import { hand } from './menu.js';
import { KeptLine } from './kept-line.js';
import { popover } from './popover.js';
import { draftName, tell } from './pick-list.js';
import { textOf } from './pick-text.js';
import { Calendar } from '../time/calendar.js';
import { dayWords, weekdayDate } from '../state/days.js';

/** @typedef {import('../plan/plan-values.js').Value} Value */
/** @typedef {import('../plan/plan-values.js').Subject} Subject */

const PAUSE = 150;
/** Words that can be chosen by a click. */
const QUICK = [
  ['Today', 'today'], ['Tomorrow', 'tomorrow'], ['Fri', 'fri'], ['Next week', 'next week'],
  ['None', ''],
];

/**
 * Opens the popover. Enter and a click outside save the typed value, Escape keeps the old one. What
 * is typed is kept as a draft until it is saved or discarded.
 * @param {Value} value @param {Subject} subject @param {() => ?HTMLElement} anchor
 */
export function pickDay(value, subject, anchor) {
  const { state } = subject;
  const before = textOf(value, subject);
  const box = h('input', {
    type: 'text',
    'aria-label': `${value.title}: a day, or words`,
    placeholder: before ? dayWords(before, state.today) : 'fri, +2w, 24 dec',
    'aria-describedby': 'meaning',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const meaning = h('p.hint', { id: 'meaning', role: 'status' });
  const said = h('div.said', { role: 'alert', hidden: true });
  const line = new KeptLine(box, state, draftName(value, subject), {
    saved: () => textOf(value, subject),
    commit: subject.commit,
    again: () => pickDay(value, subject, anchor),
  });
  const calendar = new Calendar(state.today, day => dueOn(state, day), day => save(day));

  const save = async text => {
    box.readOnly = true;
    // Only the board knows the day that the words meant.
    const told = () => {
      const now = textOf(value, subject);
      return text ? dayWords(now === before ? text : now) : 'none';
    };
    const problem = await subject.save({ ...value.write(text), commit: line.commit }, told,
      () => pop.isOpen);
    box.readOnly = false;
    if (!problem) { line.end(); return pop.close(); }
    box.setAttribute('aria-invalid', 'true');
    if (pop.isOpen) tell(said, problem, () => save(text));
    return undefined;
  };
  const saveTyped = () => save(/^none$/i.test(box.value.trim()) ? '' : box.value.trim());
  const understand = meaningOf(state, box, day => {
    box.removeAttribute('aria-invalid');
    meaning.textContent = day === undefined ? '' : day === null ? 'No day' : weekdayDate(day, '');
    calendar.mark(day ?? before);
  });
  box.addEventListener('input', understand);
  box.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown') { event.preventDefault(); calendar.focus(); }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (box.value.trim()) saveTyped(); else pop.close();
  });
  const stop = subject.watch(() => line.draw());
  const heading = h('h2', { tabindex: '-1' }, value.title);
  (hand() === 'touch' ? heading : box).setAttribute('autofocus', '');
  calendar.mark(before);
  const pop = popover(value.title, 'day',
    [
      heading,
      box,
      meaning,
      h('div.quick', null, QUICK.map(([label, words]) => button(label, () => save(words)))),
      calendar.node,
      line.note,
      said,
    ],
    {
      anchor,
      ended: stop,
      leave: () => !box.readOnly && box.value.trim() && saveTyped(),
      discard: () => line.discard(),
    });
  if (box.value) understand();
}

/**
 * Returns a listener that asks the server for the meaning of the words in a box, after a pause.
 * @param {import('../state/state.js').BoardState} state @param {HTMLInputElement} box
 * @param {(day: ?string | undefined) => void} tell gets the day; null for no day, undefined if the
 * words are not understood
 */
function meaningOf(state, box, tell) {
  /** @type {number | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const words = box.value.trim();
      let day;
      try {
        if (words) ({ day } = await state.api.get('day', { words }));
      } catch {
        /* The words may be incomplete. */
      }
      if (words === box.value.trim()) tell(day);
    }, PAUSE);
  };
}

/**
 * Returns how many open plans are due on a day.
 * @param {import('../state/state.js').BoardState} state @param {string} day
 */
function dueOn(state, day) {
  let count = 0;
  for (const card of state.cards.values()) if (card.due === day && !card.done) count += 1;
  return count;
}
