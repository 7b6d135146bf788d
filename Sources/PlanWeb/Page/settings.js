// The settings that all share: columns, saved views, the title of the board.
import { button, fill, h } from './dom.js';
import { change } from './acts.js';
import { confirm } from './menu.js';

/**
 * Returns an id for a new column: its title in the letters that ids have, or a number where these are none.
 * @param {string[]} taken the ids that there are
 */
export function columnID(title, taken) {
  const plain = title.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 50).replace(/-$/, '') || 'column';
  let id = plain;
  for (let number = 2; taken.includes(id); number += 1) id = `${plain}-${number}`;
  return id;
}

export class SettingsView {
  constructor(state) { this.state = state; }

  async show(main) {
    const { state } = this;
    const { views } = await state.api.get('settings');
    const act = async (deed, body, words) => {
      await change(state, deed, body, { done: answer => words ?? answer.message });
      // Also behind a failure: what was refused is not what the board has.
      const name = document.activeElement?.getAttribute('aria-label');
      await this.show(main);
      [...main.querySelectorAll('[aria-label]')].find(node => node.getAttribute('aria-label') === name)?.focus();
    };
    fill(main, h('section.page', { 'aria-labelledby': 'page-title' }, h('fieldset.plain', { disabled: state.isReadOnly },
      h('h2', { id: 'page-title' }, 'Settings of the board'),
      h('p.hint', null, 'They are part of the board: all who share it get them.'),
      h('h3', null, 'Title'), this.#title(act), h('h3', null, 'Columns'), this.#columns(act), this.#newColumn(act),
      h('h3', null, 'Views'), this.#views(views, act))));
  }

  #title(act) {
    const box = h('input', { type: 'text', 'aria-label': 'Title of the board', value: this.state.title ?? '', dir: 'auto' });
    return h('form', { onsubmit: event => { event.preventDefault(); act('title', { title: box.value.trim() || null }); } }, box, h('button', null, 'Save'));
  }

  #columns(act) {
    const known = this.state.knownColumns();
    const kinds = ['todo', 'doing', 'done'];
    return h('div.wide', { tabindex: '0' }, h('table', null,
      h('thead', null, h('tr', null, ['Title', 'Kind', 'Limit', 'Order', 'Remove'].map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', null, known.map((column, index) => {
        const set = (fields, words) => act('set-column', { column: column.id, ...fields }, words);
        return h('tr', null,
          h('td', null, h('input', { type: 'text', 'aria-label': `Title of ${column.title}`, value: column.title, dir: 'auto', onchange: event => set({ title: event.target.value }, `“${column.title}” is “${event.target.value}” now`) })),
          h('td', null, h('select', { 'aria-label': `Kind of ${column.title}`, onchange: event => set({ kind: event.target.value }, `Kind of ${column.title}: ${event.target.value}`) },
            kinds.map(kind => h('option', { value: kind, selected: kind === column.kind }, kind)))),
          h('td', null, h('input', { type: 'text', inputmode: 'numeric', size: '4', 'aria-label': `Limit of ${column.title}`, placeholder: 'none',
            value: column.limit ?? '', onchange: event => set({ limit: event.target.value || 'none' }, `Limit of ${column.title}: ${event.target.value || 'none'}`) })),
          h('td', null,
            button('←', () => set({ before: known[index - 1].id }, `Moved ${column.title} to the left`), { disabled: index === 0, 'aria-label': `${column.title} one place to the left` }),
            button('→', () => set({ after: known[index + 1].id }, `Moved ${column.title} to the right`), { disabled: index === known.length - 1, 'aria-label': `${column.title} one place to the right` })),
          h('td', null, button('Remove', () => this.#remove(column, act), { 'aria-label': `Remove ${column.title}` })));
      }))));
  }

  async #remove(column, act) {
    const plans = column.count === 1 ? '1 plan stands' : `${column.count} plans stand`;
    const isSure = column.count === 0 || await confirm(`Remove ${column.title}?`,
      `${plans} in it. The board shows them in a column of its own at the end, until they are moved.`, 'Remove');
    if (isSure) await act('remove-column', { column: column.id }, `Removed the column ${column.title}`);
  }

  #newColumn(act) {
    const box = h('input', { type: 'text', required: true, placeholder: 'Title of a new column', 'aria-label': 'Title of a new column', dir: 'auto' });
    return h('form', { onsubmit: event => {
      event.preventDefault();
      const title = box.value.trim();
      act('add-column', { column: columnID(title, this.state.columns.map(column => column.id)), title }, `Added the column ${title}`);
    } }, box, h('button', null, 'Add a column'));
  }

  #views(views, act) {
    const name = h('input', { type: 'text', placeholder: 'Name', 'aria-label': 'Name of a new view' });
    const query = h('input', { type: 'text', placeholder: 'Query', 'aria-label': 'Query of a new view', value: this.state.query, dir: 'auto' });
    return [
      h('ul', null, views.map(view => h('li', null, h('strong', null, view.name), ' ', h('code', null, view.query), ' ',
        h('small', null, view.origin),
        view.origin === 'board' && button('Remove', () => act('remove-view', { name: view.name }), { 'aria-label': `Remove the view ${view.name}` })))),
      h('form', { onsubmit: event => { event.preventDefault(); act('save-view', { name: name.value, query: query.value }); } }, name, query, h('button', null, 'Save a view')),
    ];
  }
}
