// @ts-check
// The frame of the views: the header with the title, the views, the query and the tools; problems
// of the connection; and the bar of the selected plans.
import { $, button, fill, h, moment, set, write } from './controls/dom.js';
import { GROUPS, NONE, VIEWS, boardAddress, viewName } from './state/address.js';
import { drawIfNew } from './controls/keyed.js';
import { icon, logo } from './controls/icons.js';
import { dayOf, dayWords } from './time/road-scale.js';
import { keysOf } from './commands/keys.js';

const ICONS = {
  Board: 'board', List: 'list', Roadmap: 'road', Calendar: 'calendar', Conflicts: 'conflict',
  Flow: 'chart', Settings: 'gear',
};

/** The actions of the bar: the action, its icon, and its label. */
const BAR = [
  ['moveTo', 'move', 'Move'], ['assign', 'user', 'Assign'], ['labels', 'tag', 'Label'],
  ['due', 'calendar', 'Due'], ['priority', 'bars', 'Priority'], ['delete', 'bin', 'Delete'],
];

/** Returns the content of a button: an icon, and a label that narrow windows hide. */
const content = (name, word) => [icon(name), h('span.word', null, word)];

/** Returns the tooltip of a button: what it does, and its first key. */
const help = (words, act) => `${words}: ${keysOf(act)[0]}`;

export class Frame {
  #shared = h('span.shared', { role: 'status' });
  /** @type {Map<string, string>} The current problems, by their subject. */
  #troubles = new Map();
  #count = h('b');
  #new = h('b');

  /** @param {import('./main.js').Page} page the page, whose actions the buttons call */
  constructor(page) {
    this.page = page;
    this.trouble = $('trouble');
    this.bar = $('bar');
    this.#makeHead();
    this.#makeBar();
  }

  #makeHead() {
    const { page } = this;
    const { server, state } = page;
    this.title = h('h1', { dir: 'auto' });
    this.past = button(content('past', 'Past'),
      () => {
        const turned = page.past.node.hidden ? page.past.open() : page.past.close();
        this.draw();
        return turned;
      },
      {
        id: 'past-button',
        class: 'quiet',
        'aria-controls': 'past',
        'aria-label': 'Past',
        title: help('The board’s past', 'earlier'),
      });
    this.inbox = button([icon('inbox'), this.#new], () => page.commands.act('inbox'),
      { id: 'inbox-button', class: 'quiet' });
    // The milestones are reached from the roadmap, and the deleted plans from the palette.
    this.views = new Map(VIEWS.filter(view => view in ICONS).map(view => [
      view,
      button(content(ICONS[view], viewName(view)), () => page.go(view),
        { 'data-view': view, title: viewName(view) }),
    ]));
    this.grouping = h('select',
      {
        id: 'grouping',
        'aria-label': 'Group by',
        title: 'Group by',
        onchange: event => page.groupBy(event.target.value),
      },
      GROUPS.map(([value, name]) => h('option', { value }, name)));
    fill($('top'), h('div.name', null, logo(), this.title, this.#boards()),
      h('nav', { 'aria-label': 'Views' }, [...this.views.values()]),
      h('span.grow'),
      server.published ? this.#finder() : page.query.node,
      h('span.grow'),
      h('label.tool.grouping', null, icon('group'), this.grouping),
      !server.published && this.inbox,
      server.remote && h('button.quiet.sync',
        { type: 'button', disabled: server.readOnly, onclick: () => page.commands.act('sync') },
        this.#shared),
      this.past,
      button(icon('more'), () => page.commands.act('palette'),
        { class: 'icon', 'aria-label': 'Commands', title: help('All commands', 'palette') }),
      server.published
        ? h('span.fixed', { title: moment(server.published) },
          `As of ${dayWords(dayOf(server.published.slice(0, 10)))}`)
        : server.readOnly ? h('span.fixed', null, 'Read only')
        : button([icon('plus'), h('span.word', null, 'New plan')], () => page.commands.act('add'),
          { class: 'primary', 'aria-label': 'New plan', title: help('New plan', 'add') }));
  }

  /** Returns the button that finds plans on a published page, which has no query box. */
  #finder() {
    return button([icon('find'), h('span.grow', null, 'Find a plan'), h('kbd', null, 'Ctrl+k')],
      () => this.page.commands.act('palette'), { class: 'finder', 'aria-label': 'Find a plan' });
  }

  #boards() {
    const { name, server } = this.page;
    return server.boards.length > 1 && h('select',
      {
        'aria-label': 'Board',
        onchange: event => { location.href = boardAddress(event.target.value); },
      },
      server.boards.map(board =>
        h('option', { value: board.name, selected: board.name === name }, board.name)));
  }

