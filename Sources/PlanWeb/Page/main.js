// @ts-check
// The page: its parts, what it shows, and how it changes what it shows.
// First, so that the first requests are sent before the rest of the page is made.
import { entered, firstCards } from './state/start.js';
import { $, button, fill, focusNow, h, isolated, say, shortName } from './controls/dom.js';
import { BoardAPI } from './state/api.js';
import { BoardState } from './state/state.js';
import { BoardView } from './board/board.js';
import { Commands } from './commands/commands.js';
import { Composer } from './board/composer.js';
import { CalendarView } from './time/calendar-view.js';
import { ConflictsView } from './plan/conflicts.js';
import { DeletedView } from './deleted.js';
import { dismissAll } from './controls/dismiss.js';
import { askField } from './commands/fields.js';
import { FilterBar } from './board/filters.js';
import { FlowView } from './time/flow.js';
import { findDrafted } from './state/drafts.js';
import { Follower } from './state/follow.js';
import { Frame } from './frame.js';
import { InboxView } from './inbox.js';
import { IterationsView } from './time/iterations.js';
import { ListView } from './board/list.js';
import { MilestonesView } from './time/milestones.js';
import { Names } from './state/names.js';
import { PastBand } from './time/past.js';
import { PlanPanel } from './plan/plan.js';
import { QueryBox } from './board/query.js';
import { RoadmapView } from './time/roadmap.js';
import { savedView } from './board/saved-views.js';
import { SettingsView } from './settings/settings.js';
import { showsAll } from './state/board-content.js';
import { boardAddress, readAddress, writeAddress } from './state/address.js';
import { logo } from './controls/icons.js';
import { noteOpened } from './state/recent.js';
import { joinTabs } from './state/tabs.js';
import { tellProblem } from './controls/toast.js';
import { filteredBy, toggled } from './state/terms.js';

export class Page {
  /** The view that is shown: one of `VIEWS`. */
  view = 'Board';
  /** @type {string} The board's name. */
  name;
  /** @type {?ServerDocument} */
  server;
  /** @type {?string} The plan that was asked for last. */
  #wanted = null;
  /** @type {BoardState} */
  state;

