// @ts-check
// How the page looks in this browser: its colours, and the size of its cards. A choice is stored,
// and other tabs follow it.

export class Look {
  #key;

  /**
   * @param {string} name the name of its attribute, and of its key in the storage
   * @param {string} title
   * @param {{name: string, label: string}[]} options the name of the first one is empty
   */
  constructor(name, title, options) {
    this.name = name;
    this.title = title;
    this.options = options;
    this.#key = `pmgit.${name}`;
    addEventListener('storage', event => { if (event.key === this.#key) this.show(); });
  }

  /** The name of the stored choice; empty by default. */
  get now() {
    try {
      const kept = localStorage.getItem(this.#key);
      return this.options.find(({ name }) => name === kept)?.name ?? '';
    } catch {
      // The browser keeps nothing for this page.
      return '';
    }
  }

  /** Shows the choice. */
  show(name = this.now) {
    const { dataset } = document.documentElement;
    if (name) dataset[this.name] = name; else delete dataset[this.name];
  }

  /** Stores a choice, and shows it. @param {string} name */
  choose(name) {
    this.show(name);
    if (name) localStorage.setItem(this.#key, name); else localStorage.removeItem(this.#key);
  }
}

export const LOOKS = [
  new Look('theme', 'Colours', [
    { name: '', label: 'As the system' }, { name: 'light', label: 'Light' },
    { name: 'dark', label: 'Dark' },
  ]),
  new Look('cards', 'Cards', [
    { name: '', label: 'Comfortable' }, { name: 'compact', label: 'Compact' },
  ]),
];
