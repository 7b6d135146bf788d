// @ts-check
// The names that fields offer: of people, of labels, and of saved views.
import { $, fill, h } from './dom.js';

/**
 * Names that a field offers: those that are known, and a way to make them the newest.
 * @typedef {{known: () => string[], read: () => Promise<void>}} Source
 */

/**
 * Makes a field for several names offer them one by one: a list of the browser's own completes a whole value.
 * @param {HTMLInputElement} field
 * @param {string} id of the list
 * @param {Source} names
 * @returns {Node} the list, to stand beside the field
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

  /** @param {import('./api.js').BoardAPI} api */
  constructor(api) {
    this.api = api;
    document.body.append(h('datalist', { id: 'people' }));
    this.read();
    this.#readViews();
  }

  /** @param {'people' | 'labels'} kind @returns {Source} */
  of(kind) { return { known: () => this[kind], read: () => this.read() }; }

  /**
   * Notes that the board was changed. Names are read again when somebody writes in a field that offers them;
   * saved views at once, as the palette shows them.
   * @param {NewsDocument} news
   */
  hear({ settingsChanged }) {
    this.#areOld = true;
    if (settingsChanged) this.#readViews();
  }

  async #readViews() {
    try { this.views = (await this.api.get('settings')).views; } catch { /* The palette shows those of before. */ }
  }

  /** Reads the names of people and labels, if there can be others than are known. */
  async read() {
    if (!this.#areOld) return;
    this.#areOld = false;
    try {
      const [{ people }, { labels }] = await Promise.all(['people', 'labels'].map(question => this.api.get(question)));
      this.people = ['@me', ...people.map(person => person.email ? `${person.name} <${person.email}>` : person.name)];
      this.labels = labels.map(label => label.name);
      fill($('people'), ...this.people.map(value => h('option', { value })));
    } catch {
      // Fields offer what they offered before, and ask again.
      this.#areOld = true;
    }
  }
}