  /** Makes the bar that is shown while plans are selected. */
  #makeBar() {
    const { commands } = this.page;
    fill(this.bar, this.#count,
      BAR.map(([act, name, word]) => button(content(name, word), () => commands.act(act),
        { class: act === 'delete' ? 'danger' : null, 'aria-label': word, title: help(word, act) })),
      button(content('more', 'More'), () => commands.menu(this.page.state.selected()[0]),
        { 'aria-label': 'More actions', title: 'More actions' }),
      button(icon('x'), () => commands.unselect(), {
        class: 'icon',
        'aria-label': 'Clear the selection',
        title: help('Clear the selection', 'back'),
      }));
  }

  /**
   * Shows a problem, such as a lost connection.
   * @param {string} about the subject; a new text replaces the former one about the same subject
   * @param {string} text the problem; empty if it has ended
   */
  tell(about, text) {
    this.#troubles.set(about, text);
    const told = [...this.#troubles.values()].filter(Boolean).join(' ');
    this.trouble.hidden = !told;
    drawIfNew(this.trouble, told, () => [told && icon('away'), told]);
  }

  draw() {
    const { name, server, state, view } = this.page;
    const cards = [...state.cards.values()];
    // The board 'main' of most repositories has no name of its own.
    const title = state.title ?? (name === 'main' ? server.repository : name);
    write(this.title, title);
    document.title = [...new Set([title, server.repository])].join(' – ');
    document.body.classList.toggle('past', state.at != null);
    this.past.disabled = view === 'Inbox';
    this.past.setAttribute('aria-expanded', String(!this.page.past.node.hidden));
    for (const [each, node] of this.views) {
      if (each === view || each === 'Roadmap' && ['Milestones', 'Iterations'].includes(view)) {
        node.setAttribute('aria-current', 'page');
      } else {
        node.removeAttribute('aria-current');
      }
    }
    this.#drawInbox(view === 'Inbox', this.page.inbox.count);
    this.#drawConflicts(
      cards.reduce((sum, card) => sum + card.conflicts.length, state.conflicts.length));
    const unreadable = state.unreadable?.length ?? 0;
    this.tell('files', unreadable
      ? `${unreadable === 1 ? '1 file' : `${unreadable} files`} can’t be read; see ‘pmgit doctor’.`
      : '');
    // Only the list can be without columns.
    const [none] = this.grouping.querySelectorAll(`option[value="${NONE}"]`);
    set(none, { hidden: view !== 'List', disabled: view !== 'List' });
    this.grouping.disabled = !['Board', 'List', 'Roadmap'].includes(view);
    this.grouping.value = view === 'List' ? state.groups : state.grouping;
    this.#drawShared(state.unsharedCount);
    const count = state.selection.size ? state.selected().length : 0;
    this.bar.hidden = count === 0 || state.isReadOnly;
    write(this.#count, `${count} selected`);
  }

  /** @param {boolean} isShown @param {number} count the number of plans that are new */
  #drawInbox(isShown, count) {
    const words = count ? `Inbox, ${count} new` : 'Inbox';
    set(this.inbox, {
      'aria-label': words,
      title: help(words, 'inbox'),
      'aria-current': isShown ? 'page' : null,
    });
    write(this.#new, count > 99 ? '99+' : count ? String(count) : '');
  }

  /** @param {number} count */
  #drawConflicts(count) {
    const node = this.views.get('Conflicts');
    if (!node) return;
    node.classList.toggle('waiting', count > 0);
    const words = count ? `${count} to decide` : viewName('Conflicts');
    set(node, { title: words, 'aria-label': words });
    drawIfNew(node.querySelector('.word'), count, () =>
      count ? [h('span.long', null, words), h('span.short', null, `Decide ${count}`)] : words);
  }

  #drawShared(unshared) {
    const isFailing = Boolean(this.#troubles.get('sync'));
    if (!this.page.server.remote) return;
    // Cards of the past do not show what is shared now.
    if (this.page.state.at != null && this.#shared.hasChildNodes()) return;
    const plans = unshared === 1 ? '1 plan has' : `${unshared} plans have`;
    const [name, kind, text, title] = unshared
      ? ['up', 'up', 'to sync', `${plans} changes that are not shared yet.`]
      : isFailing ? ['away', 'off', 'Not in sync', 'The last sync failed.']
      : ['check', '', 'Shared', 'Everything is shared, as of the last contact with the remote.'];
    const node = this.#shared.parentElement;
    node.className = `quiet sync ${kind}`;
    node.title = `${title} ${help('Sync', 'sync')}`;
    drawIfNew(this.#shared, [text, unshared], () => [
      icon(name),
      unshared > 0 && h('span', null, String(unshared)),
      h('span.word', null, text),
    ]);
  }
}
