// @ts-check
// A page of the calendar, which shows a month: a table of days, or on a phone a list of the days
// with plans. Only changes are drawn again.
import { addressOf } from '../state/address.js';
import { KeyedNodes, drawIfNew, reconcile } from '../controls/keyed.js';
import { all, button, h, set } from '../controls/dom.js';
import { dayNamed, dayWords, weekdayDate, weekdays } from '../state/days.js';
import { duePlan, duePlanKey } from './due-plan.js';
import { empty } from '../controls/parts.js';
import { isSameMonth, weeksOfMonth } from './calendar-days.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('./due-moves.js').DueMoves} DueMoves */

/** The smallest number of plans of a day that are shown before a person asks for more. */
const LEAST = 4;
const MOST_LISTED = 20;
/**
 * The heights in pixels of a plan, of the rest of a day, of a day without plans, and of everything
 * above and below the weeks. The style sheet contains them too.
 */
const PLAN = 26;
const AROUND = 32;
const EMPTY = 88;
const BESIDES = 28 + 72;

export class CalendarPage {
  /** The weeks and days of the table, and the days of the list. */
  #nodes = new KeyedNodes();
  /** @type {Set<string>} The days that show all of their plans. */
  #whole = new Set();
  /** @type {Map<string, Card[]>} The plans by their due days. */
  #days = new Map();
  /** How many plans of a day the table has room for. */
  #most = LEAST;
  /** A day of the month that is shown. */
  #day = '';

  /**
   * @param {BoardState} state @param {DueMoves} moves
   * @param {(day: string, index: number) => any} showRest shows all plans of a day; `index` is the
   * first hidden one
   */
  constructor(state, moves, showRest) {
    this.state = state;
    this.moves = moves;
    this.showRest = showRest;
    this.weeks = h('tbody');
    this.table = h('table', { role: 'grid', 'aria-label': 'Plans by due date' },
      h('thead', null, h('tr', null,
        weekdays().map(({ long, short }) => h('th', { scope: 'col', abbr: long }, short)))),
      this.weeks);
    this.list = h('ol.agenda', { 'aria-label': 'Plans by due date' });
    this.node = h('div.scroller');
  }

  /**
   * @param {string} day a day of the month
   * @param {Map<string, Card[]>} days the plans by their due days
   * @param {boolean} isList
   */
  draw(day, days, isList) {
    [this.#day, this.#days] = [day, days];
    this.#nodes.show(this.node, () => [isList ? this.#drawList() : this.#drawTable()]);
    this.#link();
  }

  /** Sets the URLs of the plans: those of the present view, each with its plan open. */
  #link() {
    const { at, groups: grouping, name, query, today } = this.state;
    const month = isSameMonth(this.#day, today) ? '' : this.#day.slice(0, 7);
    const base = addressOf({ name, query, at, grouping, view: 'Calendar', month, id: 'ID' });
    for (const each of all(this.node, '.due-plan')) {
      set(each, { href: base.replace('#ID', `#${each.dataset.id}`) });
    }
  }

  /** Makes later drawings show all plans of a day. @param {string} day */
  show(day) { this.#whole.add(day); }

  /** @param {string} day @param {number} most */
  #shown(day, most) {
    const plans = this.#days.get(day) ?? [];
    const shown = this.#whole.has(day) || plans.length <= most ? plans : plans.slice(0, most - 1);
    return {
      plans,
      shown,
      key: [plans.length, shown.map(card => duePlanKey(card, this.state, this.moves.has(card.id)))],
    };
  }

  /** @param {string} day @param {Card[]} plans @param {Card[]} shown */
  #plans(day, plans, shown) {
    const more = plans.length - shown.length;
    return [
      plans.length > 0 && h('ul', null,
        shown.map(card => h('li', null, duePlan(card, this.state, this.moves.has(card.id))))),
      more > 0 && button(`${more} more`, () => this.showRest(day, shown.length), {
        class: 'quiet rest',
        tabindex: '-1',
        'aria-label': `${more} more on ${dayWords(day, this.state.today)}`,
      }),
    ];
  }

