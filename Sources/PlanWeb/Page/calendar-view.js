// @ts-check
// The calendar: a month of plans by the days on which they are due. A phone shows the days that have plans as a list.
import { FIRST, LAST, daysAfter, dayNamed, dayTold, dayWords, monthsAfter } from './calendar.js';
import { CalendarDrag } from './calendar-drag.js';
import { READ_ONLY, edit, named } from './acts.js';
import { activeElement, all, besides, button, drawIfNew, fill, h, reconcile, say, set, targetOf, write } from './dom.js';
import { boardAddress } from './address.js';
import { cardWords } from './card.js';
import { daysOf, isSameMonth, weeksOfMonth } from './calendar-days.js';
import { icon } from './icons.js';
import { priorityChip, stateSign } from './chips.js';
import { toast } from './toast.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * @typedef {object} CalendarActs
 * @property {(id: string) => any} open shows a plan beside the calendar
 * @property {(id: string, isRange: boolean) => any} select selects or deselects a plan, or selects all plans up to it
 * @property {(id: string) => any} menu shows what can be done to a plan
 * @property {() => any} add asks for a new plan that is due on the day with the focus
 * @property {() => any} showUndated lists the open plans without a due day
 */

/** How many plans of a day are shown before somebody asks for more. */
const MOST = 4;
/** A Monday, to name the days of the week. */
const MONDAY = '2024-01-01';
/** How far Alt and an arrow move a plan, in days. */
const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Whether the window is so narrow that it has no room for seven days. The style sheet has the same width. */
const NARROW = matchMedia('(max-width: 40rem)');

export class CalendarView {
  /** The day that has the focus or gets it, whose month is shown; empty before the first drawing. */
  #day = '';
  /** @type {Map<string, Card[]>} The plans by their due days. */
  #days = new Map();
  /** @type {Map<string, string>} The new due days of plans whose change is not answered yet. */
  #moved = new Map();
  /** @type {Set<string>} The days that show all of their plans. */
  #whole = new Set();
  /** @type {Map<string, HTMLElement>} The nodes of days, by whether they are in a list, and the day. */
  #nodes = new Map();
  /** Whether something is dragged, and whether the calendar must be drawn afterwards. */
  #isHeld = false;
  #isLate = false;

