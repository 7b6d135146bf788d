// @ts-check
// The command palette: plans by their ids and words, then actions on a plan, views, saved views and
// boards, and the other actions.
import { KEYS, inWords, keyName, keysOf } from './keys.js';
import { LOOKS } from '../state/look.js';
import { VIEWS, boardAddress } from '../state/address.js';
import { addFrom } from './acts.js';
import { choose } from '../controls/menu.js';
import { isolated } from '../controls/dom.js';
import { plansFor } from '../state/find-plans.js';
import { recentlyOpened } from '../state/recent.js';
import { showSaved } from '../board/saved-views.js';
import { stateSign } from '../controls/chips.js';
import { folded } from '../state/terms.js';

/** @typedef {import('../main.js').Page} Page */
/** @typedef {import('../controls/menu.js').Item} Item */

/**
 * The keys of views, which have separate items; the keys that move from card to card, which make no
 * sense in a list; and the actions that come first.
 */
const VIEW_KEYS = ['board', 'list', 'roadmap', 'calendar', 'conflicts', 'flow', 'inbox'];
const KEYS_ONLY = ['left', 'right', 'up', 'down', 'top', 'bottom', 'open', 'back', 'palette'];
const FIRST = ['add', 'undo', 'redo', 'sync', 'selectAll'];

/**
 * The shortcuts that the palette offers, the most useful ones first. A published page has no
 * shortcuts for changes.
 */
export const OFFERED = [
  ...FIRST.flatMap(act => KEYS.filter(row => row.act === act)),
  ...KEYS.filter(row => ![...FIRST, ...KEYS_ONLY, ...VIEW_KEYS].includes(row.act)),
];

/** Whether a shortcut acts on plans. @param {import('./keys.js').Row} row */
const isOnPlan = ({ act, group }) => ['Move', 'In a plan'].includes(group)
  || ['select', 'range', 'edit', 'assign', 'take', 'labels', 'due', 'priority', 'delete']
    .includes(act);

/** @type {Record<string, string>} The icons of the actions. */
const ICONS = {
  add: 'plus', undo: 'undo', redo: 'redo', sync: 'sync', selectAll: 'check', query: 'find',
  clear: 'x', mine: 'user', nextConflict: 'conflict', restore: 'bin', earlier: 'past',
  later: 'past', now: 'clock', help: 'help', moveLeft: 'left', moveRight: 'right', moveUp: 'up',
  moveDown: 'lower', toTop: 'up', toBottom: 'lower', moveTo: 'move', select: 'check',
  range: 'check', edit: 'edit', assign: 'user', take: 'take', labels: 'tag', due: 'calendar',
  priority: 'bars', delete: 'bin', body: 'edit', line: 'task', link: 'link', comment: 'comment',
  history: 'clock',
};

/** @type {Record<string, string>} The icons of the views. */
const VIEW_ICONS = {
  Board: 'board', List: 'list', Roadmap: 'road', Calendar: 'calendar', Milestones: 'flag',
  Iterations: 'sync', Conflicts: 'conflict', Flow: 'chart', Settings: 'gear', Deleted: 'bin',
  Inbox: 'inbox',
};

/** @param {Page} page @param {string} typed @returns {Item[]} */
function planItems(page, typed) {
  const { state } = page;
  const group = typed.trim() ? 'Plans' : 'Opened last';
  return plansFor([...state.cards.values()], typed, recentlyOpened(state)).map(card => ({
    label: card.title || '(no title)',
    sign: stateSign(state.columns, card.state),
    hint: card.short,
    group,
    act: () => page.open(card.id),
  }));
}

/**
 * @param {Page} page
 * @returns {Item[]} an item for each template, which is a plan with the label `template`
 */
