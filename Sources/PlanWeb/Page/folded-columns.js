// @ts-check
// Which columns are folded to strips. This browser keeps the choice for each board. A phone shows one column at a time,
// so there none is folded.

/** @typedef {import('./state.js').BoardState} BoardState */

const PHONE = matchMedia('(max-width: 40rem)');

export class FoldedColumns {
  #key;
  /** @type {Set<string>} The ids of the columns. */
  #ids;

  /** @param {BoardState} state */
  constructor(state) {
    this.state = state;
    this.#key = `pmgit.folded/${state.name}`;
    this.#ids = new Set(read(this.#key));
    PHONE.addEventListener('change', () => { if (this.#ids.size > 0) state.changed(); });
  }

  /** Whether columns can be folded here. */
  get isPossible() { return !PHONE.matches; }

  /** Whether a column is folded. @param {string} id */
  has(id) { return this.isPossible && this.#ids.has(id); }

  /** Folds a column, or unfolds it. @param {string} id */
  toggle(id) {
    if (!this.#ids.delete(id)) this.#ids.add(id);
    try { localStorage.setItem(this.#key, JSON.stringify([...this.#ids])); } catch { /* The choice lasts until the page is closed. */ }
    this.state.changed();
  }
}

/** Returns the stored ids; none if what is stored can't be read. @param {string} key @returns {string[]} */
function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : [];
  } catch { return []; }
}
