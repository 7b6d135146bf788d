// @ts-check
// What the page shows of a board at one commit: its cards by id, its columns and fields, and the
// matching plans. Only its own methods change it.
import { Arrivals } from './arrivals.js';
import { NONE, PageState } from './page-state.js';
import { inOrder, lanesOf, ranksBetween } from './lanes.js';

/** The priorities, the most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'];

/** The number of finished plans in each column that the page has before it needs all. */
const FIRST_FINISHED = 500;

/**
 * Whether a view shows all plans. The board shows the first ones of each column, unless it is
 * divided into rows.
 * @param {string} view @param {string} grouping
 */
export const showsAll = (view, grouping) => !['', NONE].includes(grouping)
  || ['List', 'Calendar', 'Iterations'].includes(view);

/**
 * Returns the values of a request for cards. Finished plans stay on a board for years, and a page
 * seldom needs them.
 * @param {?string} at @param {boolean} isAll whether all of them are needed
 */
export const cardsValues = (at, isAll) =>
  ({ at, finished: at == null && !isAll ? FIRST_FINISHED : null });

export class BoardContent extends PageState {
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** The number of finished plans that the page has not loaded. */
  left = 0;
  /** @type {Column[]} */
  columns = [];
  /** @type {Property[]} The properties of plans, from the server. */
  properties = [];
  /** @type {CustomField[]} The fields that the board defines. */
  fields = [];
  /** @type {?string} */
  commit = null;
  /** @type {?Past} The shown commit of the past. */
  past = null;
  /** @type {?string} The title of the board. */
  title = null;
  /** The current day of the server. */
  today = '';
  /** @type {ConflictField[]} The conflicts in the board's settings. */
  conflicts = [];
  /** @type {object[]} The files of plans that can't be read. */
  unreadable = [];
  /** @type {?string[]} The ids that match the query, in its order; null without a query. */
  matches = null;
  /** The number of deleted plans that match the query; they have no cards. */
  deletedMatches = 0;
  arrivals = new Arrivals();
  /** The number of plans that were changed here since the last sync. */
  unsharedCount = 0;
  /** @type {?string} The remote's commit with which the cards were compared. */
  shared = null;

  /** Replaces all cards by those of an answer. @param {CardsDocument} document */
  takeAll(document) {
    this.cards = new Map(document.plans.map(card => [card.id, card]));
    this.left = document.left ?? 0;
    this.takeFrame(document);
  }

  /**
   * Stores which plans match the query.
   * @param {?{plans?: string[], deleted?: number}} found null without a query
   */
  takeMatches(found) {
    this.matches = found?.plans ?? null;
    this.deletedMatches = found?.deleted ?? 0;
  }

  /** Stores the parts of an answer that are about the whole board. @param {BoardFrame} document */
  takeFrame(document) {
    this.columns = document.columns;
    if (this.left) {
      const count = this.columns.reduce((sum, column) => sum + column.count, 0);
      this.left = Math.max(0, count - this.cards.size);
    }
    this.commit = document.commit;
    this.shared = document.shared;
    this.unsharedCount = document.unsharedCount ?? 0;
    this.past = document.past;
    this.properties = document.properties;
    this.fields = document.fields;
    this.title = document.title;
    this.today = document.today;
    this.conflicts = document.conflicts;
    this.unreadable = document.unreadable;
  }

  /**
   * Updates the cards from an answer about changes.
   * @param {NewsDocument} news @param {string} mine the name of this person
   */
  takeCards(news, mine) {
    this.arrivals.note(news.changes.filter(change => change.by !== mine), this.cards, Date.now());
    for (const card of news.plans) this.cards.set(card.id, card);
    for (const id of news.gone) this.cards.delete(id);
    if (news.gone.length) this.keepSelected(id => this.cards.has(id));
    if (news.unshared) {
      const unshared = new Set(news.unshared);
      for (const card of this.cards.values()) card.unshared = unshared.has(card.id);
    }
  }

  /** The number of plans that match the query. */
  get count() { return this.matches?.length ?? this.cards.size + this.left; }

  /**
   * Returns the number of plans in a lane, with those that the page has not loaded.
   * @param {import('./lanes.js').Lane} lane
   */
  countIn({ column, cards }) {
    const isPart = this.left > 0 && column.kind === 'done' && !this.matches && !this.grouping;
    return isPart ? Math.max(cards.length, column.count) : cards.length;
  }

  /** Whether a query found plans that the page has not loaded. */
  get lacksMatches() {
    return this.left > 0 && (this.matches?.some(id => !this.cards.has(id)) ?? false);
  }

  /**
   * Returns the matching cards by column, in order. In done columns the order is reversed.
   * @returns {import('./lanes.js').Lane[]}
   */
  lanes() { return lanesOf(this.columns, this.cards.values(), this.matches); }

  /** Returns the matching cards, in the order of the query or of the board. */
  list() {
    if (this.matches) return this.matches.map(id => this.cards.get(id)).filter(Boolean);
    return this.lanes().flatMap(lane => lane.cards);
  }

  /** Returns the columns that the board defines, without unknown columns of plans. */
  knownColumns() { return this.columns.filter(column => column.known); }

  /** @param {?string} id */
  column(id) { return this.columns.find(column => column.id === id); }

  /** Returns the selected plans that are shown, in order. */
  selected() { return this.list().map(card => card.id).filter(id => this.selection.has(id)); }

  /**
   * Shows cards in another place, before the server has answered.
   * @param {string[]} ids @param {string} columnID
   * @param {{prev?: string, next?: string}} between the neighbours there, in the order of ranks
   * @returns {() => void} moves them back, unless the server has sent newer data about them
   */
  place(ids, columnID, { prev, next }) {
    const moving = new Set(ids);
    const there = [...this.cards.values()]
      .filter(card => card.state === columnID && !moving.has(card.id)).sort(inOrder);
    const ranks = ranksBetween(there, { prev, next }, ids.length);
    const done = this.column(columnID)?.kind === 'done';
    const moved = [];
    ids.forEach((id, offset) => {
      const card = this.cards.get(id);
      if (!card) return;
      const shown = { ...card, state: columnID, rank: ranks[offset], done };
      this.cards.set(id, shown);
      moved.push([card, shown]);
    });
    this.changed();
    return () => {
      for (const [card, shown] of moved) {
        if (this.cards.get(card.id) === shown) this.cards.set(card.id, card);
      }
    };
  }
}
