// @ts-check
// The days of a month, as a table in which arrows move. Days are texts such as 2026-12-24; weeks begin on Monday, as they
// do in the words for days.
import { all, button, fill, h, targetOf } from './dom.js';
import { icon } from './icons.js';

const DAY = 86_400_000;
const WEEKS = 6;
/** A Monday, to name the days of the week. */
const MONDAY = '2024-01-01';

const timeOf = day => Date.parse(`${day}T00:00:00Z`);

/** Returns the day some days later. @param {string} day @param {number} count */
export const daysAfter = (day, count) => new Date(timeOf(day) + count * DAY).toISOString().slice(0, 10);

/** Returns the same day some months later, or the last day of that month. @param {string} day @param {number} count */
export function monthsAfter(day, count) {
  const [year, month, date] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Returns the weeks of a calendar's page, each of seven days. @param {string} day a day of the month */
export function weeksOf(day) {
  const first = `${day.slice(0, 7)}-01`;
  const start = daysAfter(first, -((new Date(timeOf(first)).getUTCDay() + 6) % 7));
  return Array.from({ length: WEEKS }, (_, week) => Array.from({ length: 7 }, (_, index) => daysAfter(start, week * 7 + index)));
}

/** @param {string} text */
const isDay = text => /^\d{4}-\d\d-\d\d$/.test(text);

/** @param {string} day @param {Intl.DateTimeFormatOptions} options */
export const dayNamed = (day, options) => new Date(timeOf(day)).toLocaleDateString(undefined, { timeZone: 'UTC', ...options });

/**
 * Returns a day as people read it: `Fri 4 Dec`, with the year if it is not the present one.
 * @param {string} day @param {string} today
 */
export const dayWords = (day, today) => isDay(day)
  ? dayNamed(day, { weekday: 'short', day: 'numeric', month: 'short', ...day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' } }) : day;

/**
 * Returns a day for a message, of whatever year: `Fri 2026-12-04`. Another text stays as it is.
 * @param {string} day
 */
export const dayTold = day => isDay(day) ? `${dayNamed(day, { weekday: 'short' })} ${day}` : day;

/** How far the keys go. @type {Record<string, (day: string) => string>} */
const STEPS = {
  ArrowLeft: day => daysAfter(day, -1), ArrowRight: day => daysAfter(day, 1), ArrowUp: day => daysAfter(day, -7), ArrowDown: day => daysAfter(day, 7),
  PageUp: day => monthsAfter(day, -1), PageDown: day => monthsAfter(day, 1),
  Home: day => weeksOf(day).flat().findLast((each, index) => each <= day && index % 7 === 0),
  End: day => weeksOf(day).flat().find((each, index) => each >= day && index % 7 === 6),
};

/** The first and the last day that the keys reach. */
export const FIRST = '0100-01-01';
export const LAST = '9999-12-31';

export class Calendar {
  /** The day that has the focus, or gets it. */
  #day;

  /**
   * @param {string} today @param {(day: string) => number} count returns how many plans are due on a day
   * @param {(day: string) => any} choose
   */
  constructor(today, count, choose) {
    this.today = today;
    this.count = count;
    this.chosen = '';
    this.#day = today;
    this.heading = h('h3', { 'aria-live': 'polite' });
    this.body = h('tbody');
    this.node = h('div.month', null,
      h('header', null, this.heading, this.#turn('left', 'The month before', -1), this.#turn('right', 'The next month', 1)),
      h('table', { role: 'grid', 'aria-label': 'Days' }, h('thead', null, h('tr', null, [0, 1, 2, 3, 4, 5, 6].map(index =>
        h('th', { scope: 'col', abbr: dayNamed(daysAfter(MONDAY, index), { weekday: 'long' }) }, dayNamed(daysAfter(MONDAY, index), { weekday: 'short' }))))), this.body));
    this.body.addEventListener('click', event => {
      const { day } = targetOf(event).closest('button')?.dataset ?? {};
      if (day) choose(day);
    });
    this.body.addEventListener('keydown', event => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      this.#go(step(this.#day));
      this.focus();
    });
  }

  #turn(name, words, count) {
    return button(icon(name), () => this.#go(monthsAfter(this.#day, count)), { class: 'icon', 'aria-label': words, title: words });
  }

  #go(day) {
    if (day < FIRST || day > LAST) return;
    this.#day = day;
    this.draw();
  }

  /** Marks a day, and shows its month. @param {?string} day null for none */
  mark(day) {
    this.chosen = day ?? '';
    this.#day = day && day >= FIRST && day <= LAST ? day : this.today;
    this.draw();
  }

  focus() { all(this.body, '[tabindex="0"]')[0]?.focus(); }

  draw() {
    fill(this.heading, dayNamed(this.#day, { month: 'long', year: 'numeric' }));
    fill(this.body, weeksOf(this.#day).map(week => h('tr', null, week.map(day => this.#cell(day)))));
  }

  /** @param {string} day */
  #cell(day) {
    const count = this.count(day);
    const classes = [day.slice(0, 7) !== this.#day.slice(0, 7) && 'out', day === this.today && 'today', count > 0 && 'busy'].filter(Boolean).join(' ');
    const due = count === 1 ? ', 1 plan is due' : count > 1 ? `, ${count} plans are due` : '';
    return h('td', { role: 'gridcell', 'aria-selected': String(day === this.chosen) }, h('button', {
      type: 'button', class: classes || null, 'data-day': day, tabindex: day === this.#day ? '0' : '-1', 'aria-current': day === this.today ? 'date' : null,
      'aria-label': dayNamed(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }) + due,
    }, String(Number(day.slice(8)))));
  }
}
