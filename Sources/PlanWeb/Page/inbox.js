// @ts-check
// What is new for the reader: mentions, assignments, changes of the reader's plans by other people,
// and what needs the reader. What was read is recorded in the clone, as by 'pmgit inbox'.
import { all, button, h, moment, set } from './controls/dom.js';
import { madeBy } from './plan/plan-reading.js';
import { drawIfNew } from './controls/keyed.js';
import { commonChanges, grouped } from './inbox-groups.js';
import { empty } from './controls/parts.js';
import { icon } from './controls/icons.js';
import { tellProblem, toast } from './controls/toast.js';
import { dayWords, withDays } from './state/days.js';

/** @typedef {import('./state/state.js').BoardState} BoardState */

/** The largest number of changes that are shown of a plan. Its history contains all of them. */
const TOLD = 5;
/** How long the inbox counts as up to date when a person comes back, in milliseconds. */
const AWAY = 60_000;

export class InboxView {
  /** The number of plans that are new for the reader. */
  count = 0;
  /**
   * The newest commit of the board when the inbox was read; undefined before.
   * @type {?string | undefined}
   */
  #newest = undefined;
  /** @type {?Promise<void>} The current request. */
  #reading = null;
  #isShown = false;
  /** The time of the last request; 0 if there was none. */
  #readAt = 0;
  /** Whether the inbox must be requested again. */
  #isOld = false;
  /** @type {?InboxDocument} */
  #found = null;
  #content = h('div.inbox');

