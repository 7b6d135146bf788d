// @ts-check
// Which columns are folded to strips. This browser stores the choice for each board. A phone shows
// one column at a time, so none is folded there.

/** @typedef {import('./state.js').BoardState} BoardState */

const PHONE = matchMedia('(max-width: 40rem)');

export class FoldedColumns {
  #key;
  /** @type {Set<string>} The ids of the columns. */
  #ids;

  /** @param {BoardState} state */
  constructor(state) {
    this.state = state;
    const place = state.server.published ? location.pathname : state.server.repository;
    this.#key = `pmgit.folded/${place}/${state.name}`;
    this.#ids = new Set(read(this.#key));
    // Another page of this board has changed which columns are folded.
    addEventListener('storage', ({ key }) => {
      if (key !== this.#key) return;
      this.#ids = new Set(read(this.#key));
      state.changed();
    });
    PHONE.addEventListener('change', () => { if (this.#ids.size > 0) state.changed(); });
  }

  /** Whether columns can be folded in this window. */
  get isPossible() { return !PHONE.matches; }

  /** Whether a column is folded. @param {string} id */
  has(id) { return this.isPossible && this.#ids.has(id); }

  /** Folds a column, or unfolds it. @param {string} id */
  toggle(id) {
    const isFolded = !this.#ids.has(id);
    // Removed columns are forgotten, but not while the past is shown, which may lack newer columns.
    const isKnown = each => this.state.at != null
      || this.state.columns.some(column => column.id === each);
    const ids = [...this.#ids].filter(each => each !== id && isKnown(each));
    this.#ids = new Set(isFolded ? [...ids, id] : ids);
    try {
      localStorage.setItem(this.#key, JSON.stringify([...this.#ids]));
    } catch {
      /* The choice lasts until the page is closed. */
    }
    this.state.changed();
  }
}

/**
 * Returns the stored ids; empty if they can't be parsed.
 * @param {string} key @returns {string[]}
 */
function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : [];
  } catch { return []; }
}
