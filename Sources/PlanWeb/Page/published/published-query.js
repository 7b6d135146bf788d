// @ts-check
// The queries of a published page: those that chips, saved views and the headings of the list
// produce. Terms that can't be answered from cards, and saved views, were answered at publication.
// The other terms are answered here.
import { PRIORITIES } from '../state/board-content.js';
import { Problem } from '../state/problem.js';
import { dayOf, textOf } from '../time/road-scale.js';
import { filtersOf, folded, orderOf, viewOf, wordsOf } from '../state/terms.js';

/** The values of terms about due days that chips produce. */
const DUES = ['none', 'today', '<=eow', '<=2w'];

const isSame = (one, other) => folded(one) === folded(other);

/** Whether a text is the address or the full name of a person. */
const isPerson = (person, text) => person === text || person.endsWith(`<${text}>`);

/** Returns a test for a field with one value: `high,urgent`, or `none`. */
const single = name => (card, value) => value === 'none' ? card[name] == null
  : card[name] === value || value.split(',').includes(card[name]);

/** Whether a plan has any value of a kind. */
const has = (card, kind) => {
  const value = { label: card.labels, assignee: card.assignees }[kind] ?? card[kind];
  return Array.isArray(value) ? value.length > 0 : value != null;
};

/**
 * Returns the last day of a term about due days; null if the term has none.
 * @param {string} value @param {string} today
 */
function lastDay(value, today) {
  if (value === '<=2w') return textOf(dayOf(today) + 14);
  // Weeks end on Sunday.
  if (value === '<=eow') {
    return textOf(dayOf(today) + (7 - new Date(dayOf(today) * 86_400_000).getUTCDay()) % 7);
  }
  return null;
}

/**
 * @type {Record<string, (card: any, value: string, today: string) => boolean>} For each field,
 * whether a card matches a term.
 */
const TESTS = {
  label: (card, value) => (card.labels ?? [])
    .some(each => isSame(each, value) || value.split(',').some(part => isSame(each, part))),
  assignee: (card, value) => (card.assignees ?? [])
    .some(each => isPerson(each, value) || value.split(',').some(part => isPerson(each, part))),
  priority: single('priority'),
  milestone: single('milestone'),
  iteration: single('iteration'),
  state: single('state'),
  due: (card, value, today) => value === 'none' ? card.due == null
    : value === 'today' ? card.due === today
    : card.due != null && card.due <= (lastDay(value, today) ?? ''),
  no: (card, value) => !has(card, value),
  has,
};

/** The sort keys of cards, by field. */
const KEYS = {
  title: card => folded(card.title),
  priority: card => card.priority == null ? null : PRIORITIES.indexOf(card.priority),
  state: (card, board) => board.cards.columns.findIndex(each => each.id === card.state),
  estimate: card => card.estimate, due: card => card.due, start: card => card.start,
  updated: card => card.updated, created: card => card.created,
};

export class PublishedQuery {
  /** @param {any} board the data of the board @param {string} today */
  constructor(board, today) {
    this.board = board;
    this.today = today;
    this.cards = board.cards.plans;
  }

  /** Whether a query can be answered. @param {string} query */
  isKnown(query) {
    return wordsOf(query).every((word, index) =>
      this.#order(word) || index === 0 && this.#view(word) || this.#filter(word));
  }

  /**
   * Returns the ids of the plans that a query finds, in its order.
   * @param {string} query @returns {string[]}
   */
  ids(query) {
    if (!this.isKnown(query)) {
      throw new Problem({
        code: 'bad-query',
        message: 'a published page can only use its filters and saved views',
        hints: ['clear the query, or choose a filter'],
      });
    }
    const view = this.#view(query);
    const cards = view?.plans.map(index => this.cards[index]) ?? this.cards;
    const filters = filtersOf(query);
    const found = cards.filter(card =>
      filters.every(filter => this.#fits(card, filter) !== filter.isNot));
    return this.#sorted(found, orderOf(query)).map(card => card.id);
  }

  /** Whether a term can be answered. @param {string} word */
  #filter(word) {
    const [filter] = filtersOf(word);
    if (filter?.field === 'due') return DUES.includes(filter.value);
    return filter != null && (filter.field !== 'is' || filter.value.split(',').every(each =>
      each === 'overdue' || `is:${each}` in this.board.terms));
  }

  /** @param {string} word */
  #order(word) {
    return /^sort:-?/i.test(word) && Object.hasOwn(KEYS, word.replace(/^sort:-?/i, ''));
  }

  /** Returns the saved view at the beginning of a query. @param {string} query */
  #view(query) {
    const name = viewOf(query);
    if (name === 'overdue') return { plans: this.#overdue() };
    return name && this.board.views.find(each => each.name === name);
  }

  /**
   * Returns the indices of the plans that are overdue on the reader's day, ordered by due day.
   */
  #overdue() {
    return this.cards.map((card, index) => ({ card, index }))
      .filter(({ card }) => this.#isOverdue(card))
      .sort((a, b) =>
        a.card.due < b.card.due ? -1 : a.card.due > b.card.due ? 1 : a.index - b.index)
      .map(({ index }) => index);
  }

  #isOverdue(card) { return card.due != null && card.due < this.today && !card.done; }

  /** @param {any} card @param {import('../state/terms.js').Filter} filter */
  #fits(card, { field, value }) {
    if (field !== 'is') return TESTS[field](card, value, this.today);
    return value.split(',').some(each =>
      each === 'overdue' ? this.#isOverdue(card) : this.#answered(`is:${each}`).has(card.id));
  }

  /**
   * Returns the plans that were found for a term at publication.
   * @param {string} term @returns {Set<string>}
   */
  #answered(term) {
    const plans = this.board.terms[term] ?? [];
    return new Set(plans.map(index => this.cards[index].id));
  }

  /** @param {any[]} cards @param {string} [order] `due` or `-due` */
  #sorted(cards, order) {
    if (!order) return cards;
    const key = KEYS[order.replace(/^-/, '')];
    const sign = order.startsWith('-') ? -1 : 1;
    const valued = cards.map(card => ({ card, value: key(card, this.board) }));
    // Plans without a value come last in both directions.
    return valued.sort((a, b) => a.value === b.value ? 0
      : a.value == null ? 1
      : b.value == null ? -1
      : (a.value < b.value ? -1 : 1) * sign)
      .map(({ card }) => card);
  }
}
