// @ts-check
// The popover of a moment of the past: a calendar, and a box for the time of the day.
import { Calendar } from './calendar.js';
import { h } from '../controls/dom.js';
import { hand } from '../controls/menu.js';
import { popover } from '../controls/popover.js';

/** Matches a time of the day: `9`, `9:30`, `18.30`. */
const TIME = /^([01]?\d|2[0-3])(?:[:.]([0-5]\d))?$/;

/**
 * Returns a moment of a day in the reader's time zone; null if the time has another form.
 * @param {string} day @param {string} time a time of the day; empty for the end of the day
 */
export function momentOf(day, time) {
  const [, hour, minute = '00'] = TIME.exec(time.trim()) ?? [];
  if (!time.trim()) return new Date(`${day}T23:59:59`);
  return hour === undefined ? null : new Date(`${day}T${hour.padStart(2, '0')}:${minute}:00`);
}

/** Returns the day of a moment in the reader's time zone. @param {number} time in milliseconds */
export function dayAt(time) {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/**
 * Opens the popover.
 * @param {number} now the moment that is shown, in milliseconds
 * @param {() => ?HTMLElement} anchor @param {(time: Date) => any} goTo
 */
export function pickMoment(now, anchor, goTo) {
  const box = h('input', {
    type: 'text',
    'aria-label': 'Time of the day',
    placeholder: 'Time, such as 18:30',
    autocomplete: 'off',
  });
  const heading = h('h2', { tabindex: '-1' }, 'Go to a day');
  const calendar = new Calendar(dayAt(Date.now()), () => 0, day => go(day));
  const pop = popover('Go to a day', 'day', [heading, box, calendar.node], { anchor });
  const go = day => {
    const time = momentOf(day, box.value);
    if (!time) { box.setAttribute('aria-invalid', 'true'); return box.focus(); }
    pop.close();
    return goTo(time);
  };
  box.addEventListener('input', () => box.removeAttribute('aria-invalid'));
  box.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown') { event.preventDefault(); calendar.focus(); }
    if (event.key === 'Enter') { event.preventDefault(); go(calendar.day); }
  });
  calendar.mark(dayAt(now));
  if (hand() === 'touch') heading.focus(); else calendar.focus();
}
