// @ts-check
// The frame of the views: a header with the title, the views, the query and buttons, and a footer with counts.
import { $, button, fill, h, write } from './dom.js';
import { GROUPS, VIEWS, boardAddress } from './address.js';
import { sync } from './acts.js';

export class Frame {
  #shared = h('p.shared', { role: 'status' }, h('span'), h('span.more'));
  #line = h('p.line', { role: 'status', hidden: true });
  /** @type {Map<string, string>} The current problems, by their subject. */
  #troubles = new Map();
  #matching = h('p.matching', { role: 'status' });
  #save = button('Save as a view', () => this.page.commands.saveView(), { class: 'quiet', hidden: true });
  #selected = h('div.selected', { hidden: true }, h('span'), button('Actions …', () => this.page.commands.menu(this.page.state.selected()[0])),
    button('None', () => this.page.commands.unselect()));

  /** @param {import('./main.js').Page} page the page, whose actions the buttons call */
  constructor(page) {
    this.page = page;
    this.#makeHead();
    this.#makeFoot();
  }

  #makeHead() {
    const { page } = this;
    const { server, state } = page;
    this.title = h('h1', { dir: 'auto' });
    this.past = button('Past', () => {
      const turned = page.past.node.hidden ? page.past.open() : page.past.close();
      this.draw();
      return turned;
    }, { id: 'past-button', 'aria-controls': 'past' });
    this.views = new Map(VIEWS.map(view => [view, button(view, () => page.go(view), { 'data-view': view })]));
    fill($('top'), this.title, this.#boards(), h('nav', { 'aria-label': 'Views' }, [...this.views.values()]),
      page.query.node, this.#shared,
      this.past, server.remote && !server.readOnly && button('Sync', () => sync(state), { title: 'S' }),
      server.readOnly ? h('span.fixed', null, 'read only')
        : button('New plan', () => page.commands.act('add'), { class: 'primary', title: 'n' }));
  }

  #boards() {
    const { name, server } = this.page;
    return server.boards.length > 1 && h('select', {
      'aria-label': 'Board', onchange: event => { location.href = boardAddress(event.target.value); },
    }, server.boards.map(board => h('option', { value: board.name, selected: board.name === name }, board.name)));
  }

  #makeFoot() {
    const { page } = this;
    this.grouping = h('select', { id: 'grouping', onchange: event => page.groupBy(event.target.value) },
      GROUPS.map(([value, name]) => h('option', { value, selected: value === page.state.grouping }, name)));
    fill($('foot'),
      button(['Keys ', h('kbd', null, '?')], () => page.commands.act('help'), { class: 'quiet' }),
      button(['Commands ', h('kbd', null, 'Ctrl+K')], () => page.commands.act('palette'), { class: 'quiet' }),
      h('label', null, h('span', null, 'Group by'), this.grouping), this.#matching, this.#save, this.#line, this.#selected);
  }

  /**
   * Shows a problem, such as a lost connection.
   * @param {string} about the subject; a new text replaces the earlier one about the same subject
   * @param {string} text the problem; empty if there is none any more
   */
  tell(about, text) {
    this.#troubles.set(about, text);
    const told = [...this.#troubles.values()].filter(Boolean).join(' ');
    write(this.#line, told);
    this.#line.hidden = !told;
  }

  draw() {
    const { name, server, state, view } = this.page;
    const cards = [...state.cards.values()];
    write(this.title, state.title ?? name);
    document.title = `${this.title.textContent} – ${server.repository}`;
    document.body.classList.toggle('past', state.at != null);
    this.past.setAttribute('aria-expanded', String(!this.page.past.node.hidden));
    for (const [each, node] of this.views) {
      if (each === view) node.setAttribute('aria-current', 'page'); else node.removeAttribute('aria-current');
    }
    const conflicts = cards.reduce((sum, card) => sum + card.conflicts.length, state.conflicts.length);
    write(this.views.get('Conflicts'), conflicts ? `Conflicts ${conflicts}` : 'Conflicts');
    write(this.#matching, state.matches ? `${state.matches.length} of ${cards.length} plans match` : `${cards.length} plans`);
    this.#save.hidden = !state.query.trim() || state.queryProblem != null || state.isReadOnly;
    const unreadable = state.unreadable?.length ?? 0;
    this.tell('files', unreadable ? `${unreadable === 1 ? '1 file' : `${unreadable} files`} can’t be read; see ‘pmgit doctor’.` : '');
    this.grouping.value = state.grouping;
    this.#drawShared(cards.filter(card => card.unshared).length);
    this.#drawSelected();
  }

  #drawShared(unshared) {
    const isFailing = Boolean(this.#troubles.get('sync'));
    const [sign, rest] = !this.page.server.remote ? ['', ''] : unshared ? [`↑ ${unshared}`, ' only here']
      : isFailing ? ['!', ' not synchronised'] : ['✓', ' shared'];
    write(this.#shared.firstChild, sign);
    write(this.#shared.lastChild, rest);
    this.#shared.title = unshared ? 'Sync sends it to the remote' : 'Everything is shared, as of the last contact with the remote';
  }

  #drawSelected() {
    const count = this.page.state.selection.size ? this.page.state.selected().length : 0;
    this.#selected.hidden = count === 0;
    write(this.#selected.firstChild, `${count} selected`);
  }
}
