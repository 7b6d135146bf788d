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

const DATE = /** @type {const} */ ({ day: 'numeric', month: 'short' });

/** The current day of the reader. */
const now = () => {
  const here = new Date();
  return new Date(here.getTime() - here.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/**
 * Returns the year of a day for its format, unless it is the present one.
 * @returns {Intl.DateTimeFormatOptions}
 */
const yearOf = (day, today) => day.slice(0, 4) !== today.slice(0, 4) ? { year: 'numeric' } : {};

/**
 * Returns a day as people read it: `Dec 4`, with the year if it is not the present one. Other texts
 * are returned unchanged.
 * @param {string} day @param {string} [today]
 */
export const dayDate = (day, today = now()) => isDay(day)
  ? dayNamed(day, { ...DATE, ...yearOf(day, today) })
  : day;

/**
 * Returns a day with the day of the week: `Fri, Dec 4`.
 * @param {string} day @param {string} [today]
 */
export const weekdayDate = (day, today = now()) => isDay(day)
  ? dayNamed(day, { weekday: 'short', ...DATE, ...yearOf(day, today) })
  : day;

/**
 * Returns a day as people read it: with the day of the week if it is within seven days.
 * @param {string} day @param {string} [today]
 */
export const dayWords = (day, today = now()) =>
  isDay(day) && Math.abs(timeOf(day) - timeOf(today)) <= 7 * DAY
    ? weekdayDate(day, today)
    : dayDate(day, today);

/**
 * Matches a day in a message of pmgit, after what can stand before it, or a text in quotes. After
 * other words, a day may be a part of a title.
 */
const DAY_IN_WORDS = new RegExp(
  '(?:^|[\\s(])\'[^\']*\'|[“‘][^“‘”’]*[”’]'
  + '|(^|[:→(] ?|\\b(?:due|starts?|is|on|by|from|to|until|since|before|after|and) )'
  + '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(\\d{4}-\\d\\d-\\d\\d)(?=$|[\\s,;:)]|\\.$)', 'g');

/**
 * Returns a message of pmgit with its days as people read them: `due Fri, Dec 4`. Quoted texts and
 * the titles of plans stay as they are.
 * @param {string} text @param {string} [today]
 */
export const withDays = (text, today = now()) => text.startsWith('title: ') || text.length > 2000
  ? text
  : text.replace(DAY_IN_WORDS,
    (all, before, day) => day ? before + dayWords(day, today) : all);

/**
 * Returns a moment in the reader's time zone, in the same form as days: `Dec 4, 9:30 AM`.
 * @param {string | number | Date} moment @param {Date} [today]
 */
export function momentWords(moment, today = new Date()) {
  const date = new Date(moment);
  return date.toLocaleString(undefined, {
    ...DATE,
    ...Math.abs(today.getTime() - date.getTime()) <= 7 * DAY && { weekday: 'short' },
    ...date.getFullYear() !== today.getFullYear() && { year: 'numeric' },
    hour: 'numeric',
    minute: '2-digit',
  });
}

/**
 * The names of the days of the week, in full and short.
 * @returns {{long: string, short: string}[]}
 */
export const weekdays = () => [0, 1, 2, 3, 4, 5, 6]
  .map(index => daysAfter(MONDAY, index)).map(day => ({
    long: dayNamed(day, { weekday: 'long' }),
    short: dayNamed(day, { weekday: 'short' }),
  }));

/** The units of time spans: the name, the length in seconds, and a short name. */
const UNITS = [
  ['year', 365 * 86_400, 'y'],
  ['month', 30 * 86_400, 'mo'],
  ['week', 7 * 86_400, 'w'],
  ['day', 86_400, 'd'],
  ['hour', 3600, 'h'],
  ['minute', 60, ''],
];

/** Returns a number with its noun: `3 days`. @param {number} count @param {string} name */
export const counted = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`;

/**
 * Returns how long ago a moment was: `3 days ago`, or in short `3d`, or null in short for less than
 * an hour, and for no moment.
 * @param {?string} at @param {number} now in milliseconds @param {boolean} [isLong]
 */
export function age(at, now, isLong = false) {
  const seconds = Math.floor(now / 1000) - Math.floor(Date.parse(at ?? '') / 1000);
  if (Number.isNaN(seconds)) return null;
  const [name, length, short] = UNITS.find(unit => Math.abs(seconds) >= Number(unit[1])) ?? [];
  if (!isLong) return seconds >= 3600 ? `${Math.floor(seconds / Number(length))}${short}` : null;
  if (!name) return 'just now';
  if (seconds >= 86_400 && seconds < 172_800) return 'yesterday';
  const words = counted(Math.floor(Math.abs(seconds) / Number(length)), name);
  return seconds > 0 ? `${words} ago` : `in ${words}`;
}
