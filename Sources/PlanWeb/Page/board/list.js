// @ts-check
// The plans as a list, in groups by column or by the chosen field. As on the board, only changed
// rows are drawn again.
import { all, besides, button, fill, h, set, targetOf } from '../controls/dom.js';
import { KeyedNodes, drawIfNew } from '../controls/keyed.js';
import { ListDrag } from './list-drag.js';
import { ListHead } from './list-head.js';
import { ChosenColumns, cellButton, classOf, shownColumns, stateButton } from './list-columns.js';
import { boardAddress } from '../state/address.js';
import { nothing, nothingKey } from './nothing.js';
import { groupNotes, groupOrder, groupSign, groupTitle } from './grouping.js';
import { isFoldedAtFirst, rowsOf } from './grouping.js';
import { icon, stateIcon } from '../controls/icons.js';
import { editTitle } from './title-edit.js';
import { draftChip, stateKind, stateSign } from '../controls/chips.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('./list-columns.js').ListColumn} ListColumn */
/**
 * A group of plans. If its title is null, the list has no groups.
 * @typedef {{key: string, title: ?string, sign: ?Node, cards: Card[], column: ?Column}} Group
 */

/**
 * The actions of the list's buttons and rows.
 * @typedef {object} ListActs
 * @property {(id: string) => any} open shows a plan beside the list
 * @property {(id: string, isRange: boolean) => any} select selects or deselects a plan, or selects
 * all plans up to it
 * @property {(isAll: boolean) => any} selectAll selects all plans, or none
 * @property {(query: string) => any} ask shows what a query finds
 * @property {(term: string) => any} find adds a term to the query, or removes it
 * @property {(id: string) => any} menu shows a menu of the actions for a plan
 * @property {(act: string, id: string) => any} act runs an action on a plan
 * @property {(column?: string, row?: string) => any} add opens the composer of new plans
 * @property {() => any} clear clears the query
 * @property {() => SavedView | undefined} saved returns the saved view that is shown
 */

const MOST = 300;

export class ListView {
  limit = MOST;
  /** The rows by the ids of their plans, and the heads of the groups. */
  #nodes = new KeyedNodes();
  /** @type {Set<string>} The groups that were folded, or unfolded if they are folded at first. */
  #folded = new Set();
  /** @type {ListColumn[]} */
  #columns = [];

  /** @param {BoardState} state @param {ListActs} acts */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.columns = new ChosenColumns(state, acts.saved);
    this.body = h('tbody', { role: 'rowgroup' });
    this.rest = h('div.rest', { hidden: true });
    this.none = h('div.none', { hidden: true });
    this.head = new ListHead(state, acts, () => this.columns.names, names => {
      this.columns.choose(names);
      this.draw();
    });
    this.table = h('table.list', { role: 'table', 'aria-label': 'Plans' },
      h('thead', { role: 'rowgroup' }, this.head.node),
      this.body);
    this.node =
      h('section.listing', { 'aria-label': 'List of plans' }, this.table, this.none, this.rest);
    this.node.addEventListener('focusin', event => {
      const id = rowAt(event)?.dataset.id;
      if (id) this.state.focus(id);
      if (id) this.#setStops(id);
    });
    this.node.addEventListener('click', event => this.#clicked(event));
    // Shift+click selects plans, not text.
    this.node.addEventListener('mousedown', event => {
      if (event.shiftKey && rowAt(event)) event.preventDefault();
    });
    this.node.addEventListener('contextmenu', event => {
      const id = rowAt(event)?.dataset.id;
      if (!id || targetOf(event).closest('input')) return;
      event.preventDefault();
      // A long press with a finger lifts the row.
      if (!this.drags.isActive) this.acts.menu(id);
    });
    this.drags = new ListDrag(this);
  }

  draw() {
    const { state } = this;
    this.#columns = shownColumns(state, this.columns.names);
    this.head.draw(this.#columns);
    const cards = state.list();
    let room = this.limit;
    this.#nodes.show(this.body, () => this.#groups(cards).flatMap(group => {
      const head = group.title == null ? [] : [this.#head(group)];
      if (group.title != null && this.#isFolded(group.key)) return head;
      const shown = group.cards.slice(0, Math.max(0, room));
      room -= group.cards.length;
      return [...head, ...shown.map(card => this.#row(card))];
    }));
    this.#drawSelection(cards);
    this.#setStops(state.focused);
    this.none.hidden = cards.length > 0;
    drawIfNew(this.none, nothingKey(state), () => nothing(state, this.acts));
    this.rest.hidden = room >= 0;
    if (room < 0) {
      fill(this.rest, button(`Show ${Math.min(MOST, -room)} of ${-room} more`, () => {
        this.limit += MOST;
        this.draw();
      }));
    }
  }

  /**
   * Lets Tab stop in one row only; the arrow keys lead to the others.
   * @param {?string} id the row with the focus
   */
  #setStops(id) {
    const rows = all(this.body, 'tr[data-id]');
    const stop = this.#nodes.get(id)?.isConnected ? this.#nodes.get(id) : rows[0];
    for (const row of rows) {
      for (const control of all(row, 'a, button')) control.tabIndex = row === stop ? 0 : -1;
    }
  }

  /** @param {Card[]} cards */
  #drawSelection(cards) {
    const count = cards.filter(card => this.state.selection.has(card.id)).length;
    this.head.showSelected(count, cards.length);
    this.table.classList.toggle('selecting', count > 0);
  }

