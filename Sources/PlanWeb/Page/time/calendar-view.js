// @ts-check
// The calendar: a month with the plans by their due days. A phone shows a list of the days with
// plans.
import { READ_ONLY, edit, named } from '../commands/acts.js';
import { activeElement, all, besides, button, h, say, targetOf, write } from '../controls/dom.js';
import { CalendarDrag } from './calendar-drag.js';
import { CalendarPage } from './calendar-page.js';
import { DueMoves } from './due-moves.js';
import { dayNamed, dayWords, daysAfter, isShown, monthsAfter } from '../state/days.js';
import { daysOf, isSameMonth } from './calendar-days.js';
import { icon } from '../controls/icons.js';
import { toast } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/**
 * @typedef {object} CalendarActs
 * @property {(id: string) => any} open shows a plan beside the calendar
 * @property {(id: string, isRange: boolean) => any} select selects or deselects a plan, or selects
 * all plans up to it
 * @property {(id: string) => any} menu shows a menu of the actions for a plan
 * @property {() => any} add opens the composer for a plan that is due on the day with the focus
 * @property {() => any} turned is called after the month has changed
 * @property {() => any} showUndated lists the open plans without a due day
 */

/** How far Alt and an arrow move a plan, in days. */
const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS = { PageUp: -1, PageDown: 1 };

/**
 * Whether the window is too narrow for seven days. The style sheet uses the same width.
 */
const NARROW = matchMedia('(max-width: 40rem)');

export class CalendarView {
  /**
   * The day that has the focus or gets it. Its month is shown. Empty before the first drawing.
   */
  #day = '';
  /** @type {Map<string, Card[]>} The plans by their due days. */
  #days = new Map();
  #moves = new DueMoves();
  /** Whether the calendar must be drawn after the present drag. */
  #isLate = false;

