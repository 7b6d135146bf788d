// The plans as a list, in the order of the query.
import { button, fill, h, shortName } from './dom.js';

const MOST = 300;

export class ListView {
  limit = MOST;

  constructor(state, handlers) { Object.assign(this, { state, handlers }); }

  show(main) {
    const { state } = this;
    const cards = state.list();
    const titles = new Map(state.columns.map(column => [column.id, column.title]));
    const row = card => h('tr', { 'data-id': card.id, class: state.selection.has(card.id) ? 'selected' : null },
      h('td', null, h('input', {
        type: 'checkbox', checked: state.selection.has(card.id), 'aria-label': `Select ${card.short}`,
        onchange: () => this.handlers.select(card.id, false),
      })),
      h('td.id', null, card.short),
      h('td', { dir: 'auto' }, button(card.title || '(no title)', () => this.handlers.open(card.id), { class: 'link' })),
      h('td', null, titles.get(card.state) ?? card.state),
      h('td', { class: card.overdue ? 'late' : null }, card.dueWords ?? ''),
      h('td', null, card.priority ?? ''),
      h('td', null, [...new Set([card.owner, ...card.assignees].filter(Boolean))].map(shortName).join(', ')),
      h('td', { dir: 'auto' }, card.labels.join(', ')));
    fill(main, h('section.page', { 'aria-label': 'List of plans' }, h('div.wide', { tabindex: '0' }, h('table.list', null,
      h('thead', null, h('tr', null, ['Select', 'Id', 'Title', 'Column', 'Due', 'Priority', 'People', 'Labels'].map(name =>
        h('th', { scope: 'col' }, name)))),
      h('tbody', null, cards.slice(0, this.limit).map(row)))),
    cards.length === 0 && h('p', null, 'No plan matches.'),
    cards.length > this.limit && button(`${cards.length - this.limit} more`, () => { this.limit += MOST; this.show(main); })));
  }
}
