// @ts-check
// The bar below the header: saved views as tabs, and the filters of the query as chips. Both only
// edit the query, whose text is in the query box.
import { $, all, button, h, shortName } from '../controls/dom.js';
import { PRIORITIES } from '../state/board-content.js';
import { choose, menuPlace } from '../controls/menu.js';
import { pickFromList } from '../controls/pick-list.js';
import { isCurrent, phasesOf } from './grouping.js';
import { drawIfNew } from '../controls/keyed.js';
import { face, hueOf, stateSign } from '../controls/chips.js';
import { filteredBy, filtersOf, keyTerm, personTerm, replaced, term } from '../state/terms.js';
import { SINGLE, hasValue, withValue, wordsOf } from '../state/terms.js';
import { icon, priorityIcon } from '../controls/icons.js';
import { isShownAsSaved, savedView, showSaved, viewTitle } from './saved-views.js';

/** @typedef {import('../main.js').Page} Page */
/** @typedef {import('../state/terms.js').Filter} Filter */
/** @typedef {import('../controls/menu.js').Item} Item */
/**
 * A value that a filter can have: its name, its term, and optionally an icon.
 * @typedef {{label: string, term: string, sign?: () => Node}} Value
 */
/**
 * A field of filters: the name, the icon, the values, and whether only one can be chosen.
 * @typedef {{title: string, icon: string, values: (page: Page) => Value[], isOne?: boolean}} Field
 */

/** The largest number of values that are found for the typed words. */
const MOST = 8;

/** The built-in views that have a tab; the others are in the command palette. */
const TABS = ['mine', 'overdue'];

const DUES = [
  ['Overdue', 'is:overdue'], ['Today', 'due:today'], ['This week', 'due:<=eow'],
  ['In two weeks', 'due:<=2w'], ['With a due date', 'has:due'], ['Without a due date', 'due:none'],
];
const STATES = [
  ['Open', 'is:open'], ['Ready to start', 'is:ready'], ['Blocked', 'is:blocked'],
  ['Finished', 'is:closed'], ['In conflict', 'is:conflict'],
];
const WORDS = new Map([...DUES, ...STATES].map(([label, word]) => [word, label]));

/** @type {Record<string, Field>} The fields that all boards have. */
const FIELDS = {
  label: {
    title: 'Label',
    icon: 'tag',
    values: page => [
      ...page.names.labels.map(each => ({
        label: each,
        term: term('#', each),
        sign: () => h('span.dot', { 'data-h': hueOf(each) }),
      })),
      { label: 'No label', term: 'no:label' },
    ],
  },
  assignee: {
    title: 'Person',
    icon: 'user',
    values: page => [
      ...page.server.me ? [{ label: 'Me', term: '@me', sign: () => face(page.server.me) }] : [],
      ...page.names.people.map(each => ({
        label: shortName(each),
        term: personTerm(each),
        sign: () => face(each),
      })),
      { label: 'Nobody', term: 'is:unassigned' },
    ],
  },
  priority: {
    title: 'Priority',
    icon: 'bars',
    values: () => [
      ...PRIORITIES.map(each => ({
        label: each,
        term: `priority:${each}`,
        sign: () => priorityIcon(each),
      })),
      { label: 'No priority', term: 'priority:none' },
    ],
  },
  due: {
    title: 'Due',
    icon: 'calendar',
    isOne: true,
    values: () => DUES.map(([label, word]) => ({ label, term: word })),
  },
  milestone: { title: 'Milestone', icon: 'flag', values: page => phases(page, 'milestone') },
  iteration: { title: 'Iteration', icon: 'sync', values: page => phases(page, 'iteration') },
  state: {
    title: 'Column',
    icon: 'columns',
    values: ({ state }) => state.knownColumns().map(each => ({
      label: each.title,
      term: keyTerm('state', each.id),
      sign: () => stateSign(state.columns, each.id),
    })),
  },
  is: {
    title: 'State',
    icon: 'task',
    values: () => STATES.map(([label, word]) => ({ label, term: word })),
  },
};

