// @ts-check
// Drafts: unsaved texts, which this browser stores until they are saved. They survive a closed
// page, a stopped server and a lost connection. A draft belongs to the tab that writes it. When
// that tab is gone, the first tab that looks for the draft takes it over.
import { ME, isOpenElsewhere } from './tabs.js';
import { isUnsaved } from '../controls/parts.js';
import { tellProblem, toast } from '../controls/toast.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * Lines that a page is adding, since the time `at`.
 * @typedef {{by: string, at: number, lines: string[]}} Sent
 */
/**
 * An unsaved text, with the commit at which the person began to write it, and the text that was
 * saved then. `sent` contains lines before the text that are being added.
 * @typedef {{text: string, commit: string, at: number, before?: string, sent?: Sent[]}} Draft
 */

/** @param {BoardState} state */
const prefix = state => `pmgit.draft/${state.server.repository}/${state.name}/`;

/** @param {BoardState} state @param {string} name the plan and its field @param {string} [tab] */
const key = (state, name, tab = ME) => `${prefix(state)}~${tab}/${name}`;

/** @param {string} key @returns {?Draft} */
const readDraft = key => {
  try { return JSON.parse(localStorage.getItem(key) ?? 'null'); } catch { return null; }
};

/**
 * Returns the drafts of a board: their keys, their tabs (null for drafts of older versions without
 * tabs), and their names.
 * @param {BoardState} state @returns {{key: string, tab: ?string, name: string}[]}
 */
function kept(state) {
  const start = prefix(state);
  /** @type {string[]} */
  let keys = [];
  try { keys = Object.keys(localStorage); } catch { /* The browser stores nothing. */ }
  return keys.filter(each => each.startsWith(start)).map(each => {
    const [, tab = null, name] = /^(?:~([a-z0-9]{8})\/)?(.*)$/s.exec(each.slice(start.length))
      ?? [];
    return { key: each, tab, name: name ?? '' };
  });
}

/** Whether a tab is still open, so that its drafts belong to it. @param {?string} tab */
const isTaken = tab => tab != null && tab !== ME && isOpenElsewhere(tab);

/**
 * Returns the draft of this tab. If it has none, takes over the newest one of a tab that is gone.
 * @param {BoardState} state @param {string} name @returns {?Draft}
 */
export function draftOf(state, name) {
  const own = readDraft(key(state, name));
  if (own) return own;
  const left = kept(state)
    .filter(each => each.name === name && each.tab !== ME && !isTaken(each.tab))
    .map(each => ({ ...each, draft: readDraft(each.key) })).filter(each => each.draft)
    .sort((a, b) => (b.draft.at ?? 0) - (a.draft.at ?? 0));
  if (left.length === 0) return null;
  const [{ key: old, draft }] = left;
  try {
    localStorage.setItem(key(state, name), JSON.stringify(draft));
    localStorage.removeItem(old);
  } catch { /* Without storage space the draft stays where it is. */ }
  return draft;
}

let hasRoom = true;

/**
 * @param {BoardState} state @param {string} name @param {string} text @param {string} commit
 * @param {{before?: string, sent?: Sent[]}} more
 */
export function keepDraft(state, name, text, commit, { before, sent = [] } = {}) {
  try {
    localStorage.setItem(key(state, name),
      JSON.stringify({ text, commit, at: Date.now(), before, ...sent.length > 0 && { sent } }));
    hasRoom = true;
    if (state.drafted?.has(planOf(name)) === false) drawSoon(state);
  } catch {
    if (hasRoom) {
      tellProblem({
        message: 'This browser has no room to keep what you write',
        hints: ['save it before you close the page'],
      });
    }
    hasRoom = false;
  }
}

/** @param {BoardState} state @param {string} name */
export function dropDraft(state, name) {
  const stored = key(state, name);
  if (localStorage.getItem(stored) == null) return;
  localStorage.removeItem(stored);
  if (state.drafted?.has(planOf(name))) drawSoon(state);
}

/** Returns the plan of a draft, or the place of another text. @param {string} name */
const planOf = name => name.split('/', 1)[0];

/** Draws the views again, which mark the plans with drafts. @param {BoardState} state */
const drawSoon = state => queueMicrotask(() => state.changed());

/**
 * Finds the plans with drafts that this tab writes, or would take over.
 * @param {BoardState} state
 */
export function findDrafted(state) {
  state.drafted = new Set(kept(state).filter(each => !isTaken(each.tab))
    .map(each => planOf(each.name)));
}

/**
 * Removes a draft.
 * @param {BoardState} state @param {string} name
 * @returns {?() => void} restores the draft before any text written since; null if there was no
 * draft
 */
export function giveUp(state, name) {
  const given = draftOf(state, name);
  dropDraft(state, name);
  return given && (() => {
    const texts = [given.text, draftOf(state, name)?.text].filter(Boolean);
    keepDraft(state, name, texts.join('\n\n'), given.commit, { before: given.before });
  });
}

/**
 * Removes a draft, and offers to restore it.
 * @param {BoardState} state @param {string} name
 * @param {() => any} restored is called after it was restored
 */
export function discardDraft(state, name, restored) {
  const takeBack = giveUp(state, name);
  if (takeBack) {
    toast('Discarded your text', { label: 'Restore it', act: () => { takeBack(); restored(); } });
  }
}

/**
 * Returns the names of all drafts of a board.
 * @param {BoardState} state
 */
export function drafts(state) {
  return [...new Set(kept(state).map(each => each.name))];
}

/**
 * Returns the names of the drafts that this tab writes.
 * @param {BoardState} state
 */
export const ownDrafts = state => kept(state)
  .filter(each => each.tab === ME).map(each => each.name);

/**
 * Makes a field store its text as a draft, with the commit at which the person began to write.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {BoardState} state
 * @param {string} name
 * @param {() => string} shown returns the commit of the version that the field shows, which may be
 * older or newer than the board's
 * @param {() => string} saved returns the text of that version
 * @returns {?Draft} the draft that was already stored
 */
export function keeping(field, state, name, shown, saved = () => field.dataset.shown ?? '') {
  const kept = draftOf(state, name);
  field.dataset.draft = name;
  if (kept) {
    field.value = kept.text;
    field.dataset.commit = kept.commit;
    if (kept.before !== undefined) field.dataset.before = kept.before;
  }
  field.addEventListener('input', () => {
    const commit = field.dataset.commit ??= shown();
    const before = field.dataset.before ??= saved();
    if (isUnsaved(field)) keepDraft(state, name, field.value, commit, { before });
    else dropDraft(state, name);
  });
  return kept;
}