  /** @param {BoardState} state @param {CalendarActs} acts */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.heading = h('h2', { 'aria-live': 'polite' });
    this.undated = button('', acts.showUndated, { class: 'quiet', title: 'List the open plans without a due date' });
    this.weeks = h('tbody');
    this.table = h('table', { role: 'grid', 'aria-label': 'Plans by due date' }, h('thead', null, h('tr', null, [0, 1, 2, 3, 4, 5, 6].map(index => {
      const day = daysAfter(MONDAY, index);
      return h('th', { scope: 'col', abbr: dayNamed(day, { weekday: 'long' }) }, dayNamed(day, { weekday: 'short' }));
    }))), this.weeks);
    this.agenda = h('ol.agenda', { 'aria-label': 'Plans by due date' });
    this.body = h('div.scroller');
    this.node = h('section.calendar', { 'aria-label': 'Calendar' },
      h('div.tools', null, this.heading, this.#turn('left', 'The month before: Page Up', -1), this.#turn('right', 'The next month: Page Down', 1),
        button('Today', () => this.#go(state.today)), h('span.grow'), this.undated), this.body);
    this.node.addEventListener('focusin', event => this.#focused(event));
    this.node.addEventListener('click', event => this.#clicked(event));
    this.node.addEventListener('keydown', event => this.#key(event));
    this.node.addEventListener('contextmenu', event => {
      const id = planAt(event)?.dataset.id;
      if (!id) return;
      event.preventDefault();
      if (!this.#isHeld) acts.menu(id);
    });
    this.drags = new CalendarDrag(this.node, this.body, {
      isFixed: () => state.isReadOnly,
      began: () => { this.#isHeld = true; state.hold(); },
      ended: (id, day) => this.#dropped(id, day),
    });
    NARROW.addEventListener('change', () => this.node.isConnected && this.draw());
  }

  #turn(name, words, count) {
    return button(icon(name), () => this.#show(monthsAfter(this.#day, count)), { class: 'icon', 'aria-label': words.split(':')[0], title: words });
  }

  draw() {
    if (this.#isHeld) { this.#isLate = true; return; }
    const { state } = this;
    this.#day ||= state.today;
    const { days, without } = daysOf(state.list(), card => this.#moved.get(card.id) ?? card.due);
    this.#days = days;
    write(this.heading, dayNamed(this.#day, { month: 'long', year: 'numeric' }));
    this.undated.hidden = without === 0;
    write(this.undated, `${without} without a due date`);
    const focus = this.#focusNow();
    if (NARROW.matches) this.#drawAgenda(); else this.#drawMonth();
    this.#keepOneStop();
    focus();
  }

  // Days

  #drawMonth() {
    this.#put(this.table);
    const weeks = weeksOfMonth(this.#day);
    while (this.weeks.rows.length > weeks.length) this.weeks.lastElementChild.remove();
    while (this.weeks.rows.length < weeks.length) this.weeks.append(h('tr'));
    weeks.forEach((week, index) => reconcile(this.weeks.rows[index], week.map(day => this.#cell(day))));
  }

  /** Shows a node as the only one. If it is shown already, it keeps the focus. @param {Element} node */
  #put(node) { if (this.body.firstElementChild !== node) fill(this.body, node); }

  /** @param {string} day */
  #cell(day) {
    const { state } = this;
    const node = this.#kept(`cell/${day}`, () => h('td', { role: 'gridcell', 'data-day': day, tabindex: '-1' }));
    const plans = this.#days.get(day) ?? [];
    const shown = this.#whole.has(day) ? plans : plans.slice(0, plans.length > MOST ? MOST - 1 : MOST);
    node.className = [!isSameMonth(day, this.#day) && 'out', day === state.today && 'today', [0, 6].includes(new Date(day).getUTCDay()) && 'weekend'].filter(Boolean).join(' ');
    set(node, { 'aria-label': dayLabel(day, plans.length), 'aria-current': day === state.today ? 'date' : null });
    drawIfNew(node, [plans.length, shown.map(card => this.#about(card))], () => [
      h('span.date', { 'aria-hidden': 'true' }, day.endsWith('-01') ? dayNamed(day, { day: 'numeric', month: 'short' }) : String(Number(day.slice(8)))),
      plans.length > 0 && h('ul', null, shown.map(card => h('li', null, this.#plan(card)))),
      plans.length > shown.length && button(`${plans.length - shown.length} more`, () => this.#showAll(day), { class: 'quiet rest', tabindex: '-1', 'aria-label': `${plans.length - shown.length} more on ${dayWords(day, state.today)}` }),
    ]);
    return node;
  }

  #drawAgenda() {
    const { state } = this;
    const days = [...this.#days.keys()].filter(day => isSameMonth(day, this.#day));
    // The present day is the place to begin at.
    if (isSameMonth(state.today, this.#day) && !days.includes(state.today)) days.push(state.today);
    this.#put(days.length > 0 ? this.agenda : h('div.void', null, icon('calendar'), h('h3', null, `Nothing is due in ${dayNamed(this.#day, { month: 'long' })}`)));
    reconcile(this.agenda, days.sort().map(day => this.#section(day)));
  }

  /** @param {string} day */
  #section(day) {
    const { state } = this;
    const plans = this.#days.get(day) ?? [];
    const isToday = day === state.today;
    const node = this.#kept(`list/${day}`, () => h('li', { 'data-day': day }));
    node.classList.toggle('today', isToday);
    drawIfNew(node, [isToday, plans.map(card => this.#about(card))], () => [
      h('h3', null, dayWords(day, state.today), isToday && h('small', null, 'Today')),
      plans.length > 0 ? h('ul', null, plans.map(card => h('li', null, this.#plan(card)))) : h('p.hint', null, 'Nothing is due.'),
    ]);
    return node;
  }

  /** Returns a node that is kept between drawings. @param {string} key @param {() => HTMLElement} make */
  #kept(key, make) {
    if (!this.#nodes.has(key)) this.#nodes.set(key, make());
    return this.#nodes.get(key);
  }

  /** Returns what a plan shows, as a key. @param {Card} card */
  #about(card) {
    const { state } = this;
    return [card.id, card.title, card.state, card.priority, card.done, card.overdue, state.selection.has(card.id), state.opened === card.id, cardWords(card, state)];
  }

  /** @param {Card} card */
  #plan(card) {
    const { state } = this;
    const classes = [card.done && 'done', card.overdue && !this.#moved.has(card.id) && 'late', state.selection.has(card.id) && 'selected'].filter(Boolean);
    return h('a', {
      class: ['due-plan', ...classes].join(' '), href: `${boardAddress(state.name)}?view=calendar#${card.id}`, 'data-id': card.id, tabindex: '-1',
      'aria-label': cardWords(card, state), title: card.title, 'aria-current': state.opened === card.id ? 'true' : null,
    }, stateSign(state.columns, card.state), h('span.title', { dir: 'auto' }, card.title || '(no title)'), !card.done && priorityChip(card.priority));
  }

  #showAll(day) {
    this.#whole.add(day);
    this.draw();
    this.#plansOn(day)[MOST - 1]?.focus();
  }

  // Changes

  /** @param {string} id @param {?string} day on which it was dropped; null for none */
  #dropped(id, day) {
    const { state } = this;
    this.#isHeld = false;
    state.release();
    const ids = state.selection.has(id) ? state.selected() : [id];
    const isNew = day != null && ids.some(each => state.cards.get(each)?.due !== day);
    if (isNew) return this.#setDue(ids, day);
    if (this.#isLate) this.draw();
    this.#isLate = false;
    return undefined;
  }

  /** Sets the due day of plans, and shows them there before the server has answered. @param {string[]} ids @param {string} day */
  async #setDue(ids, day) {
    const { state } = this;
    this.#isLate = false;
    for (const id of ids) this.#moved.set(id, day);
    this.#show(day);
    this.focus(ids[0]);
    const name = named(state, ids);
    say(`Due ${dayTold(day)}`);
    await edit(state, ids, { due: day }, { words: `Due ${dayTold(day)}: ${name}` });
    // Another key may have moved a plan further meanwhile.
    for (const id of ids) if (this.#moved.get(id) === day) this.#moved.delete(id);
    this.draw();
  }

  // Focus, with the same methods as the board

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = targetOf(event);
    const day = dayAt(event);
    const id = planAt(event)?.dataset.id;
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (event.altKey) {
      const by = MOVES[event.key];
      if (!by || !id) return;
      if (this.state.isReadOnly) toast(READ_ONLY(this.state)); else this.#setDue([id], daysAfter(day, by));
    } else if (months && day) this.#go(monthsAfter(this.#day, months));
    else if (event.key === 'Enter' && target.matches('td')) this.acts.add();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The day with the focus; null if the focus is elsewhere. */
  get dayInFocus() { return /** @type {?HTMLElement} */ (this.node.contains(document.activeElement) && activeElement().closest('[data-day]') || null)?.dataset.day ?? null; }

  /** Shows the month of a day. @param {string} day */
  #show(day) {
    if (day < FIRST || day > LAST) return;
    this.#day = day;
    this.draw();
  }

  /** Moves the focus to a day: to its first plan, if it has one. @param {string} day */
  #go(day) {
    this.#show(day);
    const node = this.#nodeOf(day);
    const target = this.#plansOn(day)[0] ?? node;
    target?.focus({ preventScroll: true });
    node?.scrollIntoView({ block: 'nearest' });
    return target != null;
  }

  /** @param {Event} event */
  #focused(event) {
    const day = dayAt(event);
    if (!day) return;
    this.#day = isSameMonth(day, this.#day) ? day : this.#day;
    // On a day without a plan, keys for plans have none.
    this.state.focus(planAt(event)?.dataset.id ?? null);
    this.#keepOneStop();
  }

  /** Makes Tab stop at the plans of one day, or at the day if it has none. */
  #keepOneStop() {
    const node = this.#nodeOf(this.#day) ?? all(this.body, '[data-day]')[0];
    for (const each of all(this.body, '[tabindex="0"]')) each.tabIndex = -1;
    if (NARROW.matches) for (const each of all(this.body, '.due-plan')) each.tabIndex = 0;
    const inside = node ? all(node, '.due-plan, .rest') : [];
    for (const each of inside.length > 0 || !node?.matches('td') ? inside : [node]) each.tabIndex = 0;
  }

  /** Remembers the focus, and returns a function that restores it after days were drawn again. */
  #focusNow() {
    const active = this.body.contains(document.activeElement) ? activeElement() : null;
    const { id } = active?.dataset ?? {};
    return () => {
      if (!active || active.isConnected && document.activeElement === active) return;
      (this.#face(id) ?? this.#plansOn(this.#day)[0] ?? this.#nodeOf(this.#day))?.focus({ preventScroll: true });
    };
  }

  /** @param {string} day @returns {HTMLElement | undefined} */
  #nodeOf(day) { return all(this.body, `[data-day="${day}"]`)[0]; }

  /** @param {string} day */
  #plansOn(day) { return all(this.body, `[data-day="${day}"] .due-plan`); }

  /** @param {?string} [id] @returns {HTMLElement | undefined} */
  #face(id) { return all(this.body, '.due-plan').find(each => each.dataset.id === id); }

  anchor(id) { return this.#face(id) ?? null; }

  ids() { return all(this.body, '.due-plan').map(each => each.dataset.id); }

  shows(id) { return this.node.isConnected && this.#face(id) != null; }

  beside(ids) { return besides(this.ids(), ids); }

  /** Moves the focus to a plan, and shows its month. @param {?string} id @returns {boolean} whether it has a due day and matches the query */
  focus(id) {
    const day = [...this.#days].find(([, plans]) => plans.some(card => card.id === id))?.[0];
    if (!day || !this.node.isConnected) return false;
    if (!this.#nodeOf(day)) this.#show(day);
    if (!this.#face(id)) this.#showAll(day);
    this.#face(id)?.focus({ preventScroll: true });
    this.#face(id)?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** Moves the focus to the first or the last plan that is shown. @param {number} index 0 or -1 */
  end(index) {
    const id = this.ids().at(index);
    return id != null && this.focus(id);
  }

  /** Moves the focus by a number of days and of weeks; in a list, by a number of plans. */
  step(across, down) {
    if (!this.node.isConnected) return false;
    if (NARROW.matches) {
      const ids = this.ids();
      const now = ids.indexOf(this.state.focused);
      const next = ids[now < 0 ? 0 : now + across + down];
      return next != null && this.focus(next);
    }
    return this.#go(this.dayInFocus ? daysAfter(this.dayInFocus, across + 7 * down) : this.#day);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const id = planAt(event)?.dataset.id;
    if (!id) return undefined;
    // With Ctrl or ⌘ the browser opens the link in a tab of its own.
    if (event.ctrlKey || event.metaKey) return undefined;
    event.preventDefault();
    return event.shiftKey ? this.acts.select(id, true) : this.acts.open(id);
  }
}

/** @param {string} day @param {number} count of its plans */
const dayLabel = (day, count) => dayNamed(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  + (count === 0 ? ', nothing is due' : count === 1 ? ', 1 plan is due' : `, ${count} plans are due`);

/** @param {Event} event @returns {?HTMLElement} the plan on which it happened */
const planAt = event => targetOf(event).closest('.due-plan');

/** @param {Event} event @returns {?string} the day on which it happened */
const dayAt = event => /** @type {?HTMLElement} */ (targetOf(event).closest('[data-day]'))?.dataset.day ?? null;
