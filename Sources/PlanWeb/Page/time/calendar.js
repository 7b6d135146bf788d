// @ts-check
// The days of a month, as a table with arrow keys.
import { all, button, fill, h, targetOf } from '../controls/dom.js';
import { dayNamed, daysAfter, isShown, monthsAfter, weekdays, weeksOf } from '../state/days.js';
import { icon } from '../controls/icons.js';

/** @param {string} day */
const weekOf = day => weeksOf(day).find(week => week.includes(day));

/** How far the keys go. @type {Record<string, (day: string) => ?string>} */
const STEPS = {
  ArrowLeft: day => daysAfter(day, -1),
  ArrowRight: day => daysAfter(day, 1),
  ArrowUp: day => daysAfter(day, -7),
  ArrowDown: day => daysAfter(day, 7),
  PageUp: day => monthsAfter(day, -1),
  PageDown: day => monthsAfter(day, 1),
  Home: day => weekOf(day)[0],
  End: day => weekOf(day)[6],
};

export class Calendar {
  /** The day that has the focus or gets it. */
  day;

  /**
   * @param {string} today
   * @param {(day: string) => number} count returns how many plans are due on a day
   * @param {(day: string) => any} choose
   */
  constructor(today, count, choose) {
    this.today = today;
    this.count = count;
    this.chosen = '';
    this.day = today;
    this.heading = h('h3', { 'aria-live': 'polite' });
    this.body = h('tbody');
    this.node = h('div.month', null,
      h('header', null,
        this.heading,
        this.#turn('left', 'The month before', -1),
        this.#turn('right', 'The next month', 1)),
      h('table', { role: 'grid', 'aria-label': 'Days' },
        h('thead', null, h('tr', null, weekdays().map(({ long, short }) =>
          h('th', { scope: 'col', abbr: long }, short)))),
        this.body));
    this.body.addEventListener('click', event => {
      const { day } = targetOf(event).closest('button')?.dataset ?? {};
      if (day) choose(day);
    });
    this.body.addEventListener('keydown', event => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      this.#go(step(this.day));
      this.focus();
    });
  }

  #turn(name, words, count) {
    return button(icon(name), () => this.#go(monthsAfter(this.day, count)),
      { class: 'icon', 'aria-label': words, title: words });
  }

  #go(day) {
    if (!day || !isShown(day)) return;
    this.day = day;
    this.draw();
  }

  /** Marks a day, and shows its month. @param {?string} day null for none */
  mark(day) {
    this.chosen = day ?? '';
    this.day = day && isShown(day) ? day : this.today;
    this.draw();
  }

  focus() { all(this.body, '[tabindex="0"]')[0]?.focus(); }

  draw() {
    fill(this.heading, dayNamed(this.day, { month: 'long', year: 'numeric' }));
    fill(this.body, weeksOf(this.day).map(week => h('tr', null,
      week.map(day => day ? this.#cell(day) : h('td', null)))));
  }

  /** @param {string} day */
  #cell(day) {
    const count = this.count(day);
    const classes = [
      day.slice(0, 7) !== this.day.slice(0, 7) && 'out',
      day === this.today && 'today',
      count > 0 && 'busy',
    ].filter(Boolean).join(' ');
    const due = count === 1 ? ', 1 plan is due' : count > 1 ? `, ${count} plans are due` : '';
    return h('td', { role: 'gridcell', 'aria-selected': String(day === this.chosen) }, h('button', {
      type: 'button',
      class: classes || null,
      'data-day': day,
      tabindex: day === this.day ? '0' : '-1',
      'aria-current': day === this.today ? 'date' : null,
      'aria-label':
        dayNamed(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }) + due,
    }, String(Number(day.slice(8)))));
  }
}