/**
 * Returns the values of a field of the board.
 * @param {CustomField} field @param {string} key @returns {Value[]}
 */
const customValues = ({ kind, options, title }, key) => [
  ...(kind === 'yes-no' ? ['yes', 'no'] : options)
    .map(each => ({ label: kind === 'yes-no' ? capital(each) : each, term: keyTerm(key, each) })),
  { label: `No ${title}`, term: `${key}:none` },
];

/**
 * Returns the fields of filters by their keys, with those of the board that have options.
 * @param {Page} page @returns {Record<string, Field>}
 */
function fieldsOf({ server, state }) {
  const own = server.published ? []
    : state.fields.filter(({ kind }) => ['choice', 'choices', 'yes-no'].includes(kind));
  return {
    ...FIELDS,
    ...Object.fromEntries(own.map(field => {
      // The name of a field that all boards have means that field.
      const isTaken = Object.hasOwn(FIELDS, field.id)
        || state.properties.some(each => each.name === field.id);
      const key = `${isTaken ? 'custom.' : ''}${field.id}`.toLowerCase();
      return [key, { title: field.title, icon: 'list', values: () => customValues(field, key) }];
    })),
  };
}

/** @param {Page} page @param {string} name @returns {Value[]} */
function phases({ state }, name) {
  const choices = state.properties.find(each => each.name === name)?.choices ?? [];
  return [
    ...choices.filter(each => !each.closed)
      .map(each => ({ label: each.title ?? each.id, term: keyTerm(name, each.id) })),
    { label: `No ${name}`, term: `${name}:none` },
  ];
}

/**
 * Returns a note about the matches of the query; empty if all of them have cards.
 * @param {boolean} isEmpty whether no plan on the page matches @param {number} deletedCount
 */
export function matchWords(isEmpty, deletedCount) {
  if (deletedCount === 0) return isEmpty ? 'No plan matches.' : '';
  return deletedCount === 1
    ? '1 deleted plan matches. It has no card.'
    : `${deletedCount} deleted plans match. They have no cards.`;
}

/**
 * Returns the name of a field that a query contains in the plural: `has:labels`.
 * @param {string} name
 */
const singular = name => Object.hasOwn(FIELDS, name) ? name : name.replace(/s$/, '');

/** @param {string} text */
const capital = text => text[0].toUpperCase() + text.slice(1);

export class FilterBar {
  #tabs = h('nav.tabs', { 'aria-label': 'Saved views' });
  #chips = h('div.filters', { role: 'group', 'aria-label': 'Filters' });

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.node = $('filters');
    this.node.append(this.#tabs, this.#chips);
  }

