// @ts-check
// Days as texts such as 2026-12-24: distances, words, and the weeks of a month. Weeks begin on
// Monday, as in the words for days.

const DAY = 86_400_000;
const WEEKS = 6;
/** A Monday, for the names of the days of the week. */
const MONDAY = '2024-01-01';

/** The first and the last day that a board supports. */
export const FIRST = '0001-01-01';
export const LAST = '9999-12-31';

/** Whether a day can be shown. Other days have texts of a different form. @param {string} day */
export const isShown = day => day >= FIRST && day <= LAST;

const timeOf = day => Date.parse(`${day}T00:00:00Z`);

/** Returns the day `count` days later. @param {string} day @param {number} count */
export const daysAfter = (day, count) => new Date(timeOf(day) + count * DAY)
  .toISOString().slice(0, -14);

/**
 * Returns the same day `count` months later, or the last day of that month.
 * @param {string} day @param {number} count
 */
export function monthsAfter(day, count) {
  const [year, month, date] = day.split('-').map(Number);
  const found = new Date(0);
  found.setUTCFullYear(year, month + count, 0);
  found.setUTCDate(Math.min(date, found.getUTCDate()));
  return found.toISOString().slice(0, -14);
}

/**
 * Returns the weeks of a calendar page, seven days each. Days that can't be shown are null.
 * @param {string} day a day of the month @returns {(?string)[][]}
 */
export function weeksOf(day) {
  const first = `${day.slice(0, 7)}-01`;
  const start = -((new Date(timeOf(first)).getUTCDay() + 6) % 7);
  return Array.from({ length: WEEKS }, (_, week) => Array.from({ length: 7 }, (_each, index) => {
    const each = daysAfter(first, start + week * 7 + index);
    return isShown(each) ? each : null;
  }));
}

/** Returns the Monday of the week of a day. @param {string} day */
export const mondayOf = day => daysAfter(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

/** Whether a text is an existing day. @param {string} text */
const isDay = text => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(timeOf(text))
  && daysAfter(text, 0) === text;

/**
 * Returns a day in the reader's language, with the same calendar and digits as all other days on
 * the page.
 * @param {string} day @param {Intl.DateTimeFormatOptions} options
 */
export const dayNamed = (day, options) =>
  new Date(timeOf(day)).toLocaleDateString(undefined,
    { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...options });

/**
 * Returns a day as people read it: `Fri 4 Dec`, with the year if it is not the present one.
 * @param {string} day @param {string} today
 */
export const dayWords = (day, today) => isDay(day)
  ? dayNamed(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' },
  })
  : day;

/**
 * Returns a day for a message, with the year: `Fri 2026-12-04`. Other texts are returned unchanged.
 * @param {string} day
 */
export const dayTold = day => isDay(day) ? `${dayNamed(day, { weekday: 'short' })} ${day}` : day;

/**
 * The names of the days of the week, in full and short.
 * @returns {{long: string, short: string}[]}
 */
export const weekdays = () => [0, 1, 2, 3, 4, 5, 6]
  .map(index => daysAfter(MONDAY, index)).map(day => ({
    long: dayNamed(day, { weekday: 'long' }),
    short: dayNamed(day, { weekday: 'short' }),
  }));
