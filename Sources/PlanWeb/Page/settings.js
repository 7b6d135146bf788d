// @ts-check
// The settings that are shared with the board: its title, columns and saved views.
import { button, h, targetOf, wide } from './controls/dom.js';
import { change } from './commands/acts.js';
import { confirm } from './controls/menu.js';
import { icon } from './controls/icons.js';
import { isBusy } from './controls/parts.js';
import { redraw } from './controls/keyed.js';

/** @typedef {import('./state/state.js').BoardState} BoardState */

/**
 * Makes a change of a part.
 * @typedef {(command: string, body: object, words?: string) => Promise<void>} Act
 */

/**
 * Returns an unused id for a new column, derived from its title. Returns `column` if the title
 * contains no letters that are allowed in ids.
 * @param {string} title
 * @param {string[]} taken the existing ids
 */
export function columnID(title, taken) {
  const plain = title.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 50).replace(/-$/, '') || 'column';
  let id = plain;
  for (let number = 2; taken.includes(id); number += 1) id = `${plain}-${number}`;
  return id;
}

export class SettingsView {
  /** @type {SavedView[]} */
  #views = [];
  /** @type {?string} The shown commit, so that it is drawn only once. */
  #key = null;

  /** @param {BoardState} state */
  constructor(state) {
    this.state = state;
    this.parts = new Map(Object.keys(DRAWINGS)
      .map(name => [name, h('section', { 'data-part': name })]));
    this.frame = h('fieldset.plain', null, h('h2', { id: 'page-title' }, 'Settings of the board'),
      h('p.hint', null, 'Everybody who shares the board gets them.'), [...this.parts.values()]);
    this.node = h('section.page', { 'aria-labelledby': 'page-title' }, this.frame);
    // A save is based on the commit at which the person began to write.
    this.node.addEventListener('input', event => {
      const part = /** @type {HTMLElement} */ (targetOf(event).closest('[data-part]'));
      part.dataset.commit ??= state.basis;
    });
  }