  draw() {
    const { page } = this;
    const { names, state, view } = page;
    this.node.hidden = [
      'Settings', 'Conflicts', 'Deleted', 'Inbox',
      ...this.page.server.published ? ['Flow', 'Milestones', 'Iterations'] : [],
    ].includes(view);
    const about = [
      names.views,
      names.people,
      state.query,
      state.matches?.length,
      state.deletedMatches,
      state.count,
      state.isReadOnly,
      state.columns,
      state.properties,
      Boolean(state.queryProblem),
      view,
      state.groups,
      page.list.columns.names,
    ];
    drawIfNew(this.#tabs, about, () => this.#drawTabs());
    drawIfNew(this.#chips, about, () => this.#drawChips());
  }

  // Tabs

  #drawTabs() {
    const { page } = this;
    const { names, state } = page;
    const current = savedView(page);
    const shown = names.views.filter(view =>
      view.origin !== 'built-in' || TABS.includes(view.name) || view === current)
      .sort((a, b) => place(a) - place(b));
    const { count } = state;
    const tab = (label, act, isCurrent, title) =>
      button([h('span', { dir: 'auto' }, label), isCurrent && h('small', null, String(count))],
        act, { 'aria-current': isCurrent ? 'true' : null, 'aria-label': label, title });
    const iteration = 'iteration:current';
    const isRunning = !page.server.published
      && phasesOf(state, 'iteration').some(each => isCurrent(each, state.today));
    const views = shown.map(view => tab(viewTitle(view), () => showSaved(page, view),
      view === current, view.query));
    if (isRunning) {
      views.splice(shown.filter(view => view.name === 'mine').length, 0,
        tab('This iteration', () => page.ask(iteration, { isStep: true }),
          state.query.trim() === iteration, iteration));
    }
    return [tab('All', () => page.ask('', { isStep: true }), !state.query.trim(), 'All plans'),
      ...views];
  }

  // Filters

  get #fields() { return fieldsOf(this.page); }

  #drawChips() {
    const { page } = this;
    const { state } = page;
    const isSaved = !state.query.trim() || isShownAsSaved(page);
    return [
      ...filtersOf(state.query, Object.keys(this.#fields)).map(filter => this.#chip(filter)),
      button([icon('plus'), h('span', null, 'Filter')], () => this.#add(),
        { class: 'quiet', 'aria-label': 'Add a filter', title: 'Add a filter' }),
      ...this.#nothing(),
      !isSaved && !state.isReadOnly && !state.queryProblem && button([icon('keep'), 'Save view'],
        () => page.commands.saveView(), {
          class: 'quiet save-view',
          'aria-haspopup': 'dialog',
          title: 'Save the query as a view',
        }),
    ];
  }

  /** Returns a note that nothing matches, or that matching plans have no cards. */
  #nothing() {
    const { page } = this;
    const words = matchWords(page.state.matches?.length === 0, page.state.deletedMatches);
    // The board and the list say it where the plans would be.
    const isShown = ['Board', 'List'].includes(page.view);
    const isListed = page.state.deletedMatches > 0 && !page.server.published;
    const typed = page.state.query.trim().toLowerCase();
    // Cards show the beginning of their id, but a query searches for it as a word.
    const named = words && /^[a-z0-9]{4,12}$/.test(typed)
      && [...page.state.cards.values()].find(card => card.id.startsWith(typed));
    return words && !(isShown && !named && !isListed)
      ? [
        h('span.nothing', null, words),
        named && button(`Open ${named.short}`, () => page.open(named.id),
          { class: 'quiet', title: named.title }),
        isListed && button('Deleted plans', () => page.go('Deleted'), { class: 'quiet' }),
        button('Clear the query', () => page.commands.act('clear'), { class: 'quiet' }),
      ]
      : [];
  }

  /** @param {Filter} filter */
  #chip(filter) {
    const { page } = this;
    const { word } = filter;
    // The term `no:label` is about labels. Some fields, such as `has:checklist`, have no values to
    // choose from.
    const field = ['no', 'has'].includes(filter.field)
      ? singular(filter.value.toLowerCase())
      : filter.field;
    const words = this.#words(filter);
    const remove = () => page.ask(replaced(page.state.query, word, null));
    const name = words.title ? `${words.title}: ${words.value}` : words.value;
    const shown = [
      words.title && h('span.of', null, words.title),
      h('span', { dir: 'auto' }, words.value),
    ];
    return h('span.filter', null,
      Object.hasOwn(this.#fields, field)
        ? button(shown, () => this.#choose(field, word), {
          class: 'value',
          'aria-haspopup': 'dialog',
          'aria-expanded': 'false',
          'aria-label': `Filter ${name}`,
          title: word,
        })
        : h('span.still', { title: word }, shown),
      button(icon('x'), remove,
        { class: 'icon', 'aria-label': `Remove the filter ${name}`, title: 'Remove' }));
  }

