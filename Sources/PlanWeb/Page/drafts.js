// @ts-check
// Drafts: unsaved texts, which this browser stores until they are saved. They survive a closed page, a stopped
// server and a lost connection.
import { toast } from './toast.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/**
 * Lines that a page is adding, since a time.
 * @typedef {{by: string, at: number, lines: string[]}} Sent
 */
/**
 * An unsaved text, with the commit at which the person began to write it. `sent` has lines before it that are being added.
 * @typedef {{text: string, commit: string, at: number, sent?: Sent[]}} Draft
 */

/** @param {BoardState} state @param {string} name the plan and its field */
const key = (state, name) => `pmgit.draft/${state.server.repository}/${state.name}/${name}`;

/** @param {BoardState} state @param {string} name @returns {?Draft} */
export const draftOf = (state, name) => {
  try { return JSON.parse(localStorage.getItem(key(state, name))); } catch { return null; }
};

let hasRoom = true;

/** @param {BoardState} state @param {string} name @param {string} text @param {string} commit @param {Sent[]} [sent] */
export function keepDraft(state, name, text, commit, sent = []) {
  try {
    localStorage.setItem(key(state, name), JSON.stringify({ text, commit, at: Date.now(), ...sent.length > 0 && { sent } }));
    hasRoom = true;
  } catch {
    if (hasRoom) toast('This browser has no room to keep what you write: save it before you close the page');
    hasRoom = false;
  }
}

/** @param {BoardState} state @param {string} name */
export const dropDraft = (state, name) => localStorage.removeItem(key(state, name));

/**
 * Removes a draft.
 * @param {BoardState} state @param {string} name
 * @returns {?() => void} restores the draft before any text written since; null if there was no draft
 */
export function giveUp(state, name) {
  const given = draftOf(state, name);
  dropDraft(state, name);
  return given && (() => {
    const texts = [given.text, draftOf(state, name)?.text].filter(Boolean);
    keepDraft(state, name, texts.join('\n\n'), given.commit);
  });
}

/**
 * Returns the names of all drafts of a board.
 * @param {BoardState} state
 */
export function drafts(state) {
  const start = key(state, '');
  return Object.keys(localStorage).filter(each => each.startsWith(start)).map(each => each.slice(start.length));
}

/**
 * Makes a field store its text as a draft, with the commit at which the person began to write.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {BoardState} state @param {string} name
 * @param {() => string} shown the commit of the version that the field shows; the board's may be older or newer
 * @returns {?Draft} the draft that was already stored
 */
export function keeping(field, state, name, shown) {
  const kept = draftOf(state, name);
  field.dataset.draft = name;
  if (kept) {
    field.value = kept.text;
    field.dataset.commit = kept.commit;
  }
  field.addEventListener('input', () => keepDraft(state, name, field.value, field.dataset.commit ??= shown()));
  return kept;
}
