// @ts-check
// Suggests words while a person types in a field: a combobox whose list completes the word before
// the cursor, or the whole text.
import { fill, h, insert, set } from './dom.js';

/**
 * A suggestion: the text that replaces the word before the cursor, or the whole text, and what
 * people see instead, with an icon.
 * @typedef {{text: string, about: string, goesOn: boolean, label?: string,
 *   sign?: () => import('./dom.js').Child}} Offer
 */

const MOST = 12;

export class Offers {
  /** @type {Offer[]} */
  #offers = [];
  /** The index of the selected suggestion; -1 if none is selected. */
  #active = -1;
  /** The word that was completed. */
  #word = '';
  /**
   * @type {?string} What was typed when the person chose a suggestion with the arrow keys; null if
   * none was chosen.
   */
  #chosenFor = null;

  /**
   * @param {HTMLInputElement | HTMLTextAreaElement} field
   * @param {string} id the id of the list
   * @param {string} label the name of the list
   * @param {(word: string) => Promise<Offer[]>} read returns the suggestions for a word
   * @param {boolean} [takesFirst] whether Enter and Tab take the first one
   * @param {?(() => any)} [taken] is called after a suggestion for the whole text was taken; by
   * default, suggestions are for the word before the cursor. Tab does not take such a suggestion
   */
  constructor(field, id, label, read, takesFirst = false, taken = null) {
    this.field = field;
    this.takesFirst = takesFirst;
    this.taken = taken;
    this.read = read;
    this.list = h('ul.offers', { id, role: 'listbox', 'aria-label': label, hidden: true });
    // A field of several lines can't be a combobox.
    const isBox = field instanceof HTMLInputElement;
    set(field, {
      role: isBox ? 'combobox' : null,
      'aria-expanded': isBox ? 'false' : null,
      'aria-haspopup': 'listbox',
      'aria-controls': id,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    field.addEventListener('blur', () => setTimeout(() => {
      if (document.activeElement !== field) this.hide();
    }, 150));
  }

  get isOpen() { return this.#offers.length > 0; }

  get #typed() { return this.field.value.slice(0, this.field.selectionStart ?? undefined); }

  /** The text that a suggestion replaces. */
  get #part() { return this.taken ? this.field.value.trim() : /\S*$/.exec(this.#typed)[0]; }

  /** Shows suggestions for what is typed. */
  async offer() {
    const typed = this.#typed;
    const word = this.#part;
    if (!word) return this.hide();
    /** @type {Offer[]} */
    let words;
    try { words = await this.read(word); } catch { return this.hide(); }
    if (typed !== this.#typed || document.activeElement !== this.field) return;
    // These suggestions may be late, after the person has chosen one of those before.
    const chosen = this.#chosenFor === typed ? this.#offers[this.#active]?.text : null;
    this.#offers = words.filter(offer => offer.text !== word).slice(0, MOST);
    // A sign alone, or a word that equals a suggestion, may be complete.
    const isMeant = word.length === 1
      || words.some(offer => offer.text.toLowerCase() === word.toLowerCase());
    this.#active = this.#offers.findIndex(offer => offer.text === chosen);
    if (this.#active < 0) {
      this.#chosenFor = null;
      this.#active = this.takesFirst && !isMeant && this.isOpen ? 0 : -1;
    }
    this.#word = word;
    this.#draw();
  }

  hide() { this.#offers = []; this.#draw(); }

  /**
   * Handles the arrow keys, Tab, Enter and Escape while suggestions are shown.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was handled
   */
  key(event) {
    if (!this.isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offer = this.#offers[this.#active];
    if (step) {
      this.#active = this.#active < 0 && step < 0
        ? this.#offers.length - 1
        : (this.#active + step + this.#offers.length) % this.#offers.length;
      this.#chosenFor = this.#typed;
      this.#draw();
    } else if (offer && !event.shiftKey
        && (event.key === 'Tab' && !this.taken || event.key === 'Enter')) {
      // A suggestion for the beginning of a word is not used for the whole word.
      if (this.#chosenFor !== this.#typed && this.#part !== this.#word) return false;
      this.#take(offer);
    }
    else if (event.key === 'Escape') this.hide();
    else return false;
    event.preventDefault();
    return true;
  }

  #draw() {
    this.list.hidden = !this.isOpen;
    if (this.field.hasAttribute('role')) {
      this.field.setAttribute('aria-expanded', String(this.isOpen));
    }
    fill(this.list, ...this.#offers.map((offer, index) => h('li',
      {
        role: 'option',
        id: `${this.list.id}-${index}`,
        'aria-selected': String(index === this.#active),
        onmousedown: event => {
          event.preventDefault();
          if (event.button === 0) this.#take(offer);
        },
      },
      offer.sign?.(),
      h('span.grow', { dir: 'auto' }, offer.label ?? offer.text),
      h('small', { dir: 'auto' }, offer.about))));
    this.list.children[this.#active]?.scrollIntoView({ block: 'nearest' });
    if (this.#active >= 0) {
      this.field.setAttribute('aria-activedescendant', `${this.list.id}-${this.#active}`);
    } else {
      this.field.removeAttribute('aria-activedescendant');
    }
  }

  /** @param {Offer} offer */
  #take(offer) {
    if (this.taken) {
      insert(this.field, offer.text, 0, this.field.value.length);
      this.hide();
      return this.taken();
    }
    const end = this.field.selectionStart;
    const start = end - /\S*$/.exec(this.field.value.slice(0, end))[0].length;
    return insert(this.field, offer.text + (offer.goesOn ? '' : ' '), start, end);
  }
}
