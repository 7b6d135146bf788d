// The page: its parts, what its keys and buttons do, and how it follows the board.
import { $, button, fill, h, isWriting, say } from './dom.js';
import { BoardAPI, Problem, enter, secret, server } from './api.js';
import { BoardState } from './state.js';
import { BoardView } from './board.js';
import { ConflictsView } from './conflicts.js';
import { FlowView } from './flow.js';
import { ListView } from './list.js';
import { PastBand } from './past.js';
import { PlanPanel } from './plan.js';
import { QueryBox } from './query.js';
import { SettingsView } from './settings.js';
import { KEYS, actOf, keyName, lettersAreOff, turnLetters } from './keys.js';
import { add, change, edit, move, named, redo, remove, sync, take, undo } from './acts.js';
import { ask, choose, tell } from './menu.js';
import { dismiss, toast } from './toast.js';
import { drafts } from './drafts.js';

const GROUPS = [['', 'nothing'], ['assignee', 'person'], ['label', 'label'], ['priority', 'priority'], ['parent', 'parent']];
/** The time after a change in which the names that fields offer are read again, in milliseconds. */
const NAMES_PAUSE = 3000;
const VIEWS = ['Board', 'List', 'Conflicts', 'Flow', 'Settings'];

/** What an address asks for: `/b/BOARD?q=QUERY&at=MOMENT&group=FIELD&view=VIEW#PLAN`. */
function readAddress() {
  const name = /^\/b\/([^/]+)/.exec(location.pathname)?.[1];
  const values = new URLSearchParams(location.search);
  const id = location.hash.slice(1);
  return {
    name: name && decodeURIComponent(name), query: values.get('q') ?? '', at: values.get('at'), grouping: values.get('group') ?? '',
    view: VIEWS.find(view => view.toLowerCase() === values.get('view')) ?? 'Board',
    // '#main' is where the first link of the page leads.
    id: id === 'main' ? '' : id, hasToken: /^[0-9a-f]{64}$/.test(id),
  };
}

class Page {
  view = 'Board';

  async start() {
    if (!await enter()) return this.#refused();
    this.server = await server();
    const asked = readAddress();
    this.name = asked.name ?? this.server.current;
    this.state = new BoardState(new BoardAPI(this.name), this.server);
    this.state.name = this.name;
    const { query, at, grouping } = asked;
    Object.assign(this.state, { query, at, grouping });
    this.#make();
    this.state.addEventListener('change', () => this.draw());
    this.state.addEventListener('news', event => this.#news(event.detail));
    addEventListener('keydown', event => this.#key(event));
    addEventListener('popstate', () => this.#return());
    await this.#load();
    if (asked.view !== 'Board') this.#go(asked.view, false);
    if (asked.id) this.open(asked.id, false);
    this.#follow();
    // Words of how long ago something was get older by themselves.
    setInterval(() => { if (this.state.at == null) this.draw(); }, 60_000);
  }

  /** Reads the board as the address says; where it names no moment of the board, the present. */
  async #load() {
    try {
      await this.state.load();
    } catch (problem) {
      if (!this.server.boards.some(board => board.name === this.name)) return this.#noBoard(problem);
      if (this.state.at == null) throw problem;
      this.#tell(problem);
      await this.goTo(null);
    }
  }

  #noBoard(problem) {
    fill($('main'), h('section.page', null, h('h2', null, problem.message), h('ul', null, this.server.boards.map(({ name }) =>
      h('li', null, h('a', { href: `/b/${encodeURIComponent(name)}` }, name))))));
  }

  #refused() {
    document.body.classList.add('refused');
    fill($('main'), h('section.page', null, h('h1', null, 'This page has no key to the board'),
      h('p', null, 'Open the address that ', h('code', null, 'pmgit web'), ' prints: it has a token that counts once.'),
      h('p', null, 'If that page is open in this browser already, it gives this one the key. ', button('Try again', () => location.reload()))));
    addEventListener('pmgit-bearer', () => location.reload(), { once: true });
  }