function templateItems(page) {
  const { state } = page;
  if (state.isReadOnly) return [];
  const templates = [...state.cards.values()]
    .filter(card => card.labels.some(label => label.toLowerCase() === 'template'));
  return templates.sort((a, b) => a.title.localeCompare(b.title)).map(card => ({
    label: `New plan from “${isolated(card.title)}”`,
    icon: 'plus',
    hint: card.short,
    group: 'Board',
    act: async () => {
      const added = await addFrom(state, card.id);
      if (added) page.open(added.plans[0]);
    },
  }));
}

/** Returns the key of a view. @param {string} view */
function viewKey(view) {
  const act = view.toLowerCase();
  return VIEW_KEYS.includes(act) ? keysOf(act)[0] : undefined;
}

/**
 * Returns an item for a shortcut.
 * @param {Page} page @param {import('./keys.js').Row} row @param {string} group
 * @returns {Item}
 */
const keyItem = ({ commands }, row, group) => ({
  label: inWords(row),
  icon: ICONS[row.act],
  hint: keyName(row.keys[0]),
  group,
  act: () => commands.act(row.act),
});

/**
 * Returns the actions on the plan with the focus, or on the selected ones.
 * @param {Page} page @returns {Item[]}
 */
function planActions(page) {
  const ids = page.subjects();
  const count = ids.length;
  if (count === 0) return [];
  const group = count === 1 ? 'This plan' : `${count} selected plans`;
  const isOne = count === 1 && !page.state.isReadOnly;
  return [
    ...OFFERED.filter(isOnPlan).map(row => keyItem(page, row, group)),
    ...isOne ? page.commands.likeItems(ids[0]).map(item => ({ ...item, group })) : [],
  ];
}

/** @param {Page} page @returns {Item[]} the views, the saved views and the boards */
function placeItems(page) {
  const { names, server } = page;
  const group = 'Go to';
  return [
    ...VIEWS.map(view => ({
      label: view === 'Deleted' ? 'Deleted plans' : view,
      icon: VIEW_ICONS[view],
      hint: viewKey(view),
      group,
      act: () => page.go(view),
    })),
    { label: 'Past', icon: 'past', group, act: () => page.past.open() },
    ...names.views.map(view => ({
      label: `Find: ${isolated(view.title ?? view.name)}`,
      icon: 'find',
      hint: view.query,
      group,
      act: () => showSaved(page, view).then(() => page.focusFirst()),
    })),
    ...server.boards.length > 1
      ? server.boards.map(board => ({
        label: `Board: ${board.name}`,
        icon: 'board',
        group,
        act: () => { location.href = boardAddress(board.name); },
      }))
      : [],
  ];
}

/** @param {Page} page @returns {Item[]} the other actions */
function boardItems(page) {
  const { board, commands, state } = page;
  const group = 'Board';
  return [
    ...OFFERED.filter(row => !isOnPlan(row)).map(row => keyItem(page, row, group)),
    ...templateItems(page),
    ...state.isReadOnly
      ? []
      : [{
        label: 'Save the query as a view', icon: 'keep', group, act: () => commands.saveView(),
      }],
    ...board.folded.isPossible
      ? state.columns.map(({ id, title }) => ({
        label: `${board.folded.has(id) ? 'Unfold' : 'Fold'} the column ${title}`,
        icon: 'fold',
        group,
        act: () => { page.go('Board'); board.folded.toggle(id); },
      }))
      : [],
    ...LOOKS.flatMap(look => look.options.filter(({ name }) => name !== look.now)
      .map(({ name, label }) => ({
        label: `${look.title}: ${label}`, icon: 'colours', group, act: () => look.choose(name),
      }))),
  ];
}

/** Shows the command palette. @param {Page} page */
export function openPalette(page) {
  const items = [...planActions(page), ...placeItems(page), ...boardItems(page)];
  // The complete name of an action means the action, even if plans match its words.
  const named = typed => items.filter(({ label }) => folded(label) === folded(typed).trim());
  choose('Commands', items, {
    hint: 'Find a plan or an action',
    first: typed => [...named(typed), ...planItems(page, typed)],
    later: page.state.left ? page.loadRest() : null,
  });
}
