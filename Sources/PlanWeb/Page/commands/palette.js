// @ts-check
// The command palette: plans by their ids and words, then actions, saved views, views and boards.
import { KEYS, inWords, keyName, keysOf } from './keys.js';
import { VIEWS, boardAddress } from '../state/address.js';
import { addFrom } from './acts.js';
import { choose } from '../controls/menu.js';
import { isolated } from '../controls/dom.js';
import { recentlyOpened } from '../state/recent.js';
import { showSaved } from '../board/saved-views.js';
import { stateSign } from '../controls/chips.js';
import { folded } from '../state/terms.js';

/** @typedef {import('../main.js').Page} Page */
/** @typedef {import('../controls/menu.js').Item} Item */

/** The largest numbers of plans that are shown: without and with a typed text. */
const RECENT = 5;
const FOUND = 8;

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

/**
 * Returns how well a plan matches, 0 for best; null if it does not match. A match of the id is
 * better than one of the title. A match at the beginning of the title or of words is better than
 * one within words.
 * @param {Card} card @param {string} text folded @param {string[]} words of the text
 */
export function fit(card, text, words) {
  if (text.length > 1 && card.id.startsWith(text)) return 0;
  const title = folded(card.title);
  if (!words.every(word => title.includes(word))) return null;
  if (title.startsWith(text)) return 1;
  const begins = word => title.startsWith(word)
    || new RegExp(`[^\\p{L}\\p{N}]${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`, 'u').test(title);
  return words.every(begins) ? 2 : 3;
}

/**
 * Returns the plans that match a text: the best matches first, then those opened last, then open
 * ones. Without a text, returns the plans that were opened last.
 * @param {Card[]} cards @param {string} typed
 * @param {string[]} recent the ids of the plans opened last
 * @returns {Card[]}
 */
export function plansFor(cards, typed, recent) {
  const text = folded(typed).trim();
  if (!text) {
    const byID = new Map(cards.map(card => [card.id, card]));
    return recent.map(id => byID.get(id)).filter(Boolean).slice(0, RECENT);
  }
  const words = text.split(/\s+/);
  const age = id => recent.includes(id) ? recent.indexOf(id) : recent.length;
  return cards.map(card => ({ card, rank: fit(card, text, words) }))
    .filter(({ rank }) => rank != null)
    .sort((a, b) => a.rank - b.rank || age(a.card.id) - age(b.card.id)
      || Number(a.card.done) - Number(b.card.done))
    .slice(0, FOUND).map(({ card }) => card);
}

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
    label: `New plan from “${isolated(card.title)}”`, hint: card.short, group: 'Templates',
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

/** @param {Page} page @returns {Item[]} */
function otherItems(page) {
  const { board, commands, names, server, state } = page;
  return [
    ...OFFERED.map(row => ({
      label: inWords(row),
      hint: row.keys.map(keyName).join(' '),
      group: 'Actions',
      act: () => commands.act(row.act),
    })),
    ...templateItems(page),
    { label: 'Open the past', group: 'Actions', act: () => page.past.open() },
    ...state.isReadOnly
      ? []
      : [{ label: 'Save the query as a view', group: 'Actions', act: () => commands.saveView() }],
    ...board.folded.isPossible
      ? state.columns.map(({ id, title }) => ({
        label: `${board.folded.has(id) ? 'Unfold' : 'Fold'} the column ${title}`,
        group: 'Columns',
        act: () => { page.go('Board'); board.folded.toggle(id); },
      }))
      : [],
    ...names.views.map(view => ({
      label: `Find: ${isolated(view.title ?? view.name)}`,
      hint: view.query,
      group: 'Saved views',
      act: () => showSaved(page, view).then(() => page.focusFirst()),
    })),
    ...VIEWS.map(view => ({
      label: view === 'Deleted' ? 'Deleted plans' : `Show: ${view}`,
      hint: viewKey(view),
      group: 'Views',
      act: () => page.go(view),
    })),
    ...server.boards.map(board => ({
      label: `Board: ${board.name}`,
      group: 'Boards',
      act: () => { location.href = boardAddress(board.name); },
    })),
  ];
}

/** Shows the command palette. @param {Page} page */
export function openPalette(page) {
  const items = otherItems(page);
  // The complete name of an action means the action, even if plans match its words.
  const named = typed => items.filter(({ label }) => folded(label) === folded(typed).trim());
  choose('Commands', items, {
    hint: 'Find a plan or an action',
    first: typed => [...named(typed), ...planItems(page, typed)],
  });
}