  async start() {
    this.server = await entered;
    if (!this.server) return this.#refused();
    const { name, query, at, grouping, view, month, id } = readAddress();
    this.name = name ?? this.server.current;
    this.state = new BoardState(new BoardAPI(this.name), this.server,
      this.name, { query, at, grouping });
    this.#make();
    this.state.addEventListener('change', () => this.draw());
    this.state.addEventListener('news',
      event => this.#news(/** @type {CustomEvent} */ (event).detail));
    addEventListener('popstate', () => this.#return());
    document.querySelector('.skip').addEventListener('click', event => {
      event.preventDefault();
      $('main').focus();
    });
    // Drafts of closed tabs are offered from now on.
    await Promise.all([
      this.#load(),
      this.server.published ? null : joinTabs(() => this.#offerDrafts()),
    ]);
    this.calendar.turnTo(month);
    if (view !== 'Board' && this.state.commit) {
      this.view = view;
      this.draw();
    }
    if (id && this.state.commit) this.open(id, { isStep: false });
    new Follower(this.state, (about, text) => this.frame.tell(about, text)).run();
    setInterval(() => this.#growOlder(), 60_000);
    if (!this.server.published && this.state.commit) this.inbox.look();
  }

  #offerDrafts() {
    this.panel.offerDrafts();
    this.composer.offerDraft();
    this.milestones.offerDrafts();
    this.settings.offerDrafts();
    this.draw();
  }

  /** Draws the page again, so that ages such as “3 minutes ago” stay correct. */
  #growOlder() {
    if (this.state.at != null) return;
    this.draw();
    this.panel.refresh();
  }

  #refused() {
    document.body.classList.add('refused');
    fill($('main'), h('section.void', null,
      logo(),
      h('h1', null, 'This page has no access to the board'),
      h('p', null, 'Open the address that ‘pmgit web’ prints. '
        + 'It has a one-time token; each start prints a new one.'),
      h('p', null, 'A page of this board that is open in this browser shares its access.'),
      h('div.do', null, button('Try again', () => location.reload(), { class: 'primary' }))));
    addEventListener('pmgit-key', () => location.reload(), { once: true });
  }

  #make() {
    const { state } = this;
    const open = id => this.open(id);
    const goTo = at => this.goTo(at);
    const commands = new Commands(this);
    this.commands = commands;
    this.names = new Names(state.api, () => this.draw());
    const select = (id, isRange) => commands.select(id, isRange);
    const clear = () => commands.act('clear');
    this.composer = new Composer(state, this.names,
      { open, focus: id => this.place.focus(id), isOnBoard: () => this.view === 'Board' });
    this.board = new BoardView(state, {
      open,
      select,
      menu: id => commands.menu(id),
      find: term => this.ask(toggled(state.query, term), { isStep: true }),
      act: (act, id) => askField(this, act, [id]),
      add: (column, row) => commands.add(column, row),
      composer: (column, row) => this.composer.in(column, row),
      composing: () => this.composer.column,
      clear,
      more: () => this.loadRest(),
    });
    this.list = new ListView(state, {
      open,
      select,
      ask: text => this.ask(text),
      find: term => this.ask(toggled(state.query, term), { isStep: true }),
      menu: id => commands.menu(id),
      selectAll: isAll => isAll ? commands.selectAll() : commands.unselect(),
      act: (act, id) => askField(this, act, [id]),
      clear,
      add: (column, row) => commands.add(column, row),
      saved: () => savedView(this),
    });
    this.calendar = new CalendarView(state, {
      open,
      select,
      menu: id => commands.menu(id),
      add: () => commands.act('add'),
      turned: () => this.#address(true),
      showUndated: () =>
        this.ask(['due:none', 'is:open'].reduce(filteredBy, state.query), { isStep: true })
          .then(() => this.go('List')),
    });
    this.inbox = new InboxView(state, (id, how) => this.open(id, how), () => this.frame.draw());
    const show = query => this.ask(query).then(() => this.go('Board'));
    const go = view => this.go(view);
    this.milestones = new MilestonesView(state, { show, go });
    this.settings = new SettingsView(state);
    this.views = {
      Board: this.board,
      List: this.list,
      Calendar: this.calendar,
      Roadmap: new RoadmapView(state, { open, show, go, clear }),
      Milestones: this.milestones,
      Iterations: new IterationsView(state, { show, go }),
      Conflicts: new ConflictsView(state, open),
      Flow: new FlowView(state),
      Settings: this.settings,
      Deleted: new DeletedView(state, open),
      Inbox: this.inbox,
    };
    this.panel = new PlanPanel($('side'), state, this.names, {
      open,
      goTo,
      closed: id => this.#closed(id),
      remove: id => this.#remove(id),
      duplicate: id => commands.duplicate(id),
      addPart: id => commands.addPart(id),
      find: text => this.ask(text, { isStep: true }),
      copyAddress: id => commands.copyAddress(id),
    });
    this.past = new PastBand($('past'), state, { open, goTo });
    this.query = new QueryBox(state, (text, how) => this.ask(text, how), clear);
    this.frame = new Frame(this);
    this.filters = new FilterBar(this);
    if (state.at) this.past.open();
  }

