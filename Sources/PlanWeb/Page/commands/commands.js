// @ts-check
// The actions of keys, menus and the command palette, by name.
import { $, focusNow, h, isWriting, say, targetOf } from '../controls/dom.js';
import { KEYS, actOf, inWords, keyName, lettersAreOff, turnLetters } from './keys.js';
import { boardAddress } from '../state/address.js';
import { READ_ONLY, named, redo, remove, sync, take, undo } from './acts.js';
import { askField } from './fields.js';
import { choose, menu, tell } from '../controls/menu.js';
import { copyOf, partOf } from '../board/presets.js';
import { moveAcross, moveAlong, moveItems, moveToEnd } from '../board/moves.js';
import { drafts } from '../state/drafts.js';
import { peopleOf } from '../board/card.js';
import { openPalette } from './palette.js';
import { valueOf } from '../plan/plan-values.js';
import { saveView } from '../board/saved-views.js';
import { personTerm, term, toggled } from '../state/terms.js';
import { tellProblem, toast } from '../controls/toast.js';

/** @typedef {import('../main.js').Page} Page */
/** @typedef {(page: Page, ids: string[]) => any} PlanAct */
/** @typedef {(page: Page) => any} BoardAct */

/** Makes a change. If it removes plans from the view, moves the focus to a plan next to them. */
async function goingOn(page, ids, make) {
  const next = page.place.beside(ids);
  const isFree = focusNow();
  if (await make() && !page.place.shows(ids[0]) && isFree()) page.place.focus(next);
}

/**
 * Undoes or redoes a change. If that brings back a plan, the focus goes to it.
 * @param {Page} page @param {typeof undo | typeof redo} make
 */
async function alter(page, make) {
  const before = new Set(page.place.ids());
  const isFree = focusNow();
  await goingOn(page, [page.focused], async () => {
    const answer = await make(page.state);
    const back = answer?.plans?.find(id => !before.has(id) && page.place.shows(id));
    if (back && isFree()) page.place.focus(back);
    return answer;
  });
}

/** The number of plans from which a deletion asks first: more than anybody checks one by one. */
const MANY = 20;

/** @type {Record<string, PlanAct>} The actions that change plans; they need at least one plan. */
const ON_PLANS = {
  moveLeft: (page, ids) => moveAcross(page, ids, -1),
  moveRight: (page, ids) => moveAcross(page, ids, 1),
  moveUp: (page, ids) => moveAlong(page, ids, -1),
  moveDown: (page, ids) => moveAlong(page, ids, 1),
  toTop: (page, ids) => moveToEnd(page, ids, true),
  toBottom: (page, ids) => moveToEnd(page, ids, false),
  moveTo: (page, ids) => askField(page, 'moveTo', ids),
  edit: (page, ids) => askField(page, 'edit', ids),
  assign: (page, ids) => askField(page, 'assign', ids),
  labels: (page, ids) => askField(page, 'labels', ids),
  due: (page, ids) => askField(page, 'due', ids),
  priority: (page, ids) => askField(page, 'priority', ids),
  take: async (page, ids) => { for (const id of ids) await take(page.state, id); },
  delete: (page, ids) => {
    const take = () => goingOn(page, ids, () => remove(page.state, ids));
    return ids.length < MANY
      ? take()
      : choose(`Delete ${ids.length} plans?`, [
        { label: 'Keep them', act: () => {} },
        { label: `Delete ${ids.length} plans`, icon: 'bin', act: take },
      ]);
  },
};

/** @type {Record<string, BoardAct>} The actions that change the board. */
const ON_BOARD = {
  add: page => page.commands.add(),
  body: page => page.commands.inPlan('body'),
  comment: page => page.commands.inPlan('comment'),
  line: page => page.commands.inPlan('line'),
  link: page => page.commands.inPlan('link'),
  undo: page => alter(page, undo),
  redo: page => alter(page, redo),
  sync: page => page.server.remote
    ? sync(page.state, () => page.go('Conflicts'))
    : say('This repository has no remote'),
};

