// @ts-check
// Suggests words while a person types in a field: a combobox whose list completes the word before the cursor.
import { fill, h, insert, set } from './dom.js';

/**
 * A suggestion for the word before the cursor.
 * @typedef {{text: string, about: string, goesOn: boolean}} Offer
 */

const MOST = 12;

export class Offers {
  /** @type {Offer[]} */
  #offers = [];
  /** The index of the selected suggestion; -1 for none. */
  #active = -1;

  /**
   * @param {HTMLInputElement | HTMLTextAreaElement} field
   * @param {string} id the id of the list
   * @param {string} label what the list is called
   * @param {(word: string) => Promise<Offer[]>} read returns the suggestions for a word
   */
  constructor(field, id, label, read) {
    this.field = field;
    this.read = read;
    this.list = h('ul.offers', { id, role: 'listbox', 'aria-label': label, hidden: true });
    // A field of several lines can't be a combobox.
    const isBox = field instanceof HTMLInputElement;
    set(field, { role: isBox ? 'combobox' : null, 'aria-expanded': isBox ? 'false' : null, 'aria-haspopup': 'listbox',
      'aria-controls': id, 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false' });
    field.addEventListener('blur', () => setTimeout(() => this.hide(), 150));
  }

  get isOpen() { return this.#offers.length > 0; }

  get #typed() { return this.field.value.slice(0, this.field.selectionStart ?? undefined); }

  /** Suggests words for the one before the cursor. */
  async offer() {
    const typed = this.#typed;
    const word = /\S*$/.exec(typed)[0];
    if (!word) return this.hide();
    /** @type {Offer[]} */
    let words;
    try { words = await this.read(word); } catch { return this.hide(); }
    if (typed !== this.#typed || document.activeElement !== this.field) return;
    this.#offers = words.filter(offer => offer.text !== word).slice(0, MOST);
    this.#active = -1;
    this.#draw();
  }

  hide() { this.#offers = []; this.#draw(); }

  /**
   * Handles the arrow keys, Tab, Enter and Escape while suggestions are shown.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was for the suggestions
   */
  key(event) {
    if (!this.isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offer = this.#offers[this.#active];
    if (step) {
      this.#active = (this.#active + step + this.#offers.length) % this.#offers.length;
      this.#draw();
    } else if (offer && (event.key === 'Tab' || event.key === 'Enter')) this.#take(offer);
    else if (event.key === 'Escape') this.hide();
    else return false;
    event.preventDefault();
    return true;
  }

  #draw() {
    this.list.hidden = !this.isOpen;
    if (this.field.hasAttribute('role')) this.field.setAttribute('aria-expanded', String(this.isOpen));
    fill(this.list, ...this.#offers.map((offer, index) => h('li', {
      role: 'option', id: `${this.list.id}-${index}`, 'aria-selected': String(index === this.#active),
      onmousedown: event => { event.preventDefault(); this.#take(offer); },
    }, h('span', { dir: 'auto' }, offer.text), h('small', { dir: 'auto' }, offer.about))));
    this.list.children[this.#active]?.scrollIntoView({ block: 'nearest' });
    if (this.#active >= 0) this.field.setAttribute('aria-activedescendant', `${this.list.id}-${this.#active}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  /** @param {Offer} offer */
  #take(offer) {
    const end = this.field.selectionStart;
    const start = end - /\S*$/.exec(this.field.value.slice(0, end))[0].length;
    insert(this.field, offer.text + (offer.goesOn ? '' : ' '), start, end);
  }
}
