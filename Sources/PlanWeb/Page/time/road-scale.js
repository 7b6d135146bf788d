// @ts-check
// Days and their positions on a roadmap. A day is a whole number, so that the reader's time zone
// has no effect.
import { dayDate, dayNamed } from '../state/days.js';

const DAY = 86_400_000;
/** A Saturday, as a day number. */
const SATURDAY = 2;

/** @param {string} text such as `2026-11-26` */
export const dayOf = text => Date.parse(text) / DAY;

/** @param {number} day */
export const textOf = day => new Date(day * DAY).toISOString().slice(0, 10);

/**
 * Returns a day as people read it, as everywhere on the page.
 * @param {number} day @param {Intl.DateTimeFormatOptions} [form]
 */
export const dayWords = (day, form) => form ? dayNamed(textOf(day), form) : dayDate(textOf(day));

/** The widths of a day in pixels, by the name of the zoom. */
export const ZOOMS = { Week: 30, Month: 12, Quarter: 5 };

/** The largest number of days that are drawn. */
const LONGEST = 800;

export class Scale {
  /**
   * @param {number} first the first day
   * @param {number} last the last day
   * @param {number} width of a day, in pixels
   */
  constructor(first, last, width) {
    this.first = first;
    this.last = Math.min(Math.max(last, first), first + LONGEST);
    this.day = width;
  }

  get width() { return (this.last - this.first + 1) * this.day; }

  /** Returns the left edge of a day, limited to the roadmap. @param {number} day */
  x(day) { return (Math.min(Math.max(day, this.first), this.last + 1) - this.first) * this.day; }

  /** The distance from the first day to the first Saturday, in pixels. */
  get weekend() { return (((SATURDAY - this.first) % 7 + 7) % 7) * this.day; }

  /** The days with a tick: the Mondays, or every day if there is room. */
  marks() {
    const step = this.day >= 24 ? 1 : this.day >= 9 ? 7 : 28;
    const start = step === 1 ? this.first : this.first + (((4 - this.first) % 7 + 7) % 7);
    const days = [];
    for (let day = start; day <= this.last; day += step) days.push(day);
    return days;
  }

  /** The first days of the months, and the first day of the roadmap. */
  months() {
    const days = [this.first];
    for (let day = this.first + 1; day <= this.last; day += 1) {
      if (textOf(day).endsWith('-01')) days.push(day);
    }
    // A month is left out if there is no room for its name.
    return days.filter((day, index) => ((days[index + 1] ?? this.last) - day) * this.day >= 72);
  }
}

/**
 * Returns the scale of a roadmap: from its first day to the last forecast or due day.
 * @param {RoadmapDocument} road @param {number} width of a day, in pixels
 */
export function scaleOf(road, width) {
  const days = road.groups.flatMap(group => [group, ...group.plans]).flatMap(each => [
    each.due,
    ...each.forecast.filter(({ percent }) => percent <= 85).map(({ day }) => day),
  ]).filter(Boolean).map(dayOf);
  const today = dayOf(road.today);
  return new Scale(dayOf(road.since), Math.max(today + 28, ...days) + 7, width);
}

/**
 * Returns the start and the due day after a drag or a key press. A span never ends before it
 * starts.
 * @param {'start' | 'due' | 'both'} part @param {{start: number, due: number}} span
 * @param {number} days
 */
export function shifted(part, { start, due }, days) {
  if (part === 'both') return { start: start + days, due: due + days };
  return part === 'start'
    ? { start: Math.min(start + days, due), due }
    : { start, due: Math.max(due + days, start) };
}
