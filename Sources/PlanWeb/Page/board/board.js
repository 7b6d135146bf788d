// @ts-check
// The columns side by side. Only changed cards are drawn again. The others keep their nodes, with
// the focus, the scroll position and any input.
import { all, besides, button, h, set, targetOf } from '../controls/dom.js';
import { KeyedNodes, drawIfNew, reconcile } from '../controls/keyed.js';
import { BoardDots } from './board-dots.js';
import { columnHeads, foldButton, showCount, showFold, showSign } from './lane-head.js';
import { FoldedColumns } from '../state/folded-columns.js';
import { arrivalOf, cardContents, cardKey, cardWords } from './card.js';
import { groupNotes, groupOrder, groupSign, groupTitle } from './grouping.js';
import { isFoldedAtFirst, rowsOf } from './grouping.js';
import { editTitle } from './title-edit.js';
import { icon } from '../controls/icons.js';
import { Drags } from './drag.js';
import { hand } from '../controls/menu.js';
import { nothing, nothingKey } from './nothing.js';
import { startsOf, travel } from './travel.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../state/lanes.js').Lane} Lane */

/**
 * The actions of the board's buttons and cards.
 * @typedef {object} BoardActs
 * @property {(id: string) => any} open shows a plan beside the board
 * @property {(id: string) => any} menu shows a menu of the actions for a plan
 * @property {(id: string, isRange: boolean) => any} select selects or deselects a plan, or selects
 * all plans up to it
 * @property {(term: string) => any} find adds a term to the query, or removes it
 * @property {(act: string, id: string) => any} act runs an action on a plan
 * @property {(column?: string, row?: string) => any} add opens the composer of new plans in a
 * column and a row
 * @property {(column: string, row: string) => ?Element} composer returns the composer if it is open
 * there
 * @property {() => ?string} composing returns the column in which the composer is open
 * @property {() => any} clear clears the query
 * @property {() => any} more is called when more cards of a column are wanted
 */

/** The number of cards that a column shows before a person asks for more. */
const MOST = 200;
/**
 * The number of cards that are drawn at first: at least as many as fit in a window. The others are
 * drawn after these are painted.
 */
const FIRST = 30;

export class BoardView {
  /** The lanes, rows and buttons; and the list item of each card, by the plan's id. */
  #nodes = new KeyedNodes();
  /**
   * @type {Map<string, number>} The number of cards to show in a lane, if it is more than `MOST`.
   */
  #limits = new Map();
  /** Whether all cards are drawn, not only the first ones. A hidden page paints nothing. */
  #isWhole = document.hidden;

