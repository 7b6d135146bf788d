// @ts-check
// The names that popovers and the palette offer: people, labels and saved views.


export class Names {
  /** @type {string[]} */
  people = [];
  /** @type {string[]} */
  labels = [];
  /** @type {SavedView[]} */
  views = [];
  /** Whether the board has changed since the names of people and labels were read. */
  #areOld = true;
  /** @type {Promise<any>} The last request for names of people and labels. */
  #reading = Promise.resolve();

  /**
   * @param {import('./api.js').BoardAPI} api
   * @param {() => void} changed is called when names were read
   */
  constructor(api, changed) {
    this.api = api;
    this.changed = changed;
    this.read();
    this.#readViews();
  }

  /**
   * Handles a change of the board. The names of people and labels are read again when a popover
   * offers them. Saved views are read immediately, because the command palette shows them.
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
  read() {
    if (this.#areOld) this.#reading = this.#read();
    return this.#reading;
  }

  async #read() {
    this.#areOld = false;
    try {
      const [{ people }, { labels }] = await Promise.all(['people', 'labels']
        .map(question => this.api.get(question)));
      this.people =
        people.map(person => person.email ? `${person.name} <${person.email}>` : person.name);
      this.labels = labels.map(label => label.name);
      this.changed();
    } catch {
      // The old names are kept, and the next call tries again.
      this.#areOld = true;
    }
  }
}
