// What stands around the views: the head with the title, the views, the query and the buttons; the foot with counts.
import { $, button, fill, h } from './dom.js';
import { GROUPS, VIEWS, boardAddress } from './address.js';
import { sync } from './acts.js';

export class Frame {
  #shared = h('p.shared', { role: 'status' });
  #line = h('p.line', { role: 'status', hidden: true });
  #matching = h('p.matching', { role: 'status' });
  #selected = h('div.selected', { hidden: true });

  /** @param page the page: what its buttons do */
  constructor(page) {
    this.page = page;
    this.#makeHead();
    this.#makeFoot();
  }

  #makeHead() {
    const { page } = this;
    const { server, state } = page;
    this.title = h('h1', { dir: 'auto' });
    this.views = new Map(VIEWS.map(view => [view, button(view, () => page.go(view), { 'data-view': view })]));
    fill($('top'), this.title, this.#boards(), h('nav', { 'aria-label': 'Views' }, [...this.views.values()]),
      page.query.node, this.#shared,
      button('Past', () => page.past.node.hidden ? page.past.open() : page.past.close(), { id: 'past-button', 'aria-controls': 'past' }),
      server.remote && !server.readOnly && button('Sync', () => sync(state), { title: 'S' }),
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
      h('label', null, h('span', null, 'Group by'), this.grouping), this.#matching, this.#line, this.#selected);
  }

  /** Tells how it stands with the server and the board; an empty line takes the last one away. */
  tell(text) {
    this.#line.textContent = text;
    this.#line.hidden = !text;
  }

  draw() {
    const { name, server, state, view } = this.page;
    const cards = [...state.cards.values()];
    this.title.textContent = state.title ?? name;
    document.title = `${this.title.textContent} – ${server.repository}`;
    document.body.classList.toggle('past', state.at != null);
    for (const [each, node] of this.views) {
      if (each === view) node.setAttribute('aria-current', 'page'); else node.removeAttribute('aria-current');
    }
    const conflicts = cards.reduce((sum, card) => sum + card.conflicts.length, 0);
    this.views.get('Conflicts').textContent = conflicts ? `Conflicts ${conflicts}` : 'Conflicts';
    this.#matching.textContent = state.matches ? `${state.matches.length} of ${cards.length} plans match` : `${cards.length} plans`;
    if (state.unreadable?.length) this.tell(`${state.unreadable.length} files can’t be read; see 'pmgit doctor'`);
    this.grouping.value = state.grouping;
    this.#drawShared(cards.filter(card => card.unshared).length);
    this.#drawSelected();
  }

  #drawShared(unshared) {
    const [sign, rest] = !this.page.server.remote ? ['', ''] : unshared ? [`↑ ${unshared}`, ' only here'] : ['✓', ' shared'];
    fill(this.#shared, sign, h('span.more', null, rest));
    this.#shared.title = unshared ? 'Sync sends it to the remote' : 'The remote had all of this when it was last asked';
  }

  #drawSelected() {
    const { commands, state } = this.page;
    const ids = state.selection.size ? state.subjects() : [];
    this.#selected.hidden = !ids.length;
    fill(this.#selected, `${ids.length} selected`, button('Acts …', () => commands.menu(ids[0])),
      button('None', () => commands.unselect()));
  }
}
