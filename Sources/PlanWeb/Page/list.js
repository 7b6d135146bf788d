// @ts-check
// The plans as a list, in the order of the query. As on the board, only changed rows are drawn again.
import { activeElement, all, besides, button, fill, h, reconcile, shortName, targetOf, wide } from './dom.js';
import { drawPart } from './parts.js';
import { peopleOf } from './card.js';
import { orderOf, turned } from './terms.js';

/** @typedef {import('./state.js').BoardState} BoardState */

/**
 * The actions of the list's buttons and rows.
 * @typedef {object} ListActs
 * @property {(id: string) => any} open shows a plan beside the list
 * @property {(id: string, isRange: boolean) => any} select selects or deselects a plan, or selects all plans up to it
 * @property {(query: string) => any} ask shows what a query finds
 */

const MOST = 300;
/** The headings of the table, each with the field that it sorts by. */
const HEADS = [['Select'], ['Id'], ['Title', 'title'], ['Column', 'state'], ['Due', 'due'], ['Priority', 'priority'], ['People'], ['Labels']];

export class ListView {
  limit = MOST;
  /** @type {Map<string, HTMLTableRowElement>} The rows by the ids of their plans. */
  #rows = new Map();

  /** @param {BoardState} state @param {ListActs} acts */
  constructor(state, acts) {
    this.state = state;
    this.acts = acts;
    this.heads = h('tr');
    this.body = h('tbody');
    this.rest = h('div');
    this.node = h('section.page', { 'aria-label': 'List of plans' }, wide('Plans', h('table.list', null,
      h('thead', null, this.heads), this.body)), this.rest);
    this.node.addEventListener('focusin', event => {
      const id = targetOf(event).closest('tr')?.dataset.id;
      if (id) this.state.focus(id);
    });
  }

  draw() {
    const cards = this.state.list();
    this.#drawHeads();
    const shown = cards.slice(0, this.limit);
    reconcile(this.body, shown.map(card => this.#row(card)));
    const ids = new Set(shown.map(card => card.id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    fill(this.rest, cards.length === 0 && h('p', null, 'No plan matches.'),
      cards.length > this.limit && button(`${cards.length - this.limit} more`, () => { this.limit += MOST; this.draw(); }));
  }

  #drawHeads() {
    const { query } = this.state;
    if (this.heads.dataset.query === query) return;
    this.heads.dataset.query = query;
    const order = orderOf(query);
    drawPart(this.heads, HEADS.map(([name, field]) => {
      const sorted = order === field && field ? 'ascending' : order === `-${field}` ? 'descending' : null;
      const sign = { ascending: ' ▲', descending: ' ▼' }[sorted] ?? '';
      return h('th', { scope: 'col', 'aria-sort': sorted }, field
        ? button([name, h('span', { 'aria-hidden': 'true' }, sign)], () => this.acts.ask(turned(this.state.query, field)), { class: 'quiet', title: `Sort by ${name.toLowerCase()}`, 'aria-label': name })
        : name);
    }));
  }

  /** @param {Card} card */
  #row(card) {
    const { state } = this;
    const isSelected = state.selection.has(card.id);
    const column = state.column(card.state)?.title ?? card.state;
    const key = JSON.stringify([card, isSelected, column]);
    if (!this.#rows.has(card.id)) this.#rows.set(card.id, h('tr', { 'data-id': card.id }));
    const row = this.#rows.get(card.id);
    if (row.dataset.key === key) return row;
    row.dataset.key = key;
    row.classList.toggle('selected', isSelected);
    const focus = row.contains(document.activeElement) ? activeElement().tagName : null;
    fill(row, ...this.#cells(card, isSelected, column));
    if (focus) all(row, focus)[0]?.focus();
    return row;
  }

  /** @param {Card} card @param {boolean} isSelected @param {string} column its title */
  #cells(card, isSelected, column) {
    const people = peopleOf(card).map(shortName);
    return [
      h('td', null, h('input', {
        type: 'checkbox', checked: isSelected, 'aria-label': `Select ${card.short}`, onchange: () => this.acts.select(card.id, false),
      })),
      h('td.id', null, card.short),
      h('td', { dir: 'auto' }, button(card.title || '(no title)', () => this.acts.open(card.id), { class: 'link' })),
      h('td', { dir: 'auto' }, column), h('td', { class: card.overdue ? 'late' : null }, card.dueWords ?? ''),
      h('td', null, card.priority ?? ''), h('td', { dir: 'auto' }, people.join(', ')), h('td', { dir: 'auto' }, card.labels.join(', ')),
    ];
  }

  // Focus, with the same methods as the board

  /** The plans that are shown, in their order. */
  ids() { return all(this.body, 'tr').map(row => row.dataset.id); }

  shows(id) { return this.node.isConnected && this.#rows.has(id); }

  beside(ids) { return besides(this.ids(), ids); }

  /** @param {?string} id @returns {boolean} whether it is shown */
  focus(id) {
    const title = this.#rows.get(id)?.querySelector('button');
    title?.focus();
    return title != null;
  }

  step(across, down) {
    if (!this.node.isConnected) return false;
    const ids = this.ids();
    const now = ids.indexOf(this.state.focused);
    const next = ids[now < 0 ? 0 : now + down];
    return next != null && this.focus(next);
  }
}