  // Groups

  /**
   * Returns the groups of the list: by the chosen field, or else by column. If the list is sorted,
   * the plans of each group are.
   * @param {Card[]} cards @returns {Group[]}
   */
  #groups(cards) {
    const { state } = this;
    if (state.grouping) {
      const lane = { column: /** @type {any} */ (null), isReversed: false, cards };
      return rowsOf([lane], state.grouping, groupOrder(state)).map(({ key, lanes }) =>
        ({
          key,
          title: groupTitle(state, key),
          sign: groupSign(state, key),
          cards: lanes[0].cards,
          column: null,
        }));
    }
    if (state.isFlat) return [{ key: '', title: null, sign: null, cards, column: null }];
    return state.columns.map(column => ({
      key: column.id,
      title: column.title,
      sign: stateIcon(stateKind(state.columns, column.id)),
      column,
      cards: cards.filter(card => card.state === column.id),
    })).filter(group => group.cards.length > 0);
  }

  /** @param {Group} group */
  #head({ key, title, sign, cards, column }) {
    const { grouping, isReadOnly } = this.state;
    const row = this.#nodes.node(`${grouping}/${key}`, () =>
      h('tr.group', { role: 'row', 'data-column': column?.id }));
    const isFolded = this.#isFolded(key);
    const done = cards.filter(card => card.done).length;
    const words = sumWords(cards, column);
    const notes = groupNotes(this.state, key, cards);
    const canAdd = !isReadOnly && (column ? column.known : true);
    drawIfNew(row, [title, words, done, isFolded, isReadOnly, this.#columns.length], () =>
      h('th', { scope: 'rowgroup', role: 'rowheader', colspan: String(this.#columns.length + 1) },
        h('div.in', null,
          button([icon('down'), sign, h('span', { dir: 'auto' }, title)], () => this.#fold(key),
            { class: 'fold', 'aria-expanded': String(!isFolded) }),
          notes,
          // The notes have the number of the plans.
          h('small', null, notes ? words.split(' · ').slice(1).join(' · ') : words),
          canAdd && button(icon('plus'), () => this.acts.add(column?.id, column ? '' : key),
            { class: 'icon', 'aria-label': `New plan in ${title}`, title: 'New plan' }))));
    return row;
  }

  /** @param {string} key */
  #isFolded(key) { return this.#folded.has(key) !== isFoldedAtFirst(this.state, key); }

  #fold(key) {
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.draw();
  }

  // Rows

  /** @param {Card} card */
  #row(card) {
    const { state } = this;
    const row = this.#nodes.node(card.id, () => h('tr', { 'data-id': card.id, role: 'row' }));
    // A cell that a person is editing is not drawn again.
    if (row.querySelector('.editing')) return row;
    const isSelected = state.selection.has(card.id);
    const isOpen = state.opened === card.id;
    drawIfNew(row, [
      card,
      isSelected,
      isOpen,
      state.column(card.state)?.title,
      state.today,
      state.isReadOnly,
      stateKind(state.columns, card.state),
      state.drafted?.has(card.id),
      this.#columns.map(column => column.name),
      Math.floor(Date.now() / 60_000),
    ], () => {
      row.classList.toggle('selected', isSelected);
      set(row, { 'aria-current': isOpen ? 'true' : null });
      return [
        this.#selectCell(card, isSelected),
        this.#columns.map(column => this.#cell(column, card)),
      ];
    }, 'a');
    return row;
  }

  /** @param {Card} card @param {boolean} isSelected */
  #selectCell(card, isSelected) {
    const box = h('input', {
      type: 'checkbox',
      checked: isSelected,
      'aria-label': `Select ${card.short}`,
      tabindex: '-1',
    });
    // Only a click event tells whether Shift is held. The selection determines the state of the
    // box.
    box.addEventListener('click', event => {
      event.stopPropagation();
      this.acts.select(card.id, event.shiftKey);
    });
    return h('td.c-select', { role: 'cell' }, !this.state.server.published && box);
  }

  /** @param {ListColumn} column @param {Card} card */
  #cell(column, card) {
    const content = column.name === 'title' ? this.#title(card) : column.show(card, this.state);
    const isEdited = column.act && column.name !== 'title' && !this.state.isReadOnly;
    return h('td',
      { class: classOf(column), role: 'cell', dir: 'auto', 'data-column': column.name },
      isEdited ? cellButton(column, card, content) : content);
  }

  /** @param {Card} card */
  #title(card) {
    const { state } = this;
    return h('span', null,
      state.isReadOnly ? stateSign(state.columns, card.state) : stateButton(card, state),
      h('a', { href: `${boardAddress(state.name)}?view=list#${card.id}`, dir: 'auto' },
        card.title || '(no title)'),
      card.blockers.length > 0 && h('span.chip.blocked',
        { title: 'Blocked', role: 'img', 'aria-label': 'blocked' },
        icon('stop')),
      card.conflicts.length > 0 && h('span.chip.soon',
        { title: 'To decide', role: 'img', 'aria-label': 'to decide' },
        icon('conflict')),
      state.drafted?.has(card.id) && draftChip(),
      card.unshared && h('span.here', { title: 'Only on this machine: not pushed yet' }));
  }

  #clicked(event) {
    const row = rowAt(event);
    const id = row?.dataset.id;
    if (!id) return undefined;
    const at = selector => /** @type {?HTMLElement} */ (targetOf(event).closest(selector));
    if (at('.editing, input, select')) return undefined;
    const link = at('a');
    // With Ctrl or ⌘ the browser opens the link in a new tab.
    if (link && (event.ctrlKey || event.metaKey)) return undefined;
    event.preventDefault();
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      return this.acts.select(id, event.shiftKey);
    }
    const [edited, found] = [at('[data-edit]'), at('[data-find]')];
    if (found && !edited) return this.acts.find(found.dataset.find);
    if (edited) return this.acts.act(edited.dataset.edit, id);
    return this.acts.open(id);
  }

  /**
   * Returns the cell that shows the value of an action; undefined if the list does not show it.
   * @param {string} id @param {string} act @returns {?HTMLElement}
   */
  #cellOf(id, act) {
    const column = this.#columns.find(each => each.act === act);
    const cell = column && /** @type {?HTMLElement} */ (this.#nodes.get(id)
      ?.querySelector(`[data-column="${column.name}"]`));
    return cell?.isConnected && cell.offsetParent ? cell : null;
  }

  /**
   * Returns the element beside which the popover of a value opens: its cell, or else the title.
   * @param {string} id @param {string} act
   */
  anchor(id, act) {
    const cell = this.#cellOf(id, act) ?? this.#nodes.get(id);
    return /** @type {?HTMLElement} */ (cell?.querySelector(`button[data-edit="${act}"]`)
      ?? this.#nodes.get(id)?.querySelector('a'));
  }

  /**
   * Edits the title of a plan in its cell.
   * @param {string} id
   * @returns {boolean} whether the list shows the plan
   */
  editTitle(id) {
    const cell = this.#cellOf(id, 'edit');
    const row = this.#nodes.get(id);
    if (!cell || this.state.isReadOnly || row.querySelector('.editing')) return false;
    editTitle({
      state: this.state,
      card: this.state.cards.get(id),
      place: cell,
      again: () => this.editTitle(id),
      ended: hasFocus => {
        delete row.dataset.key;
        this.draw();
        if (hasFocus) this.focus(id);
      },
    });
    return true;
  }

  // Focus, with the same methods as the board

  /** The plans that are shown, in their order. */
  ids() { return all(this.body, 'tr[data-id]').map(row => row.dataset.id); }

  shows(id) { return this.node.isConnected && this.#nodes.has(id); }

  beside(ids) { return besides(this.ids(), ids); }

  /** @param {?string} id @returns {boolean} whether the plan is shown */
  focus(id) {
    const title = this.#nodes.get(id)?.querySelector('a');
    title?.focus();
    return title != null;
  }

  /** Moves the focus to the first or the last plan. @param {number} index 0 or -1 */
  end(index) {
    const id = this.ids().at(index);
    return id != null && this.focus(id);
  }

  step(across, down) {
    if (!this.node.isConnected) return false;
    const ids = this.ids();
    const now = ids.indexOf(this.state.focused);
    const next = ids[now < 0 ? 0 : now + down];
    return next != null && this.focus(next);
  }
}

/** @param {Event} event @returns {?HTMLElement} the row on which the event happened */
const rowAt = event => targetOf(event).closest('tr');

/**
 * Returns the totals of a group in words: the number of its plans, with the limit of its column,
 * and the sum of their estimates.
 * @param {Card[]} cards @param {?Column} column
 */
export function sumWords(cards, column) {
  const estimates = cards.map(card => card.estimate).filter(each => each != null);
  const sum = estimates.reduce((total, each) => total + each, 0);
  const late = cards.filter(card => card.overdue).length;
  return [
    column?.limit != null ? `${cards.length} / ${column.limit}` : String(cards.length),
    estimates.length > 0 && `estimate ${Number(sum.toFixed(2))}`,
    late > 0 && `${late} overdue`,
  ].filter(Boolean).join(' · ');
}