/** @type {Record<string, BoardAct>} The actions that change nothing. */
const LOOKS = {
  left: page => page.place.step(-1, 0),
  right: page => page.place.step(1, 0),
  up: page => page.place.step(0, -1),
  down: page => page.place.step(0, 1),
  top: page => page.place.end(0),
  bottom: page => page.place.end(-1),
  open: page => page.focused && page.open(page.focused),
  back: page => page.commands.back(),
  select: page => page.focused && page.commands.select(page.focused, false),
  range: page => page.focused && page.commands.select(page.focused, true),
  selectAll: page => page.commands.selectAll(),
  query: page => page.query.input.focus(),
  clear: page => page.ask('', { isDone: true }),
  mine: page => page.ask(page.state.query === 'view:mine' ? '' : 'view:mine'),
  board: page => page.go('Board'),
  list: page => page.go('List'),
  conflicts: page => page.go('Conflicts'),
  roadmap: page => page.go('Roadmap'),
  flow: page => page.go('Flow'),
  calendar: page => page.go('Calendar'),
  restore: page => page.go('Deleted'),
  inbox: page => page.go('Inbox'),
  nextConflict: page => page.commands.nextConflict(),
  history: page => page.commands.inPlan('history'),
  earlier: page => page.past.step(-1),
  later: page => page.past.step(1),
  now: page => page.past.close(),
  palette: page => page.commands.palette(),
  help: page => page.commands.help(),
};

/** The actions that move from card to card. */
const STEPS = ['left', 'right', 'up', 'down', 'top', 'bottom'];

/** The names of all actions. */
export const ACTS = [LOOKS, ON_BOARD, ON_PLANS].flatMap(Object.keys);

/** The icons of actions in menus. */
const ICONS = {
  take: 'take', assign: 'user', labels: 'tag', due: 'calendar', priority: 'bars', edit: 'edit',
  delete: 'bin', toTop: 'up', toBottom: 'lower', milestone: 'flag', iteration: 'sync',
  estimate: 'estimate',
};

