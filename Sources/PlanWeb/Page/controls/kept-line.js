// @ts-check
// A line of text that is stored as a draft until it is saved or discarded, and the notes beside
// it: that it was not saved, and what other people have changed meanwhile.
import { button, fill, h, timeAgo } from './dom.js';
import { discardDraft, draftOf, dropDraft, keeping } from '../state/drafts.js';

/** @typedef {import('./parts.js').Field} Field */
/** @typedef {import('../state/drafts.js').Draft} Draft */
/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * Returns a note about what other people have changed while a person is writing.
 * @param {string} now the saved text
 */
export const meanwhile = now => h('div.meanwhile.now', { role: 'status' },
  h('p', null, 'Changed meanwhile. Now:'),
  h('blockquote', { dir: 'auto' }, now || '(nothing)'),
  h('p', null, 'If you save, both values are kept as a conflict.'));

/**
 * Returns a note about an earlier draft.
 * @param {Draft} draft @param {...import('./dom.js').Child} acts
 */
export const notSaved = ({ at }, ...acts) => h('div.meanwhile.kept', null,
  h('span', null, 'Draft, not saved · ', timeAgo(new Date(at).toISOString())),
  h('span.acts', null, acts));

/** Leaves the focus where it is: a field that loses it saves. @param {Event} event */
export const stay = event => event.preventDefault();

export class KeptLine {
  /** The notes, to be placed beside the field. */
  note = h('div.notes');
  /** @type {?Draft} The draft that was already stored. */
  #kept;
  /** The version that the field shows, on which its text is based. */
  #basis;

  /**
   * @param {Field} field @param {BoardState} state @param {string} name the name of the draft
   * @param {object} of
   * @param {() => string} of.saved returns the text of the board
   * @param {() => string} [of.commit] returns the commit of the version that the field shows, by
   * default the board's
   * @param {() => any} of.again shows the field again, with a restored text
   * @param {() => any} [of.save] saves the text; for a field that is always shown, so that the
   * notes have buttons
   */
  constructor(field, state, name, { saved, commit = () => state.basis, again, save }) {
    this.field = field;
    this.state = state;
    this.saved = saved;
    this.again = again;
    this.save = save;
    this.#basis = { commit: commit(), before: saved() };
    if (draftOf(state, name)?.text === saved()) dropDraft(state, name);
    this.#kept = keeping(field, state, name, () => this.#basis.commit, () => this.#basis.before);
    this.draw();
  }

  /** The commit at which the person began to write. */
  get commit() { return this.field.dataset.commit ?? this.#basis.commit; }

  /** Shows the notes that are true now. */
  draw() {
    const now = this.saved();
    const before = this.field.dataset.before ?? this.#basis.before;
    fill(this.note,
      this.#kept && notSaved(this.#kept, this.save
        ? [
          button('Save', this.save, { onmousedown: stay }),
          button('Discard', () => { this.discard(); this.again(); }, { onmousedown: stay }),
        ]
        : 'Enter saves, Esc discards.'),
      now !== before && meanwhile(now));
  }

  /** The text is saved, or equals the saved one. */
  end() {
    const { dataset } = this.field;
    dropDraft(this.state, dataset.draft);
    delete dataset.commit;
    delete dataset.before;
    this.#basis = { commit: this.state.basis, before: this.saved() };
    this.#kept = null;
    this.draw();
  }

  /** Discards the text, and offers to restore it. */
  discard() {
    // A changed field that is removed with the focus in it would be saved as if a person left it.
    this.field.value = this.field.dataset.shown ?? '';
    discardDraft(this.state, this.field.dataset.draft, this.again);
  }
}
