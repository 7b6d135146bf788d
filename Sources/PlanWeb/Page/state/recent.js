// @ts-check
// The plans that were opened last in this browser, for the command palette.

/** @typedef {import('./state.js').BoardState} BoardState */

const MOST = 8;

/** @param {BoardState} state */
const key = state => `pmgit.recent/${state.server.repository}/${state.name}`;

/**
 * Returns the ids of the plans that were opened last, newest first. Some may have been deleted.
 * @param {BoardState} state @returns {string[]}
 */
export function recentlyOpened(state) {
  try {
    const ids = JSON.parse(localStorage.getItem(key(state)) ?? '[]');
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [];
  } catch { return []; }
}

/** @param {BoardState} state @param {string} id the plan that is opened */
export function noteOpened(state, id) {
  const ids = [id, ...recentlyOpened(state).filter(each => each !== id)].slice(0, MOST);
  try {
    localStorage.setItem(key(state), JSON.stringify(ids));
  } catch {
    /* Without storage space, nothing is stored. */
  }
}