export class Commands {
  /** @type {?string} The plan at which the selected range begins. */
  #anchor = null;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    addEventListener('keydown', event => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (document.querySelector('dialog[open]')) return;
    const act = actOf(event);
    if (!act) return;
    if (isWriting(event.target) && !((event.ctrlKey || event.metaKey) && act === 'palette')) return;
    // Buttons and other controls handle these keys themselves.
    const target = targetOf(event);
    if (target.closest?.('button, summary, select, input') && ['Enter', ' '].includes(event.key)) {
      return;
    }
    if (target.closest?.('a') && event.key === 'Enter') return;
    if (target.type === 'range' && /^(Arrow|Home|End)/.test(event.key)) return;
    // In the open plan these keys scroll.
    if (['top', 'bottom'].includes(act) && target.closest?.('#side')) return;
    const { board, calendar, list } = this.page;
    if ([board, calendar, list].some(({ drags }) => drags.isActive)) return;
    // If the view has neither cards nor rows, arrows scroll.
    if (STEPS.includes(act) && !this.page.place.node.isConnected) {
      if (this.page.view === 'Inbox' && this.page.inbox.step(act)) event.preventDefault();
      return;
    }
    event.preventDefault();
    this.act(act);
  }

  /** Runs the action of a key or of a row in the command palette, on the given plans. */
  act(act, ids = this.page.subjects()) {
    const { page } = this;
    if (STEPS.includes(act)) { LOOKS[act](page); return this.#follow(); }
    if (LOOKS[act]) return LOOKS[act](page);
    if (page.state.isReadOnly) return toast(READ_ONLY(page.state));
    if (ON_BOARD[act]) return ON_BOARD[act](page);
    return ids.length ? ON_PLANS[act](page, ids) : toast('No plan is selected');
  }

  /** Shows the plan to which the focus has moved, if one is open beside the board. */
  #follow() {
    const { focused, panel } = this.page;
    const hasMoved = focused && panel.id && focused !== panel.id
      && $('main').contains(document.activeElement);
    return hasMoved ? this.page.open(focused, { isStep: false, takesFocus: false }) : undefined;
  }

  /** Opens the composer with a copy of a plan. @param {string} id */
  async duplicate(id) {
    try { this.#addLike(id, await copyOf(this.page.state, id)); } catch (problem) {
      tellProblem(problem);
    }
  }

  /** Opens the composer of the sub-plans of a plan. @param {string} id */
  addPart(id) { this.#addLike(id, partOf(this.page.state, id)); }

  /**
   * Opens the composer for plans in the column of another one if that is of kind todo, or else in
   * the first such column: nobody has begun the new plans.
   * @param {string} id @param {import('../board/presets.js').Preset} preset
   */
  #addLike(id, preset) {
    const { composer, state } = this.page;
    const card = state.cards.get(id);
    const columns = state.knownColumns();
    const todo = columns.filter(({ kind }) => kind === 'todo');
    const column = todo.find(({ id: each }) => each === card?.state) ?? todo[0] ?? columns[0];
    composer.open(column?.id ?? '', '', { preset });
  }

  /**
   * Returns the actions that add plans like another one.
   * @param {string} id
   */
  likeItems(id) {
    return [
      { label: 'Duplicate', icon: 'copy', act: () => this.duplicate(id) },
      { label: 'Add a sub-plan', icon: 'parts', act: () => this.addPart(id) },
    ];
  }

  /**
   * Opens the composer of new plans.
   * @param {string} [column] the column; by default that of the card with the focus, else the
   * column that is visible on a phone, else the first column of kind todo
   * @param {string} [row] the value of the row on a grouped board; by default that of the card with
   * the focus
   */
  add(column, row) {
    const { composer, state } = this.page;
    const columns = state.knownColumns();
    const lane = column || row ? null : document.activeElement?.closest('.card')?.closest('.lane');
    const { column: inFocus, row: ofFocus } = /** @type {?HTMLElement} */ (lane)?.dataset ?? {};
    const { dots } = this.page.board;
    const shown = this.page.view === 'Board' && dots.isShown
      ? columns.find(each => each === state.columns[dots.index])
      : undefined;
    const place = column ?? inFocus
      ?? (shown ?? columns.find(each => each.kind === 'todo') ?? columns[0])?.id ?? '';
    const due = this.page.view === 'Calendar' ? this.page.calendar.dayInFocus : null;
    return composer.open(place, row ?? ofFocus ?? '', { due });
  }

  /**
   * Goes to a part of the open plan. If none is open, the plan with the focus is opened first.
   * @param {string} act the action of the part's key
   */
  async inPlan(act) {
    const { page } = this;
    const { panel } = page;
    const id = document.activeElement?.closest('#side') ? panel.id : page.focused ?? panel.id;
    if (id == null) return toast('No plan is selected');
    if (id !== panel.id) await page.open(id);
    if (panel.id === id) panel.goTo(act);
    return undefined;
  }

  saveView() { return saveView(this.page); }

  /**
   * Takes one step back: closes the plan, clears the selection, leaves the past, or clears the
   * query.
   */
  back() {
    const { page } = this;
    if (page.panel.id) return page.panel.close();
    if (page.state.selection.size) return this.unselect();
    if (!page.past.node.hidden) return page.past.close();
    const { query } = page.state;
    if (!query) return undefined;
    toast('Cleared the query', { label: 'Bring it back', act: () => page.ask(query) });
    return page.ask('');
  }

  nextConflict() {
    const { state, place } = this.page;
    const ids = state.lanes()
      .flatMap(lane => lane.cards).filter(card => card.conflicts.length).map(card => card.id);
    if (!ids.length) return say('Nothing to decide');
    // The view may not show all of them: a column may be folded, and a plan without a due day is
    // not in the calendar.
    const next = ids.indexOf(state.focused) + 1;
    return [...ids.slice(next), ...ids.slice(0, next)].some(id => place.focus(id))
      || toast('No plan in conflict is shown here',
        { label: 'Show what is to decide', act: () => this.page.go('Conflicts') });
  }

  // Selecting

  select(id, isRange) {
    const { place, state } = this.page;
    const ids = place.ids();
    // The plan at which the range began may have been deleted or hidden.
    const anchor = [this.#anchor, state.focused]
      .map(each => ids.indexOf(each)).find(index => index >= 0);
    if (isRange && anchor !== undefined) {
      const [from, to] = [anchor, ids.indexOf(id)].sort((a, b) => a - b);
      this.#anchor = ids[anchor];
      this.#select([...state.selection, ...ids.slice(from, to + 1)]);
    } else if (state.selection.has(id)) {
      this.#select([...state.selection].filter(each => each !== id));
    } else {
      this.#anchor = id;
      this.#select([...state.selection, id]);
    }
  }

  async selectAll() {
    const { board, state, view } = this.page;
    if (!await this.page.loadRest()) return;
    // The cards of a folded column are not visible.
    const shown = state.list().filter(card => view !== 'Board' || !board.folded.has(card.state));
    this.#select([...state.selection, ...shown.map(card => card.id)]);
  }

  unselect() {
    this.#anchor = null;
    this.#select([]);
  }

  #select(ids) {
    const { state } = this.page;
    state.select(ids);
    say(state.selection.size ? `${state.selection.size} selected` : 'Nothing selected');
  }

  // Menus

  /** Shows a menu of all actions for some plans. */
  menu(id) {
    const { page } = this;
    const { state } = page;
    const ids = state.selection.has(id) ? state.selected() : [id];
    const open = { label: 'Open', icon: 'right', hint: 'Enter', act: () => page.open(id) };
    const copy = {
      label: 'Copy link', icon: 'link', group: 'copy', act: () => this.copyAddress(id),
    };
    if (state.isReadOnly) return menu(named(state, ids), [open, copy]);
    const select = {
      label: state.selection.has(id) ? 'Deselect' : 'Select',
      icon: 'check',
      hint: 'Space',
      act: () => this.select(id, false),
    };
    return menu(named(state, ids), [
      open,
      select,
      ...this.#moveItems(ids),
      ...this.#valueItems(ids),
      ...this.#findItems(id),
      ...ids.length === 1 ? this.likeItems(id).map(item => ({ ...item, group: 'copy' })) : [],
      copy,
      { ...this.#item('delete', ids), group: 'copy', isDanger: true },
    ]);
  }

  /** Returns the item of a shortcut. @param {string} act @param {string[]} ids */
  #item(act, ids) {
    const row = KEYS.find(each => each.act === act);
    return {
      label: inWords(row),
      icon: ICONS[act],
      hint: keyName(row.keys[0]),
      act: () => this.act(act, ids),
    };
  }

  /** @param {string[]} ids */
  #moveItems(ids) {
    const { page } = this;
    const isElsewhere = column =>
      ids.some(each => page.state.cards.get(each)?.state !== column.id);
    return [
      ...moveItems(page, ids, column => `Move to ${column.title}`, isElsewhere),
      { ...this.#item('toTop', ids), label: 'Move to the top' },
      { ...this.#item('toBottom', ids), label: 'Move to the bottom' },
    ].map(item => ({ ...item, group: 'move' }));
  }

  /** @param {string[]} ids */
  #valueItems(ids) {
    const { page } = this;
    return [
      ...['edit', 'assign', 'take', 'labels', 'due', 'priority'].map(act => this.#item(act, ids)),
      ...['milestone', 'iteration', 'estimate'].map(name => valueOf(page.state, name))
        .filter(Boolean).map(({ name, title }) => ({
          label: title,
          icon: ICONS[name],
          act: () => askField(page, name, ids),
        })),
    ].map(item => ({ ...item, group: 'values' }));
  }

  /** @param {string} id */
  #findItems(id) {
    const { page } = this;
    const card = page.state.cards.get(id);
    return [
      ...card.labels.map(label => term('#', label)),
      ...peopleOf(card).map(personTerm),
    ].map(found => ({
      label: `Find ${found}`,
      icon: 'find',
      group: 'find',
      act: () => page.ask(toggled(page.state.query, found)),
    }));
  }

  copyAddress(id) {
    const address = new URL(`${boardAddress(this.page.name)}#${id}`, location.href).href;
    navigator.clipboard.writeText(address).then(() => toast('Copied the link to this plan'),
      () => tell('The link to this plan', h('code', null, address)));
  }

  palette() { return openPalette(this.page); }

  help() {
    const { state } = this.page;
    const groups = [...new Set(KEYS.map(row => row.group))];
    const rows = group => KEYS.filter(row => row.group === group).flatMap(row => [
      h('dt', null, row.keys.map(key => h('kbd', null, keyName(key)))),
      h('dd', null, row.says),
    ]);
    const off = h('input', {
      type: 'checkbox',
      checked: lettersAreOff(),
      onchange: event => turnLetters(event.target.checked),
    });
    const kept = drafts(state).length;
    return tell('Shortcuts',
      h('div.keys', null,
        groups.map(group => h('section', null, h('h3', null, group), h('dl', null, rows(group))))),
      h('label', null, off, 'Turn off the shortcuts that are single characters'),
      kept > 0 && h('p.hint', null, kept === 1
        ? 'This browser keeps 1 text that is not saved yet.'
        : `This browser keeps ${kept} texts that are not saved yet.`));
  }
}