  #make() {
    const handlers = {
      open: id => this.open(id), closed: id => this.#closed(id), goTo: at => this.goTo(at),
      menu: (id, node) => this.#menu(id, node), select: (id, isRange) => this.#select(id, isRange),
      copyLink: id => this.#copyLink(id), drawBoard: () => this.#drawView(),
    };
    const { state } = this;
    this.board = new BoardView(state, handlers);
    this.list = new ListView(state, handlers);
    this.conflicts = Object.assign(new ConflictsView(state), { open: handlers.open });
    this.flow = new FlowView(state);
    this.settings = new SettingsView(state);
    this.panel = new PlanPanel($('side'), state, handlers);
    this.past = new PastBand($('past'), state, handlers);
    this.query = new QueryBox(state, (text, isDone) => this.ask(text, isDone));
    this.shared = h('p.shared', { role: 'status' });
    this.line = h('p.line', { role: 'status', hidden: true });
    const boards = this.server.boards.map(board => board.name);
    fill($('top'), 
      h('h1', { dir: 'auto' }),
      boards.length > 1 ? h('select', { 'aria-label': 'Board', onchange: event => { location.href = `/b/${encodeURIComponent(event.target.value)}`; } },
        boards.map(name => h('option', { value: name, selected: name === this.name }, name))) : null,
      h('nav', { 'aria-label': 'Views' }, VIEWS.map(view => button(view, () => this.#go(view), { 'data-view': view }))),
      this.query.node, this.shared,
      button('Past', () => this.past.node.hidden ? this.past.open() : this.past.close(), { id: 'past-button', 'aria-controls': 'past' }),
      this.server.remote && !this.server.readOnly ? button('Sync', () => sync(state), { title: 'S' }) : null,
      this.server.readOnly ? h('span.fixed', null, 'read only') : button('New plan', () => this.#add(), { class: 'primary', title: 'n' }));
    fill($('foot'), 
      button(['Keys ', h('kbd', null, '?')], () => this.#help(), { class: 'quiet' }),
      button(['Commands ', h('kbd', null, 'Ctrl+K')], () => this.#palette(), { class: 'quiet' }),
      h('label', null, h('span', null, 'Group by'), h('select', {
        id: 'grouping', onchange: event => { state.grouping = event.target.value; this.#address(); this.draw(); },
      }, GROUPS.map(([value, name]) => h('option', { value, selected: value === state.grouping }, name)))),
      h('p.matching', { role: 'status' }), this.line, h('div.selected', { hidden: true }));
    document.body.append(h('datalist', { id: 'people' }), h('datalist', { id: 'labels' }));
    this.#names();
    if (state.at) this.past.open();
  }

  /** The names that fields offer. */
  async #names() {
    try {
      const [{ people }, { labels }, { views }] = await Promise.all(
        ['people', 'labels', 'settings'].map(question => this.state.api.get(question)));
      this.views = views;
      this.people = people.map(person => person.email ? `${person.name} <${person.email}>` : person.name);
      this.labels = labels.map(label => label.name);
      fill($('people'), ...['@me', ...this.people].map(value => h('option', { value })));
      fill($('labels'), ...this.labels.map(value => h('option', { value })));
    } catch { /* Fields offer nothing then. */ }
  }

  // Drawing

  draw() {
    const { state } = this;
    const title = state.title ?? this.name;
    document.title = `${title} – ${this.server.repository}`;
    $('top').querySelector('h1').textContent = title;
    for (const each of $('top').querySelectorAll('nav button')) {
      if (each.dataset.view === this.view) each.setAttribute('aria-current', 'page'); else each.removeAttribute('aria-current');
    }
    const cards = [...state.cards.values()];
    const conflicts = cards.reduce((sum, card) => sum + card.conflicts.length, 0);
    $('top').querySelector('[data-view=Conflicts]').textContent = conflicts ? `Conflicts ${conflicts}` : 'Conflicts';
    const unshared = cards.filter(card => card.unshared).length;
    const [sign, rest] = !this.server.remote ? ['', ''] : unshared ? [`↑ ${unshared}`, ' only here'] : ['✓', ' shared'];
    fill(this.shared, sign, h('span.more', null, rest));
    this.shared.title = unshared ? 'Sync sends it to the remote' : 'The remote had all of this when it was last asked';
    document.body.classList.toggle('past', state.at != null);
    $('foot').querySelector('.matching').textContent = state.matches
      ? `${state.matches.length} of ${cards.length} plans match` : `${cards.length} plans`;
    if (state.unreadable?.length) this.#line(`${state.unreadable.length} files can’t be read; see 'pmgit doctor'`);
    this.query.tell(state.queryProblem, state.matches?.length === 0);
    this.#selected();
    this.#drawView();
    this.past.draw();
    this.panel.refresh();
  }

  #drawView() {
    if (this.board.drags.isActive) return;
    if (this.view === 'Board') this.board.show($('main'));
    if (this.view === 'List') this.list.show($('main'));
  }

  async #go(view, isStep = true) {
    this.view = view;
    this.#address(isStep);
    this.draw();
    const other = { Conflicts: this.conflicts, Flow: this.flow, Settings: this.settings }[view];
    try { await other?.show($('main')); } catch (problem) { this.#tell(problem); }
    if (other) $('main').focus();
  }

  #selected() {
    const { state } = this;
    const node = $('foot').querySelector('.selected');
    const ids = state.selection.size ? state.subjects() : [];
    node.hidden = !ids.length;
    fill(node, `${ids.length} selected`, button('Acts …', () => this.#menu(ids[0])),
      button('None', () => this.#unselect()));
  }

  #line(text) { this.line.textContent = text; this.line.hidden = !text; }

  #tell(problem) { toast(problem.message ?? String(problem), null, [], problem); }

  /**
   * Makes the address that of what is shown, for a bookmark or a colleague.
   * @param {boolean} isStep whether the browser's way back leads to what was shown before
   */
  #address(isStep = false) {
    const { state } = this;
    const values = new URLSearchParams();
    if (state.query) values.set('q', state.query);
    if (state.at) values.set('at', state.at);
    if (state.grouping) values.set('group', state.grouping);
    if (this.view !== 'Board') values.set('view', this.view.toLowerCase());
    const path = `/b/${encodeURIComponent(this.name)}` + (values.size ? `?${values}` : '') + (this.panel.id ? `#${this.panel.id}` : '');
    if (isStep && path !== location.pathname + location.search + location.hash) history.pushState(null, '', path);
    else history.replaceState(null, '', path);
  }

  /** Shows what the address says, behind a step back or forward. */
  async #return() {
    const { name, query, at, grouping, view, id, hasToken } = readAddress();
    if (hasToken || name !== this.name) return location.reload();
    this.state.grouping = grouping;
    $('grouping').value = grouping;
    if (query !== this.state.query) await this.ask(query);
    if (at !== this.state.at) await this.goTo(at);
    if (view !== this.view) await this.#go(view, false);
    if (!id) return this.panel.close();
    return id !== this.panel.id && this.open(id, false);
  }

  // Following the board

  async #follow() {
    for (let failures = 0; ; failures += 1) {
      const used = secret();
      try {
        await this.state.api.events(event => {
          failures = 0;
          if (this.isLost && !event.error) { this.isLost = false; this.#line(''); dismiss('offline'); }
          this.#event(event);
        });
      } catch (problem) {
        if (problem.code === 'forbidden') {
          // Another page may have got the secret of the new run while this one was refused.
          if (secret() !== used) continue;
          this.isLost = true;
          this.#line('The server was started anew. Open the address that it prints, and this page goes on; what you write is kept.');
          await new Promise(resolve => addEventListener('pmgit-bearer', resolve, { once: true }));
          continue;
        }
      }
      this.isLost = true;
      this.#line('No answer from the server. Is ‘pmgit web’ still running? What you write is kept.');
      await new Promise(resolve => setTimeout(resolve, Math.min(5000, 300 * 2 ** failures)));
    }
  }

  async #event(event) {
    const { state } = this;
    if (event.error) { this.isLost = true; return this.#line(event.error.message); }
    if (event.sync?.error) this.#line(`The last sync failed: ${event.sync.error.message}`);
    const isNew = event.commit !== state.commit || event.shared !== this.sharedAt;
    this.sharedAt = event.shared;
    if (!isNew) return;
    try { await state.catchUp(); } catch (problem) { this.#line(problem.message); }
  }

  #news(news) {
    const others = news.changes.filter(change => change.by !== this.server.me);
    if (others.length) {
      const who = [...new Set(others.map(change => change.by.replace(/\s*<.*/, '')))];
      say(`${who.join(', ')} changed ${others.length === 1 ? `“${others[0].title}”` : `${others.length} plans`}`);
    }
    if (news.settingsChanged && this.view === 'Settings' && !isWriting(document.activeElement)) this.settings.show($('main'));
    if (this.view === 'Conflicts') this.conflicts.show($('main')).catch(() => {});
    clearTimeout(this.namesTimer);
    this.namesTimer = setTimeout(() => this.#names(), NAMES_PAUSE);
  }

  /** Where the focus is on a plan: among the cards, or among the rows of the list. */
  get place() { return this.view === 'List' ? this.list : this.board; }

  // Acts

  async open(id, isStep = true) {
    const card = this.state.cards.get(id) ?? [...this.state.cards.values()].find(each => each.short === id || each.id.startsWith(id));
    const reading = this.panel.open(card?.id ?? id);
    this.#address(isStep);
    await reading;
  }

  #closed(id) {
    this.#address();
    if (!this.place.focus(id)) $('main').focus();
  }

  async ask(text, isDone = false) {
    try { await this.state.ask(text); } catch (problem) { return this.#tell(problem); }
    if (this.query.input.value !== text) this.query.value = text;
    this.#address();
    say(this.state.queryProblem?.message ?? `${this.state.matches?.length ?? this.state.cards.size} plans`);
    if (isDone && !this.state.queryProblem) this.#focusFirst();
  }

  #focusFirst() {
    const { state } = this;
    const shown = this.view === 'List' ? state.list() : state.lanes().flatMap(lane => lane.cards);
    const first = (shown.find(card => card.id === state.focused) ?? shown[0])?.id;
    if (first) this.place.focus(first);
  }

  async goTo(at) {
    try {
      this.state.differing = null;
      await this.state.goTo(at);
      if (at && this.past.node.hidden) await this.past.open();
      this.#address();
    } catch (problem) { this.#tell(problem); }
  }

  async #add() {
    const position = this.view === 'Board' ? this.board.position() : null;
    const column = position ? position.lanes[position.lane].dataset.column : null;
    const title = await ask('New plan', { label: 'Title', hint: column && `It goes to ${this.state.column(column).title}.` });
    if (title == null) return;
    if (!title.trim()) return this.#tell(new Problem({ message: 'A plan needs a title' }));
    const id = await add(this.state, { title: title.trim(), column });
    if (id) this.place.focus(id);
  }

  #select(id, isRange) {
    const { state } = this;
    if (isRange && state.focused) {
      const ids = this.view === 'Board' ? [...document.querySelectorAll('.card[data-id]')].map(card => card.dataset.id) : state.list().map(card => card.id);
      const [from, to] = [ids.indexOf(this.anchor ?? state.focused), ids.indexOf(id)].sort((a, b) => a - b);
      ids.slice(Math.max(0, from), to + 1).forEach(each => state.selection.add(each));
    } else if (!state.selection.delete(id)) {
      state.selection.add(id);
      this.anchor = id;
    }
    say(`${state.selection.size} selected`);
    state.changed();
  }

  #unselect() { this.state.selection.clear(); this.state.changed(); say('Nothing selected'); }

  #copyLink(id) {
    const address = `${location.origin}/b/${encodeURIComponent(this.name)}#${id}`;
    navigator.clipboard.writeText(address).then(() => toast('Copied the address of this plan'), () => tell('The address of this plan', h('code', null, address)));
  }

  /** All that can be done with some plans, for a finger, a mouse and the keyboard. */
  #menu(id) {
    const { state } = this;
    const ids = state.selection.has(id) ? state.subjects() : [id];
    if (state.isReadOnly) return choose(named(state, ids), [{ label: 'Open', act: () => this.open(id) }]);
    const columns = state.columns.filter(column => column.known);
    choose(named(state, ids), [
      ...columns.map(column => ({ label: `Move to ${column.title}`, act: () => this.#moveAndFocus(ids, column.id) })),
      { label: 'Move to the top of its column', act: () => this.#moveToEnd(ids, true) },
      { label: 'Move to the bottom of its column', act: () => this.#moveToEnd(ids, false) },
      { label: 'Open', hint: 'Enter', act: () => this.open(id) },
      { label: state.selection.has(id) ? 'Do not select' : 'Select', hint: 'Space', act: () => this.#select(id, false) },
      ...['take', 'assign', 'labels', 'due', 'priority', 'edit', 'delete'].map(act => this.#item(act, ids)),
      { label: 'Copy the address', act: () => this.#copyLink(id) },
    ]);
  }

  #item(act, ids) {
    const row = KEYS.find(each => each.act === act);
    return { label: row.says[0].toUpperCase() + row.says.slice(1), hint: keyName(row.keys[0]), act: () => this.#change(act, ids) };
  }

  async #moveAndFocus(ids, column, between) {
    await move(this.state, ids, column, between);
    this.place.focus(ids[0]);
  }

  #moveToEnd(ids, isTop) {
    const lane = this.state.lanes().find(each => each.column.id === this.state.cards.get(ids[0])?.state);
    const others = lane.cards.filter(card => !ids.includes(card.id));
    if (others.length) this.#moveAndFocus(ids, lane.column.id, isTop ? { below: others[0].id } : { above: others.at(-1).id });
  }

  async #change(act, ids) {
    const { state } = this;
    if (!ids.length) return say('No card has the focus');
    const first = state.cards.get(ids[0]);
    const set = async (title, field, options, toBody) => {
      const text = await ask(`${title} – ${named(state, ids)}`, options);
      if (text != null) await edit(state, ids, toBody ? toBody(text.trim()) : { [field]: text.trim() || 'none' });
      this.place.focus(ids[0]);
    };
    const members = text => text.split(',').map(each => each.trim()).filter(Boolean);
    switch (act) {
      case 'edit': return set('Title', 'title', { value: first.title });
      case 'due': return set('Due', 'due', { value: first.due ?? '', hint: 'fri, 2w, eom, 2026-12-24; none takes it off' });
      case 'assign': return set('Assigned', null, { value: ids.length > 1 ? '' : first.assignees.join(', '), list: ['@me', ...this.people ?? []], hint: 'Several with commas between' },
        text => ids.length > 1 ? { assign: members(text) } : { assignees: members(text) });
      case 'labels': return set('Labels', null, { value: ids.length > 1 ? '' : first.labels.join(', '), list: this.labels, hint: 'Several with commas between' },
        text => ids.length > 1 ? { label: members(text) } : { labels: members(text) });
      case 'priority': return choose('Priority', ['urgent', 'high', 'medium', 'low', 'none'].map(priority => ({
        label: priority, act: () => edit(state, ids, { priority }, `Priority of ${named(state, ids)}: ${priority}`),
      })));
      case 'take': for (const id of ids) await take(state, id); return undefined;
      case 'delete': await remove(state, ids); return this.#focusFirst();
      default: return undefined;
    }
  }

  // Keys

  #key(event) {
    if (document.querySelector('dialog[open]')) return;
    const act = actOf(event);
    if (!act) return;
    const isGlobal = event.ctrlKey || event.metaKey;
    if (isWriting(event.target) && !(isGlobal && act === 'palette')) return;
    // Buttons and the like keep their own keys.
    if (event.target.closest?.('button, a, summary, select, input') && ['Enter', ' '].includes(event.key)) return;
    if (event.target.type === 'range' && event.key.startsWith('Arrow')) return;
    if (this.board.drags.isActive) return;
    event.preventDefault();
    this.act(act);
  }

  act(act) {
    const { state } = this;
    const ids = state.subjects();
    if (state.isReadOnly && ['moveLeft', 'moveRight', 'moveUp', 'moveDown', 'moveTo', 'add', 'edit', 'assign', 'take', 'labels', 'due', 'priority', 'delete', 'undo', 'redo', 'sync'].includes(act)) {
      return say(state.at != null ? 'The past can’t be changed' : 'This board is opened for reading only');
    }
    switch (act) {
      case 'left': return this.place.step(-1, 0);
      case 'right': return this.place.step(1, 0);
      case 'up': return this.place.step(0, -1);
      case 'down': return this.place.step(0, 1);
      case 'open': return state.focused && this.open(state.focused);
      case 'back': return this.#back();
      case 'moveLeft': return this.#moveAcross(ids, -1);
      case 'moveRight': return this.#moveAcross(ids, 1);
      case 'moveUp': return this.#moveAlong(ids, -1);
      case 'moveDown': return this.#moveAlong(ids, 1);
      case 'moveTo': return ids.length && choose(`Move ${named(state, ids)} to`, state.columns.filter(column => column.known)
        .map(column => ({ label: column.title, act: () => this.#moveAndFocus(ids, column.id) })));
      case 'select': return state.focused && this.#select(state.focused, false);
      case 'range': return state.focused && this.#select(state.focused, true);
      case 'selectAll': state.list().forEach(card => state.selection.add(card.id)); say(`${state.selection.size} selected`); return state.changed();
      case 'add': return this.#add();
      case 'undo': return undo(state);
      case 'redo': return redo(state);
      case 'query': return this.query.input.focus();
      case 'clear': return this.ask('');
      case 'mine': return this.ask(state.query === 'view:mine' ? '' : 'view:mine');
      case 'nextConflict': return this.#nextConflict();
      case 'earlier': return this.past.step(-1);
      case 'later': return this.past.step(1);
      case 'now': return this.past.close();
      case 'sync': return this.server.remote ? sync(state) : say('There is no remote');
      case 'palette': return this.#palette();
      case 'help': return this.#help();
      default: return this.#change(act, ids);
    }
  }

  /** One step back: the plan, the selection, the past, the query. */
  #back() {
    if (this.panel.id) return this.panel.close();
    if (this.state.selection.size) return this.#unselect();
    if (!this.past.node.hidden) return this.past.close();
    if (this.state.query) return this.ask('');
    return undefined;
  }

  #moveAcross(ids, by) {
    const { state } = this;
    if (!ids.length) return undefined;
    const columns = state.columns.filter(column => column.known);
    const now = columns.findIndex(column => column.id === state.cards.get(ids[0]).state);
    const next = columns[now + by];
    return next ? this.#moveAndFocus(ids, next.id) : say('There is no column there');
  }

  #moveAlong(ids, by) {
    if (ids.length !== 1) return say('Move one card at a time up or down');
    const lane = this.state.lanes().find(each => each.cards.some(card => card.id === ids[0]));
    const now = lane.cards.findIndex(card => card.id === ids[0]);
    const others = lane.cards.filter(card => card.id !== ids[0]);
    const place = now + by;
    if (place < 0 || place > others.length) return say('It is there already');
    return this.#moveAndFocus(ids, lane.column.id, { above: others[place - 1]?.id, below: others[place]?.id });
  }

  #nextConflict() {
    const ids = this.state.lanes().flatMap(lane => lane.cards).filter(card => card.conflicts.length).map(card => card.id);
    if (!ids.length) return say('Nothing waits for a decision');
    return this.place.focus(ids[(ids.indexOf(this.state.focused) + 1) % ids.length]);
  }

  #palette() {
    choose('Commands', [
      ...KEYS.filter(row => row.act !== 'palette').map(row => ({
        label: row.says[0].toUpperCase() + row.says.slice(1), hint: row.keys.map(keyName).join(' '), act: () => this.act(row.act),
      })),
      ...VIEWS.map(view => ({ label: `Show: ${view}`, act: () => this.#go(view) })),
      ...this.server.boards.map(board => ({ label: `Board: ${board.name}`, act: () => { location.href = `/b/${encodeURIComponent(board.name)}`; } })),
      { label: 'Open the past', act: () => this.past.open() },
      ...(this.views ?? []).map(view => ({ label: `Find: ${view.name}`, hint: view.query, act: () => this.ask(`view:${view.name}`, true) })),
    ]);
  }

  #help() {
    const groups = [...new Set(KEYS.map(row => row.group))];
    const off = h('input', { type: 'checkbox', checked: lettersAreOff(), onchange: event => turnLetters(event.target.checked) });
    tell('Keys', h('div.keys', null, groups.map(group => h('section', null, h('h3', null, group), h('dl', null,
      KEYS.filter(row => row.group === group).flatMap(row => [h('dt', null, row.keys.map(key => h('kbd', null, keyName(key)))), h('dd', null, row.says)]))))),
    h('label', null, off, ' Turn off the keys that are single characters'),
    drafts(this.state).length > 0 && h('p.hint', null, `${drafts(this.state).length} texts are kept by this browser and not saved yet.`));
  }
}

addEventListener('unhandledrejection', event => {
  const problem = event.reason;
  if (problem?.name === 'AbortError') return;
  toast(problem?.message ?? 'Something went wrong', null, [], { hints: problem?.hints ?? [] });
});

new Page().start().catch(problem => toast(problem.message, null, [], problem));
