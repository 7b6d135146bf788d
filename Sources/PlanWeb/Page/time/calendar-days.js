// @ts-check
// The plans of a calendar by the days on which they are due.
import { PRIORITIES } from '../state/board-content.js';
import { weeksOf } from '../state/days.js';

/** @param {Card} card */
const urgency = card => card.priority ? PRIORITIES.indexOf(card.priority) : PRIORITIES.length;

/**
 * Returns the plans by their due days: open plans first, then by urgency, otherwise in the given
 * order. Also returns how many open plans have no due day.
 * @param {Card[]} cards @param {(card: Card) => ?string | undefined} [dueOf]
 * @returns {{days: Map<string, Card[]>, without: number}}
 */
export function daysOf(cards, dueOf = card => card.due) {
  /** @type {Map<string, Card[]>} */
  const days = new Map();
  let without = 0;
  for (const card of cards) {
    const due = dueOf(card);
    if (!due) without += card.done ? 0 : 1;
    else if (days.has(due)) days.get(due).push(card);
    else days.set(due, [card]);
  }
  for (const plans of days.values()) {
    plans.sort((a, b) => Number(a.done) - Number(b.done) || urgency(a) - urgency(b));
  }
  return { days, without };
}

/** Whether two days are in the same month. @param {string} a @param {string} b */
export const isSameMonth = (a, b) => a.slice(0, 7) === b.slice(0, 7);

/** Returns the weeks that have days of a month. @param {string} day a day of the month */
export const weeksOfMonth = day => weeksOf(day)
  .filter(week => week.some(each => each && isSameMonth(each, day)));