  /**
   * Returns a filter in words.
   * @param {Filter} filter @returns {{title: ?string, value: string}}
   */
  #words({ field, value, isNot, word }) {
    const { state, names } = this.page;
    const not = isNot ? 'not ' : '';
    const known = WORDS.get(word.replace(/^-/, ''));
    if (known) {
      return { title: field === 'due' ? 'Due' : null, value: capital(not + known.toLowerCase()) };
    }
    if (field === 'no' || field === 'has') {
      return { title: null, value: capital(`${not}${field === 'no' ? 'no' : 'with'} ${value}`) };
    }
    const one = part => {
      if (field === 'assignee') {
        return part === 'me'
          ? 'Me'
          : shortName(names.people.find(each => each.includes(`<${part}>`)) ?? part);
      }
      if (field === 'state') return state.column(part)?.title ?? part;
      return state.properties.find(each => each.name === field)
        ?.choices?.find(each => each.id === part)?.title
        ?? part;
    };
    const fields = this.#fields;
    return {
      title: Object.hasOwn(fields, field) ? fields[field].title : capital(field),
      value: not + value.split(',').map(one).join(' or '),
    };
  }

  async #add() {
    await this.page.names.read();
    const at = menuPlace();
    const fields = Object.entries(this.#fields).map(([field, { title, icon: name }]) => ({
      label: title,
      icon: name,
      act: () => this.#choose(field, null),
    }));
    // A typed name of a field means the field, even if values such as “No label” contain it.
    const begun = typed => fields.filter(({ label }) =>
      typed.trim() && label.toLowerCase().startsWith(typed.trim().toLowerCase()));
    choose('Filter by', fields, {
      hint: 'Filter by a field, or a name…',
      at,
      first: typed => [...begun(typed), ...this.#named(typed)],
    });
  }

  /**
   * Returns the filters whose values contain the typed words. Values that begin with them come
   * first.
   * @param {string} typed @returns {Item[]}
   */
  #named(typed) {
    const { page } = this;
    const text = typed.trim().toLowerCase().replace(/^[#@]/, '');
    if (!text) return [];
    const words = text.split(/\s+/);
    const found = Object.values(this.#fields).flatMap(({ title, values }) =>
      values(page).map(value => ({ title, value, name: value.label.toLowerCase() })))
      .filter(({ name }) => words.every(word => name.includes(word)));
    return found.sort((a, b) => Number(b.name.startsWith(text)) - Number(a.name.startsWith(text)))
      .slice(0, MOST).map(({ title, value }) => ({
        label: `${title}: ${value.label}`,
        sign: value.sign?.(),
        act: () => page.ask(filteredBy(page.state.query, value.term)),
      }));
  }

  /**
   * Opens the list of the values of a filter, in which several can be chosen: they are alternatives
   * in one term.
   * @param {string} field @param {?string} word the term that has the values; null for a new one
   */
  async #choose(field, word) {
    const { page } = this;
    const { state } = page;
    await page.names.read();
    const { isOne, title, values } = this.#fields[field];
    let now = word ?? (SINGLE.includes(field) ? this.#termOf(field) : null);
    const anchor = () => all(this.node, '.filter button.value').find(each => each.title === now)
      ?? all(this.node, '.filters > button')[0] ?? null;
    /** @param {string[]} values */
    const write = values => ({ chosen: values[0] });
    pickFromList({
      name: field,
      title,
      pick: pickFromList,
      isMany: !isOne,
      now: () => values(page).map(each => each.term).filter(each => hasValue(now, each)),
      options: () => values(page).map(({ label, sign, term: value }) => ({ label, sign, value })),
      show: () => null,
      write: value => write([value]),
      with: write,
      without: write,
    }, {
      state,
      names: page.names,
      about: 'filter',
      plans: () => [{}],
      commit: () => state.basis,
      watch: draw => {
        const end = new AbortController();
        state.addEventListener('change', draw, { signal: end.signal });
        return () => end.abort();
      },
      save: async (/** @type {any} */ { chosen }) => {
        const next = isOne ? chosen : withValue(now, chosen);
        const isThere = now != null && wordsOf(state.query).includes(now);
        const query = isThere ? replaced(state.query, now, next)
          : next ? filteredBy(state.query, next)
          : state.query;
        now = next;
        await page.ask(query);
        return null;
      },
    }, anchor);
  }

  /** Returns the term of a field of which plans have one value. @param {string} field */
  #termOf(field) {
    return filtersOf(this.page.state.query)
      .find(each => each.field === field && !each.isNot)?.word ?? null;
  }
}

/** @param {SavedView} view */
const place = view => view.origin === 'built-in' && TABS.includes(view.name)
  ? TABS.indexOf(view.name)
  : TABS.length;
