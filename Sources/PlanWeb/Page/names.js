// The names that fields offer: of people, of labels, and of saved views.
import { $, fill, h } from './dom.js';

/** The time after a change in which the names are read again, in milliseconds. */
const PAUSE = 3000;

export class Names {
  people = [];
  labels = [];
  /** `{name, query}` of each saved view. */
  views = [];

  constructor(api) {
    this.api = api;
    document.body.append(h('datalist', { id: 'people' }), h('datalist', { id: 'labels' }));
    this.#read();
  }

  readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#read(), PAUSE);
  }

  async #read() {
    try {
      const [{ people }, { labels }, { views }] = await Promise.all(
        ['people', 'labels', 'settings'].map(question => this.api.get(question)));
      this.views = views;
      this.people = ['@me', ...people.map(person => person.email ? `${person.name} <${person.email}>` : person.name)];
      this.labels = labels.map(label => label.name);
      fill($('people'), ...this.people.map(value => h('option', { value })));
      fill($('labels'), ...this.labels.map(value => h('option', { value })));
    } catch { /* Fields offer nothing then, or what they offered before. */ }
  }
}