  /** @param {BoardState} state @param {BoardActs} acts */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.folded = new FoldedColumns(state);
    this.lanes = h('div.lanes', { id: 'lanes' });
    this.dots = new BoardDots(this.lanes);
    this.none = h('div.none', { hidden: true });
    this.node = h('div.board', null, this.lanes, this.none, this.dots.node);
    this.node.addEventListener('click', event => this.#clicked(event));
    this.node.addEventListener('focusin', event => this.#focused(event));
    this.node.addEventListener('contextmenu', event => {
      const card = cardAt(event);
      if (!card) return;
      event.preventDefault();
      // A long press with a finger lifts the card.
      if (!this.drags.isActive) this.acts.menu(card.dataset.id);
    });
    state.addEventListener('focus', () => this.#keepOneStop());
    this.drags = new Drags(this);
  }

  draw() {
    const face = id => this.#face(id);
    const starts = startsOf(this.state.arrivals.takeFresh(), face);
    this.#lay();
    travel(starts, face);
    if (!this.#isWhole) requestAnimationFrame(() => setTimeout(() => this.#drawWhole()));
  }

  /** Draws the remaining cards, once. */
  #drawWhole() {
    if (this.#isWhole) return;
    this.#isWhole = true;
    if (!this.drags.postpones()) this.draw();
  }

  #lay() {
    const { state } = this;
    const lanes = state.lanes();
    const rows = state.grouping ? rowsOf(lanes, state.grouping, groupOrder(state)) : null;
    this.lanes.classList.toggle('grouped', rows != null);
    this.#setWidths(lanes);
    this.#nodes.show(this.lanes, () => rows
      ? [
        columnHeads(this.#nodes, state, lanes, this.#folding),
        ...rows.map(row => this.#row(row)),
      ]
      : lanes.map(lane => this.#lane(lane, '')));
    this.dots.draw(lanes.map(({ column }) => column));
    this.#drawNothing();
    this.#keepOneStop();
  }

  /** Shows why no column has a plan, unless a plan is being written in one. */
  #drawNothing() {
    this.none.hidden = this.acts.composing() != null;
    drawIfNew(this.none, nothingKey(this.state), () => nothing(this.state, this.acts));
  }

  /** Sets the widths of the columns. @param {Lane[]} lanes */
  #setWidths(lanes) {
    const folded = lanes.map(({ column }) => this.#folding.isFolded(column.id));
    this.lanes.style.setProperty('--lanes', String(folded.filter(each => !each).length));
    this.lanes.style.setProperty('--folded', String(folded.filter(Boolean).length));
    this.lanes.style.setProperty('--columns',
      folded.map(each => each ? 'var(--strip)' : 'var(--wide)').join(' '));
  }

  /**
   * How columns are folded. While a new plan is being written in a column, the column is not folded
   * and can't be folded.
   */
  #folding = {
    isFolded: id => this.folded.has(id) && this.acts.composing() !== id,
    isPossible: id => this.folded.isPossible && this.acts.composing() !== id,
    toggle: id => this.folded.toggle(id),
  };

  /** @param {{key: string, lanes: Lane[]}} row of a board that is grouped by a field */
  #row(row) {
    const lanes = row.lanes.map(lane => this.#lane(lane, row.key));
    const title = groupTitle(this.state, row.key);
    // A click on a row that is folded at first unfolds it.
    const folded = this.state.isFolded(row.key) !== isFoldedAtFirst(this.state, row.key);
    const cards = row.lanes.flatMap(lane => lane.cards);
    const done = cards.filter(card => card.done).length;
    const band = this.#nodes.node(`band/${row.key}`, () => h('div.band', null,
      h('h2.row', { dir: 'auto' }, button('', () => this.state.fold(row.key))), h('div.shelf')));
    const [head, shelf] = band.children;
    const toggle = head.firstElementChild;
    set(toggle, { 'aria-expanded': String(!folded) });
    drawIfNew(toggle, [title, cards.length, done, this.state.today], () => [
      icon('down'),
      groupSign(this.state, row.key),
      h('span', { dir: 'auto' }, title),
      ' ',
      groupNotes(this.state, row.key, cards) ?? h('small', null, String(cards.length)),
    ]);
    reconcile(shelf, folded ? [] : lanes);
    return band;
  }

  /** @param {Lane} lane @param {string} row */
  #lane(lane, row) {
    const { column, cards } = lane;
    const key = JSON.stringify([column.id, row]);
    const node = this.#nodes.node(`lane/${key}`, () => {
      const id = encodeURIComponent(`lane/${key}`);
      return h('section.lane', { 'data-column': column.id, 'data-row': row, 'aria-labelledby': id },
        h('header', null, h('span.sign'), h('h2', { id }), h('span.count'),
          foldButton(column, () => this.folded.toggle(column.id)),
          button(icon('plus'), () => this.acts.add(column.id, row),
            { class: 'icon add', 'aria-label': `New plan in ${column.title}`, title: 'New plan' })),
        h('ol.cards', { tabindex: this.state.server.published ? '0' : null }));
    });
    node.classList.toggle('reversed', lane.isReversed);
    node.classList.toggle('unknown', !column.known);
    const [head, list] = node.children;
    const [sign, title, count, fold, add] = head.children;
    const isFolded = this.#folding.isFolded(column.id);
    node.classList.toggle('folded', isFolded);
    showFold(fold, column, isFolded, this.#folding.isPossible(column.id) && !this.state.grouping);
    title.textContent = this.state.grouping
      ? `${column.title}, ${groupTitle(this.state, row)}`
      : column.title;
    showSign(sign, this.state, column);
    /** @type {HTMLElement} */ (add).hidden = this.state.isReadOnly || !column.known || isFolded;
    // In a row only the row's cards are counted; the head of the column shows the total.
    if (this.state.grouping) count.textContent = cards.length > 0 ? String(cards.length) : '';
    else showCount(count, this.state, column, cards);
    const composer = [this.acts.composer(column.id, row)].filter(Boolean);
    const items = this.#items(key, lane);
    // New plans go to the bottom of a column, or to the top if its order is reversed.
    reconcile(list,
      isFolded ? [] : lane.isReversed ? [...composer, ...items] : [...items, ...composer]);
    node.classList.toggle('empty', cards.length === 0);
    return node;
  }

  /**
   * Returns the items of a lane: the cards up to its limit, and the button that shows more.
   * @param {string} key of the lane @param {Lane} lane
   */
  #items(key, lane) {
    const { cards } = lane;
    const limit = this.#limits.get(key) ?? MOST;
    const shown = cards.slice(0, this.#isWhole ? limit : FIRST);
    // Cards that this page added or moved to the end are always shown.
    const own = this.#isWhole
      ? cards.slice(limit).filter(card => this.state.own.since(card.id, 0))
      : [];
    const more = this.state.countIn(lane) - shown.length - own.length;
    const rest = this.#isWhole && more > 0 ? [this.#rest(key, more)] : [];
    return [
      ...shown.map(card => this.#card(card)),
      ...rest,
      ...own.map(card => this.#card(card)),
    ];
  }

  /** Returns the button after the last card that is shown, which shows more cards. */
  #rest(key, more) {
    const node = this.#nodes.node(`rest/${key}`, () => h('li.rest', null, button('', () => {
      this.#limits.set(key, (this.#limits.get(key) ?? MOST) + MOST);
      this.draw();
      this.acts.more();
    })));
    node.firstElementChild.textContent = more > MOST
      ? `Show ${MOST} of ${more} more`
      : `Show ${more} more`;
    return node;
  }

  /**
   * Returns the element of a card that can get the focus and opens the plan.
   * @param {?string} id @returns {HTMLElement | undefined}
   */
  #face(id) {
    return /** @type {HTMLElement | undefined} */ (this.#nodes.get(id)?.firstElementChild);
  }

  /** @param {Card} card */
  #card(card) {
    const { state } = this;
    const node = this.#nodes.node(card.id, () => h('li', null, h('article.card', {
      id: `card-${card.id}`,
      'data-id': card.id,
      tabindex: '-1',
      'aria-keyshortcuts': 'Enter',
    })));
    const face = this.#face(card.id);
    // A card whose title a person is editing is not drawn again.
    if (face.querySelector('.editing')) return node;
    drawIfNew(face, cardKey(card, state), () => {
      face.classList.toggle('selected', state.selection.has(card.id));
      face.classList.toggle('done', card.done);
      face.classList.toggle('conflict', card.conflicts.length > 0);
      face.classList.toggle('arrived', Boolean(arrivalOf(card, state)));
      set(face, { 'aria-current': state.opened === card.id ? 'true' : null });
      face.classList.toggle('differing', state.differing?.has(card.id) ?? false);
      face.setAttribute('aria-label', cardWords(card, state));
      return cardContents(card, state);
    }, '');
    return node;
  }

  // Focus

  /** Makes Tab stop at only one card of the board. The arrow keys move from there. */
  #keepOneStop() {
    const faces = all(this.node, '.card');
    const stop = faces.find(face => face.dataset.id === this.state.focused) ?? faces[0];
    for (const face of faces) face.tabIndex = face === stop ? 0 : -1;
  }

  #focused(event) {
    const card = cardAt(event);
    if (card) this.state.focus(card.dataset.id);
  }

  /**
   * Returns the element beside which the popover of a value opens: the value, or else the card.
   * @param {string} id @param {string} act
   */
  anchor(id, act) {
    const card = document.getElementById(`card-${id}`);
    const [value] = card ? all(card, `[data-edit="${act}"]`) : [];
    return value?.getClientRects().length ? value : card;
  }

  /**
   * Edits the title of a plan in its card.
   * @param {string} id
   * @returns {boolean} whether the board shows the plan
   */
  editTitle(id) {
    const face = this.#face(id);
    if (!face?.isConnected || this.state.isReadOnly) return false;
    const [editor] = all(face, '.editing textarea');
    if (editor) { editor.focus(); return true; }
    editTitle({
      state: this.state,
      card: this.state.cards.get(id),
      place: all(face, '.title')[0],
      again: () => this.editTitle(id),
      ended: hasFocus => {
        delete face.dataset.key;
        this.draw();
        if (hasFocus) this.focus(id);
      },
    });
    return true;
  }

  /** @param {?string} id @returns {boolean} whether the plan is shown */
  focus(id) {
    const face = this.#face(id);
    if (!face?.isConnected) return false;
    this.state.focus(id);
    face.focus({ preventScroll: true });
    face.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  /** The plans that are shown, column by column. */
  ids() { return idsIn(this.node); }

  /** Whether a plan is shown at this moment. */
  shows(id) { return this.#nodes.get(id)?.isConnected ?? false; }

  /** Returns a plan next to the given ones, which gets the focus when they are gone. */
  beside(ids) { return besides(idsIn(this.#face(ids[0])?.closest('.lane')), ids); }

  /**
   * Returns the position of the card with the focus: the index of its lane, and its index in the
   * lane.
   */
  position() {
    const lanes = all(this.node, '.lane');
    const face = this.#face(this.state.focused);
    const lane = /** @type {?HTMLElement} */ (face?.closest('.lane'));
    if (!lane) return null;
    const cards = all(lane, '.card');
    return {
      lanes,
      lane: lanes.indexOf(lane),
      column: lane.dataset.column,
      cards,
      index: cards.indexOf(face),
    };
  }

  /** Moves the focus to the first or the last card of the lane. @param {number} index 0 or -1 */
  end(index) {
    const cards = this.position()?.cards ?? all(this.node, '.card');
    return cards.length > 0 && this.focus(cards.at(index).dataset.id);
  }

  /** Moves the focus by a number of lanes and of cards. */
  step(across, down) {
    if (!this.node.isConnected) return false;
    const position = this.position();
    if (!position) {
      const [first] = all(this.node, '.card');
      return first && this.focus(first.dataset.id);
    }
    if (down) {
      const next = position.cards[position.index + down];
      return next && this.focus(next.dataset.id);
    }
    for (let lane = position.lane + across; position.lanes[lane]; lane += across) {
      const cards = all(position.lanes[lane], '.card');
      const next = cards[Math.min(position.index, cards.length - 1)];
      if (next) return this.focus(next.dataset.id);
    }
    return false;
  }

  #clicked(event) {
    const card = cardAt(event);
    const strip = /** @type {?HTMLElement} */ (targetOf(event).closest('.lane.folded'));
    if (strip && !targetOf(event).closest('button')) {
      return this.folded.toggle(strip.dataset.column);
    }
    if (!card) return;
    const { id } = card.dataset;
    const at = selector => /** @type {?HTMLElement} */ (targetOf(event).closest(selector));
    if (at('.editing')) return undefined;
    if (at('[data-act=menu]')) return this.acts.menu(id);
    if (at('[data-act=decide], .choices')) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      return this.acts.select(id, event.shiftKey);
    }
    // Touch screens have no keys, so a tap selects more plans once one is selected.
    if (hand() === 'touch' && this.state.selection.size) return this.acts.select(id, false);
    // The values of a card are too small to tap.
    if (hand() === 'touch') return this.acts.open(id);
    const [edited, found] = [at('[data-edit]'), at('[data-find]')];
    if (edited) return this.acts.act(edited.dataset.edit, id);
    return found ? this.acts.find(found.dataset.find) : this.acts.open(id);
  }
}

/** @param {?Element} node */
const idsIn = node => node ? all(node, '.card').map(card => card.dataset.id) : [];

/** @param {Event} event @returns {?HTMLElement} the card on which it happened */
const cardAt = event => targetOf(event).closest('.card');