  /** Draws the parts in which nobody is writing. */
  async draw() {
    const key = `${this.state.commit} ${this.state.isReadOnly}`;
    if (key === this.#key) return;
    this.#key = key;
    try {
      this.#views = (await this.state.api.get('settings')).views;
    } catch (problem) {
      this.#key = null;
      throw problem;
    }
    if (key !== this.#key) return;
    this.frame.disabled = this.state.isReadOnly;
    for (const [name, node] of this.parts) if (!isBusy(node)) this.#draw(name);
  }

  /** @param {string} name */
  #draw(name) {
    const node = this.parts.get(name);
    delete node.dataset.commit;
    redraw(node, DRAWINGS[name](this.state,
      (command, body, words) => this.#act(name, command, body, words), this.#views));
  }

  /**
   * Makes a change in a part and draws the part again. A refused value is replaced by the board's.
   * The fields of a new column or view are kept, so that the person can correct them.
   */
  async #act(name, command, body, words) {
    const commit = this.parts.get(name).dataset.commit ?? this.state.basis;
    const answer = await change(this.state, command, { ...body, commit },
      { done: given => words ?? given.message });
    await this.draw().catch(() => {});
    if (answer || !name.startsWith('new-')) this.#draw(name);
  }
}

/**
 * The functions that draw the parts, from top to bottom. Their fields and buttons call `act`.
 * @type {Record<string,
 *   (state: BoardState, act: Act, views: SavedView[]) => import('./controls/dom.js').Child>}
 */
const DRAWINGS = {
  title: drawTitle,
  columns: drawColumns,
  'new-column': drawNewColumn,
  views: drawViews,
  'new-view': drawNewView,
};

/** @param {BoardState} state @param {Act} act */
function drawTitle(state, act) {
  const box = h('input', {
    type: 'text',
    'aria-label': 'Title of the board',
    value: state.title ?? '',
    dir: 'auto',
  });
  return [h('h3', null, 'Title'), h('form', {
    onsubmit: event => { event.preventDefault(); act('title', { title: box.value.trim() }); },
  }, box, h('button', null, 'Save'))];
}

/** @param {BoardState} state @param {Act} act */
function drawColumns(state, act) {
  const columns = state.knownColumns();
  return [h('h3', null, 'Columns'), wide('Columns', h('table', null,
    h('thead', null, h('tr', null,
      ['Title', 'Kind', 'Limit', 'Order', 'Remove'].map(name => h('th', { scope: 'col' }, name)))),
    h('tbody', null, columns.map((column, index) => drawColumn(column,
      { before: columns[index - 1], after: columns[index + 1] }, act)))))];
}

/** @param {Column} column @param {{before?: Column, after?: Column}} beside @param {Act} act */
function drawColumn(column, { before, after }, act) {
  const { title } = column;
  const set = (fields, words) => act('set-column', { column: column.id, ...fields }, words);
  const text = (label, props, take) => h('input', {
    type: 'text',
    'aria-label': `${label} of ${title}`,
    ...props,
    onchange: ({ target }) => take(target.value),
  });
  const cells = [
    text('Title', { value: title, dir: 'auto' }, value => set({ title: value },
      `Renamed “${title}” to “${value}”`)),
    h('select',
      {
        'aria-label': `Kind of ${title}`,
        onchange: ({ target }) => set({ kind: target.value }, `Kind of ${title}: ${target.value}`),
      },
      ['todo', 'doing', 'done']
        .map(kind => h('option', { value: kind, selected: kind === column.kind }, kind))),
    text('Limit',
      { inputmode: 'numeric', size: '7', placeholder: 'no limit', value: column.limit ?? '' },
      value => set({ limit: value || 'none' }, `Limit of ${title}: ${value || 'none'}`)),
    [
      button(icon('left'), () => set({ before: before.id }, `Moved ${title} to the left`),
        { class: 'icon', disabled: !before, 'aria-label': `Move ${title} to the left` }),
      button(icon('right'), () => set({ after: after.id }, `Moved ${title} to the right`),
        { class: 'icon', disabled: !after, 'aria-label': `Move ${title} to the right` }),
    ],
    button('Remove', () => removeColumn(column, act), { 'aria-label': `Remove ${title}` }),
  ];
  return h('tr', null, cells.map(cell => h('td', null, cell)));
}

/** @param {Column} column @param {Act} act */
async function removeColumn(column, act) {
  const plans = column.count === 1 ? 'It has 1 plan' : `It has ${column.count} plans`;
  const isSure = column.count === 0 || await confirm(`Remove ${column.title}?`,
    `${plans}. The board shows them in a column at the end, until somebody moves them.`, 'Remove');
  if (isSure) {
    await act('remove-column', { column: column.id }, `Removed the column ${column.title}`);
  }
}

/** @param {BoardState} state @param {Act} act */
function drawNewColumn(state, act) {
  const box = h('input', {
    type: 'text',
    required: true,
    value: '',
    placeholder: 'Title of a new column',
    'aria-label': 'Title of a new column',
    dir: 'auto',
  });
  return h('form', { onsubmit: event => {
    event.preventDefault();
    const title = box.value.trim();
    act('add-column', {
      column: columnID(title, state.columns.map(column => column.id)),
      title,
      ...newPlace(state.knownColumns()),
    }, `Added the column ${title}`);
  } }, box, h('button', null, 'Add a column'));
}

/**
 * Returns the place of a new column: before the first done column, with the kind of the column on
 * its left.
 * @param {Column[]} columns
 */
export function newPlace(columns) {
  const index = columns.findIndex(column => column.kind === 'done');
  const [before, beside] = [columns[index]?.id, columns[(index < 0 ? columns.length : index) - 1]];
  return { ...before && { before }, kind: beside?.kind ?? 'todo' };
}

/** @param {BoardState} state @param {Act} act @param {SavedView[]} views */
function drawViews(state, act, views) {
  return [h('h3', null, 'Views'), h('ul', null, views.map(view => h('li', null,
    h('strong', { dir: 'auto' }, view.title ?? view.name),
    ' ',
    h('code', { dir: 'auto' }, view.query),
    ' ',
    h('small', null,
      [view.origin, view.view && `opens as ${view.view}`, view.group && `by ${view.group}`]
        .filter(Boolean).join(', ')),
    view.origin === 'board' && button('Remove', () => act('remove-view', { name: view.name }),
      { 'aria-label': `Remove the view ${view.title ?? view.name}` }))))];
}

/** @param {BoardState} state @param {Act} act */
function drawNewView(state, act) {
  const name = h('input', {
    type: 'text',
    value: '',
    placeholder: 'Name',
    'aria-label': 'Name of a new view',
    dir: 'auto',
  });
  const query = h('input', {
    type: 'text',
    value: state.query,
    placeholder: 'Query',
    'aria-label': 'Query of a new view',
    dir: 'auto',
  });
  return h('form', {
    onsubmit: event => {
      event.preventDefault();
      act('save-view', { title: name.value.trim(), query: query.value });
    },
  }, name, query, h('button', null, 'Save a view'));
}