  /** Loads the board that the URL describes. If its moment is not valid, loads the present. */
  async #load() {
    try {
      await this.state.load(firstCards);
    } catch (problem) {
      if (!this.server.boards.some(board => board.name === this.name)) return this.#noBoard();
      if (this.state.at == null) throw problem;
      tellProblem(problem);
      await this.goTo(null);
    }
  }

  /**
   * Shows that the board of the URL does not exist, and lists the existing boards. When the board
   * is created, the page shows it.
   */
  #noBoard() {
    const { boards, current } = this.server;
    document.body.classList.add('unknown');
    document.title = `No board – ${this.server.repository}`;
    fill($('main'), h('section.void', null,
      h('h1', null, `There is no board called “${isolated(this.name)}” here`),
      h('p', null,
        boards.length ? 'Boards of this repository:' : 'This repository has no board yet.'),
      h('ul.places', null, boards.map(({ name }) => h('li', null,
        h('a', { href: boardAddress(name) }, logo(), h('span', { dir: 'auto' }, name))))),
      h('p', null, 'To make this board:'),
      h('code', null, `pmgit init --board ${quoted(this.name)}`),
      h('div.do', null, boards.some(board => board.name === current)
        && button(`Open ${current}`, () => { location.href = boardAddress(current); },
          { class: 'primary' }))));
  }

  // Showing

  draw() {
    // There is nothing to draw before the board has been read.
    if (!this.state.commit) return;
    document.body.classList.remove('unknown');
    if (this.#needsRest) this.loadRest();
    if (!this.server.published) findDrafted(this.state);
    this.frame.draw();
    this.filters.draw();
    this.query.tell(this.state.queryProblem);
    this.#drawView();
    this.past.draw();
    this.panel.draw();
  }

  /** Whether the view, its rows or the query need finished plans that are not loaded. */
  get #needsRest() {
    const { state, view } = this;
    return state.left > 0 && (showsAll(view, state.grouping) || state.lacksMatches);
  }

  /**
   * Loads the finished plans that are not loaded; reports if that fails.
   * @returns {Promise<boolean>} whether all are loaded
   */
  async loadRest() {
    try { await this.state.loadRest(); } catch (problem) { tellProblem(problem); }
    return this.state.left === 0;
  }

  #drawView() {
    if (this.board.drags.postpones()) return;
    const view = this.views[this.view];
    if (view.node.parentNode !== $('main')) {
      for (const each of Object.values(this.views)) {
        if (each !== view && 'leave' in each) each.leave();
      }
      fill($('main'), view.node);
    }
    // Some views request data and draw when it has arrived.
    view.draw()?.catch(problem => tellProblem(problem));
  }

  /**
   * The view with the plans: the list, the calendar or the board. It is hidden while another view
   * is shown.
   */
  get place() {
    return this.view === 'List' ? this.list : this.view === 'Calendar' ? this.calendar : this.board;
  }

  /** The plan with the focus; null if it is not visible. */
  get focused() { return this.place.shows(this.state.focused) ? this.state.focused : null; }

  /**
   * The plans that a shortcut acts on: the selected ones, else the open one if it has the focus,
   * else the one with the focus.
   */
  subjects() {
    const { panel, state } = this;
    if (state.selection.size) return state.selected();
    const id = $('side').contains(document.activeElement) ? panel.id : this.focused;
    return state.cards.has(id) ? [id] : [];
  }

  focusFirst() {
    const ids = this.place.ids();
    const first = ids.includes(this.state.focused) ? this.state.focused : ids[0];
    return first != null && this.place.focus(first);
  }

  /** @param {NewsDocument} news */
  #news(news) {
    const others = news.changes.filter(change => change.by !== this.server.me);
    if (others.length) {
      const who = [...new Set(others.map(change => shortName(change.by)))];
      const what = others.length === 1 ? `“${others[0].title}”` : `${others.length} plans`;
      say(`${who.join(', ')} changed ${what}`);
      this.inbox.look();
    }
    this.names.hear(news);
  }

  // Navigation

  #address(isStep = false) {
    const { calendar, name, panel, state, view } = this;
    writeAddress({
      name,
      query: state.query,
      at: state.at,
      grouping: state.groups,
      view,
      month: view === 'Calendar' ? calendar.month : '',
      id: panel.id,
    }, isStep);
  }

  /** Shows what the URL describes, after the browser's Back or Forward button. */
  async #return() {
    // This is done first, so that a value is saved in the board where it was typed.
    const saved = dismissAll();
    const { name, query, at, grouping, view, month, id, hasToken } = readAddress();
    if (hasToken || (name ?? this.server.current) !== this.name) {
      await saved;
      return location.reload();
    }
    this.state.groupBy(grouping);
    if (query !== this.state.query) await this.ask(query);
    if (at !== this.state.at) await this.goTo(at);
    if (view === 'Calendar') this.calendar.turnTo(month);
    if (view !== this.view) this.go(view, false);
    this.draw();
    this.#wanted = id;
    if (!id) return this.panel.close();
    return id !== this.panel.id && this.open(id, { isStep: false });
  }

  go(view, isStep = true) {
    const isFree = focusNow();
    // The inbox has what is new, and no past.
    if (view === 'Inbox' && !this.past.node.hidden) this.past.close();
    this.view = view;
    this.#address(isStep);
    this.draw();
    if (!['Board', 'List', 'Calendar'].includes(view)) {
      $('main').focus();
    } else if (document.activeElement === document.body && isFree() && !this.focusFirst()
        && !(view === 'Calendar' && this.calendar.step(0, 0))) {
      // A key was pressed while the focus was in the former view.
      $('main').focus();
    }
  }

  groupBy(field) {
    this.state.groupBy(field);
    this.#address();
  }

  /**
   * @param {string} id the id of a plan, or its beginning
   * @param {object} options
   * @param {boolean} [options.isStep] whether the Back button returns to the present state of the
   * page
   * @param {boolean} [options.takesFocus] whether the focus moves to the plan
   */
  async open(id, { isStep = true, takesFocus = true } = {}) {
    const { state } = this;
    const known = () => state.cards.get(id)
      ?? [...state.cards.values()].find(each => each.short === id || each.id.startsWith(id));
    this.#wanted = id;
    if (state.left && !known()) await this.loadRest();
    // Another plan was opened meanwhile.
    if (this.#wanted !== id) return;
    const card = known();
    const reading = this.panel.open(card?.id ?? id, takesFocus);
    if (card && takesFocus) noteOpened(state, card.id);
    this.#address(isStep);
    await reading;
  }

  async #remove(id) {
    this.panel.close();
    await this.commands.act('delete', [id]);
  }

  #closed(id) {
    this.#wanted = null;
    this.#address();
    const place = this.view === 'Inbox' ? this.inbox : this.place;
    if (!place.focus(id)) $('main').focus();
  }

  /**
   * Shows the plans that match a query.
   * @param {string} text
   * @param {object} options
   * @param {boolean} [options.isTyped] whether the person is still typing in the query box
   * @param {boolean} [options.isDone] whether to move the focus to the plans that were found
   * @param {boolean} [options.isStep] whether the Back button returns to the present query
   */
  async ask(text, { isTyped = false, isDone = false, isStep = false } = {}) {
    const { state } = this;
    if (!isTyped) this.query.show(text);
    const isFree = focusNow();
    try { await state.ask(text); } catch (problem) { return tellProblem(problem); }
    this.#address(isStep);
    say(state.queryProblem?.message ?? `${state.count} plans`);
    if (isDone && isFree() && !state.queryProblem && !this.focusFirst()) {
      (this.place.node.isConnected ? this.query.input : $('main')).focus();
    }
  }

  /** @param {?string} at a commit or moment of the past; null for the present */
  async goTo(at) {
    try {
      await this.state.goTo(at);
      if (at && this.past.node.hidden) await this.past.open();
      this.#address();
    } catch (problem) { tellProblem(problem); }
  }
}

/** Returns a name as a shell reads it. @param {string} name */
const quoted = name => /^[\w./-]+$/.test(name) ? name : `'${name.replace(/'/g, "'\\''")}'`;

addEventListener('unhandledrejection', event => tellProblem(event.reason));

// Stops the keys with which an input method composes a Korean, Japanese or Chinese word, before any
// shortcut or field handles them. Safari sends the last one after the word, with the code 229.
addEventListener('keydown', event => {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}, true);

new Page().start().catch(tellProblem);