  /** @param {BoardState} state @param {CalendarActs} acts */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.heading = h('h2', { 'aria-live': 'polite', tabindex: '-1' });
    this.undated = button('', acts.showUndated,
      { class: 'quiet', title: 'List the open plans without a due date' });
    this.page = new CalendarPage(state, this.#moves, (day, index) => {
      this.#showAll(day);
      this.#plansOn(day)[index]?.focus();
    });
    this.body = this.page.node;
    this.node = h('section.calendar', { 'aria-label': 'Calendar' },
      h('div.tools', null,
        this.heading,
        this.#turn('left', 'The month before', 'Page Up', -1),
        this.#turn('right', 'The next month', 'Page Down', 1),
        button('Today', () => this.#go(state.today)),
        h('span.grow'),
        this.undated),
      this.body);
    this.node.addEventListener('focusin', event => this.#focused(event));
    this.node.addEventListener('click', event => this.#clicked(event));
    this.node.addEventListener('keydown', event => this.#key(event));
    this.node.addEventListener('dblclick', event => {
      if (!targetOf(event).matches('td, .date') || state.isReadOnly) return;
      /** @type {HTMLElement} */ (targetOf(event).closest('td')).focus();
      acts.add();
    });
    this.node.addEventListener('contextmenu', event => {
      const id = planAt(event)?.dataset.id;
      if (!id) return;
      event.preventDefault();
      // A long press with a finger lifts the plan.
      if (!this.drags.isActive) acts.menu(id);
    });
    this.drags = new CalendarDrag(this.node, this.body, {
      isFixed: () => state.isReadOnly,
      began: () => state.hold(),
      ended: () => this.#resume(),
      dropped: (id, day) => this.#setDue(this.#movedWith(id), day),
      pressed: id => acts.menu(id),
    });
    // Higher days have room for more plans.
    addEventListener('resize', () => this.node.isConnected && this.draw());
  }

  #turn(name, title, key, count) {
    return button(icon(name), () => this.#show(monthsAfter(this.#day, count)),
      { class: 'icon', 'aria-label': title, title: `${title}: ${key}` });
  }

  draw() {
    if (this.drags.isActive) { this.#isLate = true; return; }
    const { state } = this;
    this.#day ||= state.today;
    const { days, without } = daysOf(state.list(), card => this.#moves.dueOf(card));
    this.#days = days;
    write(this.heading, dayNamed(this.#day, { month: 'long', year: 'numeric' }));
    this.undated.hidden = without === 0;
    write(this.undated, `${without} without a due date`);
    const focus = this.#focusNow();
    this.page.draw(this.#day, days, NARROW.matches);
    this.#keepOneStop();
    focus();
  }

  #showAll(day) {
    this.page.show(day);
    this.draw();
  }

  // Changes

  /**
   * Returns the plans that are dragged together with a plan: all selected plans, or only this one.
   * @param {string} id
   */
  #movedWith(id) { return this.state.selection.has(id) ? this.state.selected() : [id]; }

  /** Shows what has changed during a drag. */
  #resume() {
    this.state.release();
    if (this.#isLate) this.draw();
    this.#isLate = false;
  }

  /**
   * Sets the due day of plans, and shows them there before the server has answered.
   * @param {string[]} ids @param {string} day
   */
  async #setDue(ids, day) {
    if (!isShown(day)) return;
    const { state } = this;
    const name = named(state, ids);
    const made = this.#moves.during(ids, day, () => edit(state, ids, { due: day },
      { words: `Due ${dayWords(day)}: ${name}` }));
    // The day may be visible already, even if it is in the next month.
    if (this.#nodeOf(day)) this.draw(); else this.#show(day);
    this.focus(ids[0]);
    say(`Due ${dayWords(day)}`);
    await made;
    this.draw();
  }

  // Focus, with the same methods as the board

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || this.drags.isActive) return;
    const day = dayAt(event);
    const id = planAt(event)?.dataset.id;
    if (event.altKey) {
      const by = MOVES[event.key];
      if (!by || !id) return;
      if (this.state.isReadOnly) toast(READ_ONLY(this.state));
      else this.#setDue([id], daysAfter(day, by));
    } else if (MONTHS[event.key]) this.#go(monthsAfter(this.#day, MONTHS[event.key]));
    else if (event.key === 'Enter' && targetOf(event).matches('td')) this.acts.add();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The day with the focus; null if the focus is elsewhere. */
  get dayInFocus() {
    const day = this.node.contains(document.activeElement)
      && activeElement().closest('[data-day]') || null;
    return /** @type {?HTMLElement} */ (day)?.dataset.day ?? null;
  }

  /** Shows the month of a day. @param {string} day */
  #show(day) {
    if (!isShown(day)) return;
    const isOther = !isSameMonth(day, this.#day);
    this.#day = day;
    this.draw();
    if (isOther) this.acts.turned();
  }

  /** The month that is shown, such as `2026-12`; empty for the present one. */
  get month() {
    return !this.#day || isSameMonth(this.#day, this.state.today) ? '' : this.#day.slice(0, 7);
  }

  /**
   * Sets the month that is shown from the next drawing on.
   * @param {string} month empty for the present one
   */
  turnTo(month) { if (month !== this.month) this.#day = month ? `${month}-01` : this.state.today; }

  /**
   * Moves the focus to a day, or to its first plan. If a list does not contain the day, its first
   * plan gets the focus.
   * @param {string} day
   */
  #go(day) {
    this.#show(day);
    const node = this.#nodeOf(this.#day);
    const target = this.#plansOn(this.#day)[0]
      ?? (node?.matches('td') ? node : all(this.body, '.due-plan')[0])
      ?? this.heading;
    target.focus({ preventScroll: true });
    (node ?? target).scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** @param {Event} event */
  #focused(event) {
    const day = dayAt(event);
    if (!day) return;
    this.#day = isSameMonth(day, this.#day) ? day : this.#day;
    // If the focus is on a day without plans, no plan has the focus, and keys for plans do nothing.
    this.state.focus(planAt(event)?.dataset.id ?? null);
    this.#keepOneStop();
  }

  /** Makes Tab stop at the plans of one day, or at the day if it has none. */
  #keepOneStop() {
    const node = this.#nodeOf(this.#day) ?? all(this.body, '[data-day]')[0];
    for (const each of all(this.body, '[tabindex="0"]')) each.tabIndex = -1;
    if (NARROW.matches) for (const each of all(this.body, '.due-plan, .rest')) each.tabIndex = 0;
    const inside = node ? all(node, '.due-plan, .rest') : [];
    for (const each of inside.length > 0 || !node?.matches('td') ? inside : [node]) {
      each.tabIndex = 0;
    }
  }

  /** Stores the focus, and returns a function that restores it after days were drawn again. */
  #focusNow() {
    const active = this.body.contains(document.activeElement) ? activeElement() : null;
    const { id } = active?.dataset ?? {};
    return () => {
      if (!active || active.isConnected && document.activeElement === active) return;
      (this.#face(id) ?? this.#plansOn(this.#day)[0] ?? this.#nodeOf(this.#day))
        ?.focus({ preventScroll: true });
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

  /**
   * Moves the focus to a plan, and shows its month.
   * @param {?string} id @returns {boolean} whether the plan is shown
   */
  focus(id) {
    const day = [...this.#days].find(([, plans]) => plans.some(card => card.id === id))?.[0];
    if (!day || !this.node.isConnected) return false;
    if (!this.#nodeOf(day)) this.#show(day);
    if (!this.#face(id)) this.#showAll(day);
    const face = this.#face(id);
    face?.focus({ preventScroll: true });
    face?.scrollIntoView({ block: 'nearest' });
    return face != null;
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
    // With Ctrl or ⌘ the browser opens the link in a new tab.
    if (event.ctrlKey || event.metaKey) return undefined;
    event.preventDefault();
    return event.shiftKey ? this.acts.select(id, true) : this.acts.open(id);
  }
}

/** @param {Event} event @returns {?HTMLElement} the plan on which the event happened */
const planAt = event => targetOf(event).closest('.due-plan');

/** @param {Event} event @returns {?string} the day on which the event happened */
const dayAt = event =>
  /** @type {?HTMLElement} */ (targetOf(event).closest('[data-day]'))?.dataset.day ?? null;
