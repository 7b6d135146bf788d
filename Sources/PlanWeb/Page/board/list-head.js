// @ts-check
// The head of the list: a click on a column sorts by it, the checkbox selects all plans, and a
// dialog chooses the columns.
import { allColumns, classOf } from './list-columns.js';
import { button, h } from '../controls/dom.js';
import { drawIfNew } from '../controls/keyed.js';
import { icon } from '../controls/icons.js';
import { orderOf, turned } from '../state/terms.js';
import { tell } from '../controls/menu.js';

/** @typedef {import('./list-columns.js').ListColumn} ListColumn */

export class ListHead {
  node = h('tr', { role: 'row' });

  /**
   * @param {import('../state/state.js').BoardState} state
   * @param {import('./list.js').ListActs} acts
   * @param {() => string[]} chosen returns the names of the columns
   * @param {(names: string[]) => any} choose
   */
  constructor(state, acts, chosen, choose) {
    this.state = state;
    this.acts = acts;
    this.chosen = chosen;
    this.choose = choose;
    this.all = h('input', {
      type: 'checkbox',
      'aria-label': 'Select all',
      onchange: () => acts.selectAll(this.all.checked),
    });
  }

  /** @param {ListColumn[]} columns */
  draw(columns) {
    const order = orderOf(this.state.query);
    drawIfNew(this.node, [order, columns.map(column => column.name)], () => [
      this.state.server.published
        ? h('td.c-select', { role: 'cell' })
        : h('th.c-select', { scope: 'col', role: 'columnheader' }, this.all),
      columns.map(column => this.#column(column, order)),
    ]);
  }

  /** @param {number} count how many plans are selected @param {number} most how many there are */
  showSelected(count, most) {
    this.all.checked = count > 0 && count === most;
    this.all.indeterminate = count > 0 && count < most;
    this.all.disabled = most === 0;
  }

  /** @param {ListColumn} column @param {string | undefined} order */
  #column(column, order) {
    const { name, sort, title } = column;
    const sorted = order === sort && sort ? 'ascending'
      : order === `-${sort}` ? 'descending'
      : null;
    // The head of the priority column is as narrow as its icons.
    const label = name === 'priority' ? icon('bars') : title;
    return h('th',
      { class: classOf(column), scope: 'col', role: 'columnheader', 'aria-sort': sorted },
      sort
        ? button([label, sorted && icon('sort')],
          () => this.acts.ask(turned(this.state.query, sort)),
          { 'aria-label': title, title: `Sort by ${title.toLowerCase()}` })
        : h('span', null, label),
      name === 'title' && button(icon('columns'), () => this.#chooseColumns(), {
        class: 'icon columns',
        'aria-label': 'Columns of the list',
        title: 'Columns of the list',
      }));
  }

  #chooseColumns() {
    const columns = allColumns(this.state).filter(column => column.name !== 'title');
    const boxes = columns.map(column => h('label', { dir: 'auto' },
      h('input', {
        type: 'checkbox',
        checked: this.chosen().includes(column.name),
        onchange: event => {
          const names = this.chosen().filter(name => name !== column.name);
          if (event.target.checked) names.push(column.name);
          this.choose(names);
        },
      }),
      column.title));
    tell('Columns of the list', h('div.boxes', null, boxes));
  }
}