  /**
   * @param {BoardState} state
   * @param {(id: string, how?: {isStep?: boolean, takesFocus?: boolean}) => any} open shows a plan
   * beside the inbox
   * @param {() => void} counted is called when `count` may have changed
   */
  constructor(state, open, counted) {
    this.state = state;
    this.open = open;
    this.counted = counted;
    this.node = h('section.page', { 'aria-labelledby': 'page-title' },
      h('h2', { id: 'page-title' }, 'Inbox'),
      this.#content);
    // The inbox may have been read in a terminal or on another page while the person was away.
    addEventListener('focus', () => {
      if (this.#readAt && Date.now() - this.#readAt > AWAY) this.look();
    });
  }

  /**
   * Requests the inbox when it is opened, because it may have been marked as read elsewhere, and
   * when the board has changed.
   */
  draw() {
    const isOld = !this.#isShown || this.#newest !== this.state.newest;
    this.#isShown = true;
    if (isOld) return this.look();
    if (this.#found) this.#show(this.#found);
    return undefined;
  }

  leave() { this.#isShown = false; }

  /** Requests what is new, and again if this is called meanwhile. */
  async look() {
    this.#isOld = true;
    this.#reading ??= this.#readAll().finally(() => { this.#reading = null; });
    return this.#reading;
  }

  async #readAll() {
    while (this.#isOld) {
      this.#isOld = false;
      this.#newest = this.state.newest;
      await this.#read();
    }
  }

  async #read() {
    try {
      this.#found = await this.state.api.get('inbox');
      this.#show(this.#found);
    } catch (problem) {
      this.#found = null;
      this.#newest = undefined;
      drawIfNew(this.#content, problem.message, () => h('p.warning', null, problem.message));
    }
    this.#readAt = Date.now();
    this.count = this.#found?.new ?? 0;
    this.counted();
  }

  /** @param {InboxDocument} found */
  #show(found) {
    const { isReadOnly, opened } = this.state;
    // Ages are shown in minutes.
    const minute = Math.floor(Date.now() / 60_000);
    drawIfNew(this.#content, [found, isReadOnly, minute], () => this.#sections(found));
    for (const row of all(this.#content, 'li[data-id]')) {
      set(row, { 'aria-current': row.dataset.id === opened ? 'true' : null });
    }
  }

  /** The buttons of the visible rows. */
  get #titles() {
    return all(this.#content, 'li[data-id] .link').filter(each => each.offsetParent);
  }

  /** Moves the focus to the row of a plan; returns whether it has one. @param {string} id */
  focus(id) {
    const title = this.#isShown && this.#titles.find(each => each.dataset.name === id);
    if (title) title.focus();
    return Boolean(title);
  }

  /**
   * Moves the focus to another row. An open plan is replaced by that of the row.
   * @param {'up' | 'down' | 'top' | 'bottom' | string} act
   * @returns {boolean} whether the action means a row
   */
  step(act) {
    const titles = this.#titles;
    const now = titles.findIndex(each => each === document.activeElement
      || each.dataset.name === this.state.opened);
    const to = { up: Math.max(0, now - 1), down: now + 1, top: 0, bottom: titles.length - 1 }[act];
    if (to == null || titles.length === 0) return false;
    const title = titles[Math.min(to, titles.length - 1)];
    title.focus();
    const { opened } = this.state;
    const id = title.dataset.name;
    if (opened && opened !== id) this.open(id, { isStep: false, takesFocus: false });
    return true;
  }

  /** @param {InboxDocument} found */
  #sections({ from, more, new: count, sections, since }) {
    const told = sections.filter(({ plans }) => plans.length);
    return [
      h('p.hint', null, from
        ? `What others did since ${moment(since)}, and what waits for you.`
        : 'What others did in the last week, and what waits for you.'),
      // Plans that were not listed must not be marked as read.
      count > 0 && more === 0 && !this.state.isReadOnly
        && button([icon('check'), 'Mark all as read'], () => this.#mark(), { 'data-name': 'read' }),
      told.length === 0 && empty('inbox', 'Nothing is new', {
        more: 'Mentions of you, plans that become yours, '
          + 'and what others change in your plans are listed here.',
      }),
      told.map(section => this.#section(section)),
      more > 0 && h('p.hint', null,
        `${more} more are listed by ‘pmgit inbox’. ‘pmgit inbox --read’ marks all as read.`),
    ];
  }

  /** @param {InboxDocument['sections'][0]} section */
  #section({ reason, heading, plans }) {
    const title = reason === 'changed' ? 'Changed by others' : heading;
    return [
      h('h3', null, title),
      h('ul', { 'aria-label': title }, grouped(reason, plans).map(group =>
        group.length > 1 ? this.#group(group) : this.#row(group[0]))),
    ];
  }

  /**
   * Plans that one commit changed: their number, what happened to all, and each when opened.
   * @param {InboxItem[]} group
   */
  #group(group) {
    const [entry] = group[0].entries;
    return h('li', null, h('details', null,
      h('summary', null, `${group.length} plans`, unread()),
      h('ul', null, group.map(plan => this.#row(plan)))),
    h('div.event', null,
      h('small', null, madeBy(entry)),
      commonChanges(group).map(change => h('p', { dir: 'auto' }, withDays(change)))));
  }

  /** @param {InboxItem} item */
  #row({ plan, short, title, column, due, entries, earlier }) {
    const left = Math.max(0, entries.length - TOLD) + earlier;
    const act = ({ target }) => {
      const isFree = getSelection().isCollapsed && !target.closest('a, button');
      return isFree && this.open(plan);
    };
    return h('li', { 'data-id': plan, onclick: act },
      h('div.what', null,
        h('span.line', null,
          button(h('span', { dir: 'auto' }, title || '(no title)'), () => this.open(plan),
            { class: 'link', 'data-name': plan }),
          // What only waits, such as an overdue plan, is not new.
          entries.length > 0 && unread()),
        h('small', null,
          h('span.id', null, short),
          [column ?? 'deleted', due && dayWords(due)].filter(Boolean).join(', '))),
      entries.slice(0, TOLD).map(entry => h('div.event', null,
        h('small', null, madeBy(entry)),
        entry.changes.map(change => h('p', { dir: 'auto' }, withDays(change))))),
      left > 0
        && h('small', null, left === 1 ? 'and 1 earlier change' : `and ${left} earlier changes`));
  }

  async #mark() {
    try {
      await this.state.api.post('read', { commit: this.#found.commit });
    } catch (problem) { return tellProblem(problem); }
    toast('Marked as read');
    return this.look();
  }
}

/** Returns the mark of what is new. */
const unread = () => h('span.unread', { role: 'img', 'aria-label': 'new', title: 'New' });
