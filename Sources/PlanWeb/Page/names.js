// @ts-check
// The names that fields offer: of people, of labels, and of saved views.
import { $, fill, h } from './dom.js';

/** The time after a change in which the names are read again, in milliseconds. */
const PAUSE = 3000;

/**
 * Makes a field for several names offer them one by one: a list of the browser's own completes a whole value.
 * @param {HTMLInputElement} field
 * @param {string} id of the list
 * @param {() => string[]} names
 * @returns {Node} the list, to stand beside the field
 */
export function offerNames(field, id, names) {
  const list = h('datalist', { id });
  field.setAttribute('list', id);
  const offer = () => {
    const said = /^.*,\s*/.exec(field.value)?.[0] ?? '';
    fill(list, ...names().map(name => h('option', { value: said + name })));
  };
  for (const event of ['focus', 'input']) field.addEventListener(event, offer);
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
  /** @type {number | undefined} */
  #timer;

  /** @param {import('./api.js').BoardAPI} api */
  constructor(api) {
    this.api = api;
    document.body.append(h('datalist', { id: 'people' }));
    this.#read();
  }

  readSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), PAUSE);
  }

  async #read() {
    try {
      const [{ people }, { labels }, { views }] = await Promise.all(
        ['people', 'labels', 'settings'].map(question => this.api.get(question)));
      this.views = views;
      this.people = ['@me', ...people.map(person => person.email ? `${person.name} <${person.email}>` : person.name)];
      this.labels = labels.map(label => label.name);
      fill($('people'), ...this.people.map(value => h('option', { value })));
    } catch { /* Fields offer nothing then, or what they offered before. */ }
  }
}
