// @ts-check
// Times in words. A server would write them relative to its current day; on a published page they
// are relative to the reader's current day.
import { dayOf } from '../time/road-scale.js';

const UNITS = [
  ['year', 365 * 86_400, 'y'],
  ['month', 30 * 86_400, 'mo'],
  ['week', 7 * 86_400, 'w'],
  ['day', 86_400, 'd'],
  ['hour', 3600, 'h'],
  ['minute', 60, ''],
];

const counted = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`;

/**
 * Returns how long ago a moment was: `3 days ago`, or in short `3d`, or null in short for less than
 * an hour.
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

/**
 * Returns the words for a due day, in the same form as pmgit.
 * @param {string} due @param {string} today @param {boolean} isDone
 */
export function dueWords(due, today, isDone) {
  const days = dayOf(due) - dayOf(today);
  if (isDone || days > 13) return due;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days > 1) return `in ${days} days`;
  if (days >= -99) return `${counted(-days, 'day')} overdue`;
  if (days > -730) return `${counted(Math.floor(-days * 12 / 365), 'month')} overdue`;
  return `${counted(Math.floor(-days / 365), 'year')} overdue`;
}

/** Returns the current day in the reader's time zone: `2026-11-27`. @param {Date} [now] */
export function localToday(now = new Date()) {
  const two = number => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
