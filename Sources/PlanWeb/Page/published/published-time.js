// @ts-check
// Times in words. A server would write them relative to its current day; on a published page they
// are relative to the reader's current day.
import { dayOf } from '../time/road-scale.js';
import { counted } from '../state/days.js';

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
