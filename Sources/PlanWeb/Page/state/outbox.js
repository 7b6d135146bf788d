// @ts-check
// The texts of a composer: what a person is typing, and the lines that are being added. Both are
// kept as drafts until they are on the board. Other tabs see which lines are being added, so that
// they do not add them again.
import { draftOf, dropDraft, keepDraft, ownDrafts } from './drafts.js';

/** @typedef {import('./state.js').BoardState} BoardState */

/** The name of this page among the open pages. */
const ME = Math.random().toString(36).slice(2);
/**
 * How long lines of another page count as being added, in milliseconds. After that, no answer is
 * expected.
 */
const LONGEST_WAIT = 60_000;

/** Whether lines are still being added. @param {import('./drafts.js').Sent} sent */
const isUnderWay = ({ by, at }) => by === ME || Date.now() - at < LONGEST_WAIT;

export class Outbox {
  /** @param {BoardState} state */
  constructor(state) {
    this.state = state;
    // The answers no longer arrive here, so the next page shows the lines again.
    addEventListener('pagehide', () => this.#abandon());
  }

  /**
   * Returns the text that is typed under a name, after the lines that were not added.
   * @param {string} name
   */
  typed(name) {
    const draft = draftOf(this.state, name);
    const lost = (draft?.sent ?? []).filter(each => !isUnderWay(each)).flatMap(each => each.lines);
    return [...lost, draft?.text].filter(Boolean).join('\n');
  }

  /** @param {string} name @param {string} text what is typed now */
  type(name, text) { this.#keep(name, text, this.#sent(name)); }

  /**
   * Records that lines are being added, and that nothing has been typed after them.
   * @param {string} name @param {string[]} lines
   */
  send(name, lines) {
    this.#keep(name, '', [...this.#sent(name), { by: ME, at: Date.now(), lines }]);
  }

  /**
   * Records that some of the lines are no longer being added.
   * @param {string} name @param {string[]} lines
   */
  end(name, lines) {
    const rest = [...lines];
    /** @param {string} line */
    const isOver = line => {
      const index = rest.indexOf(line);
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    };
    const sent = this.#sent(name).map(each =>
      each.by === ME ? { ...each, lines: each.lines.filter(line => !isOver(line)) } : each);
    this.#keep(name, draftOf(this.state, name)?.text ?? '',
      sent.filter(each => each.lines.length > 0));
  }

  /** Returns the lines that are being added. @param {string} name */
  #sent(name) { return (draftOf(this.state, name)?.sent ?? []).filter(isUnderWay); }

  /** @param {string} name @param {string} text @param {import('./drafts.js').Sent[]} sent */
  #keep(name, text, sent) {
    if (text || sent.length > 0) keepDraft(this.state, name, text, this.state.basis, { sent });
    else dropDraft(this.state, name);
  }

  #abandon() {
    for (const name of ownDrafts(this.state)) {
      const draft = draftOf(this.state, name);
      if (!draft?.sent?.some(each => each.by === ME)) continue;
      keepDraft(this.state, name, draft.text, draft.commit,
        { sent: draft.sent.map(each => each.by === ME ? { ...each, by: '', at: 0 } : each) });
    }
  }
}
