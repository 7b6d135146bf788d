// @ts-check
// The names that fields suggest: people, labels and saved views.
import { $, fill, h } from './dom.js';

/**
 * The names that a field suggests: those already read, and a function that reads the newest ones.
 * @typedef {{known: () => string[], read: () => Promise<void>}} Source
 */

/**
 * Makes a field suggest names for its last item. A plain `datalist` would only complete the whole value.
 * @param {HTMLInputElement} field
 * @param {string} id the id of the list
 * @param {Source} names
 * @returns {Node} the list, to insert next to the field
 */
export function offerNames(field, id, names) {
  const list = h('datalist', { id });
  field.setAttribute('list', id);
  const offer = () => {
    const said = /^.*,\s*/.exec(field.value)?.[0] ?? '';
    fill(list, ...names.known().map(name => h('option', { value: said + name })));
  };
  field.addEventListener('focus', offer);
  field.addEventListener('input', () => { offer(); names.read().then(offer); });
  offer();
  return list;
}

export class Names {
  /** @type {string[]} */
  people = [];
  /** @type {string[]} */
  labels = [];
  /** @type {SavedView[]} */
  views = [];
  /** Whether the board was changed since the names of people and labels were read. */
  #areOld = true;

  /** @param {import('./api.js').BoardAPI} api @param {() => void} changed is called when names were read */
  constructor(api, changed) {
    this.api = api;
    this.changed = changed;
    document.body.append(h('datalist', { id: 'people' }));
    this.read();
    this.#readViews();
  }

  /** @param {'people' | 'labels'} kind @returns {Source} */
  of(kind) { return { known: () => this[kind], read: () => this.read() }; }

  /**
   * Handles a change of the board. Names are read again when a person types in a field that suggests them.
   * Saved views are read immediately, because the command palette shows them.
   * @param {NewsDocument} news
   */
  hear({ settingsChanged }) {
    this.#areOld = true;
    if (settingsChanged) this.#readViews();
  }

  async #readViews() {
    try {
      this.views = (await this.api.get('settings')).views;
      this.changed();
    } catch { /* The palette keeps the old views. */ }
  }

  /** Reads the names of people and labels if the board has changed since. */
  async read() {
    if (!this.#areOld) return;
    this.#areOld = false;
    try {
      const [{ people }, { labels }] = await Promise.all(['people', 'labels'].map(question => this.api.get(question)));
      this.people = ['@me', ...people.map(person => person.email ? `${person.name} <${person.email}>` : person.name)];
      this.labels = labels.map(label => label.name);
      this.changed();
      fill($('people'), ...this.people.map(value => h('option', { value })));
    } catch {
      // Fields keep their old suggestions. The next call reads again.
      this.#areOld = true;
    }
  }
}