  #drawTable() {
    const weeks = weeksOfMonth(this.#day);
    this.#most = this.#room(weeks);
    reconcile(this.weeks, weeks.map((week, index) => {
      const row = this.#nodes.node(`week/${index}`, () => h('tr'));
      reconcile(row, week.map(day => day ? this.#cell(day) : h('td.out')));
      return row;
    }));
    return this.table;
  }

  /**
   * Returns how many plans of a day are shown, so that all weeks fit in the window. Busy weeks
   * share the space that other weeks do not need.
   * @param {(?string)[][]} weeks
   */
  #room(weeks) {
    const most = weeks.map(week => Math.max(0,
      ...week.map(day => this.#days.get(day ?? '')?.length ?? 0)));
    const busy = most.filter(count => count > LEAST).length;
    const rest = most.filter(count => count <= LEAST)
      .reduce((sum, count) => sum + Math.max(EMPTY, AROUND + PLAN * count), 0);
    const space = innerHeight - this.node.getBoundingClientRect().top - BESIDES - rest;
    return Math.max(LEAST, Math.floor((space / Math.max(1, busy) - AROUND) / PLAN));
  }

  /** @param {string} day */
  #cell(day) {
    const { today } = this.state;
    const node = this.#nodes.node(`cell/${day}`,
      () => h('td', { role: 'gridcell', 'data-day': day, tabindex: '-1' }));
    const { plans, shown, key } = this.#shown(day, this.#most);
    node.className = [
      !isSameMonth(day, this.#day) && 'out',
      day === today && 'today',
      day < today && 'past',
      [0, 6].includes(new Date(day).getUTCDay()) && 'weekend',
    ].filter(Boolean).join(' ');
    set(node,
      { 'aria-label': dayLabel(day, plans), 'aria-current': day === today ? 'date' : null });
    drawIfNew(node, key, () => [
      h('span.date', { 'aria-hidden': 'true' }, day.endsWith('-01')
        ? dayNamed(day, { day: 'numeric', month: 'short' })
        : String(Number(day.slice(8)))),
      ...this.#plans(day, plans, shown),
    ], '');
    return node;
  }

  #drawList() {
    const { today } = this.state;
    const days = [...this.#days.keys()].filter(day => isSameMonth(day, this.#day));
    // The present day is always listed, because people start there.
    if (isSameMonth(today, this.#day) && !days.includes(today)) days.push(today);
    reconcile(this.list, days.sort().map(day => this.#item(day)));
    return days.length > 0
      ? this.list
      : empty('calendar', `Nothing is due in ${dayNamed(this.#day, { month: 'long' })}`, {});
  }

  /** @param {string} day */
  #item(day) {
    const { today } = this.state;
    const isToday = day === today;
    const node = this.#nodes.node(`list/${day}`, () => h('li', { 'data-day': day }));
    node.classList.toggle('today', isToday);
    const { plans, shown, key } = this.#shown(day, MOST_LISTED);
    drawIfNew(node, [isToday, key], () => [
      h('h3', null, weekdayDate(day, today), isToday && h('small', null, 'Today')),
      plans.length > 0 ? this.#plans(day, plans, shown) : h('p.hint', null, 'Nothing is due.'),
    ], '');
    return node;
  }
}

/** @param {string} day @param {Card[]} plans */
function dayLabel(day, plans) {
  const open = plans.filter(card => !card.done).length;
  const words = plans.length === 0
    ? 'nothing is due'
    : [
      open > 0 && (open === 1 ? '1 plan is due' : `${open} plans are due`),
      plans.length > open && `${plans.length - open} done`,
    ].filter(Boolean).join(', ');
  const date = dayNamed(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return `${date}, ${words}`;
}
