// One plan beside the board: all that it has, each part changed where it stands. A part in which somebody writes is
// never replaced: what others change under it is told beside it.
import { button, fill, focusNow, h, moment } from './dom.js';
import { change } from './acts.js';
import { drawPart, isBusy, isUnsaved, unsaved } from './parts.js';
import { draftOf, dropDraft, giveUp, keepDraft, keeping } from './drafts.js';
import { toast } from './toast.js';
import { head } from './plan-head.js';
import { fields } from './plan-fields.js';
import { body } from './plan-body.js';
import { checklist, newLine } from './plan-checklist.js';
import { links, newLink } from './plan-links.js';
import { comments, newComment } from './plan-comments.js';
import { commits, conflicts, history } from './plan-reading.js';

/**
 * The parts from top to bottom.
 * @type {{name: string, draw: (panel: PlanPanel) => any[], words?: (detail: object) => string}[]} `words` is what a
 * part says, for one who writes in it while others change it
 */
const PARTS = [head, conflicts, fields, body, checklist, newLine, links, newLink, comments, newComment, commits, history];

/** Whether the plan covers the board; the same width is in the style. */
const NARROW = matchMedia('(max-width: 60rem)');

/** What the server says of a plan that is not there. */
const GONE = ['unknown-plan', 'no-plan', 'no-board', 'no-commit'];

export class PlanPanel {
  id = null;
  /** The document of the plan, as it was last read. */
  detail = null;
  /** What the last change that was made here has made of the board: that it is another one is no news. */
  #ownCommit = null;
  /** Counts the readings. */
  #turn = 0;

  constructor(side, state, handlers) {
    Object.assign(this, { side, state, handlers });
    side.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      if (event.target.matches('textarea, input, select')) this.#leave(event.target); else this.close();
    });
    NARROW.addEventListener('change', () => this.#cover());
    // What is saved names the commit at which the writing began.
    side.addEventListener('input', ({ target }) => { target.dataset.commit ??= this.detail?.commit ?? ''; });
  }

  /** Gives a line up that is being changed; a text of several lines is kept until it is saved or discarded. */
  #leave(field) {
    const isLine = field.matches('input, textarea[rows="1"]');
    if (!isLine || !isUnsaved(field)) return field.blur();
    field.value = field.dataset.shown;
    field.removeAttribute('aria-invalid');
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    return field.blur();
  }

  get isFixed() { return this.state.isReadOnly || this.isDeleted; }

  get isDeleted() { return !this.state.cards.has(this.id); }

  async open(id) {
    this.#turnTo(id);
    this.detail = null;
    this.side.hidden = false;
    document.body.classList.add('beside');
    this.#cover();
    fill(this.side, h('p.hint', null, 'Reading …'));
    const isFree = focusNow();
    await this.refresh();
    if (isFree()) this.side.querySelector('.close')?.focus();
  }

  /** Says which plan is open, which its card shows. */
  #turnTo(id) {
    this.id = id;
    this.state.opened = id;
    this.handlers.drawBoard();
  }

  /** Where there is room for the plan alone, what it covers can't be reached. */
  #cover() {
    const isCovered = !this.side.hidden && NARROW.matches;
    for (const node of document.querySelectorAll('.skip, #top, #past, #main, #foot')) node.inert = isCovered;
  }

  close() {
    if (this.side.hidden) return;
    const { id } = this;
    this.#turnTo(null);
    this.side.hidden = true;
    fill(this.side);
    document.body.classList.remove('beside');
    this.#cover();
    this.handlers.closed(id);
  }

  /** Reads the plan again, and draws those parts that nobody writes in. */
  async refresh() {
    const { id, state } = this;
    if (!id) return;
    const { at } = state;
    this.#turn += 1;
    const turn = this.#turn;
    let detail;
    try {
      detail = await state.api.get('plan', { id, at });
    } catch (problem) {
      // A server that is away for a while is told of elsewhere; what is open stays open.
      if (this.id === id && (GONE.includes(problem.code) || !this.detail)) this.#gone(problem);
      return;
    }
    // An older answer never comes over a newer one, nor one of the past over the present.
    if (this.id !== id || this.#turn !== turn || state.at !== at) return;
    const before = this.detail;
    this.detail = detail;
    if (!before || !this.side.querySelector('[data-part]')) {
      return fill(this.side, PARTS.map(part => h('section', { 'data-part': part.name }, part.draw(this))));
    }
    const isFixed = String(this.isFixed);
    const isSame = JSON.stringify({ ...before, commit: 0 }) === JSON.stringify({ ...detail, commit: 0 });
    if (isSame && this.side.dataset.fixed === isFixed) return;
    this.side.dataset.fixed = isFixed;
    const scroll = this.side.scrollTop;
    for (const part of PARTS) {
      const node = this.#node(part.name);
      if (!isBusy(node)) this.#drawPart(part, node);
      else if (!node.querySelector('[data-saving]') && detail.commit !== this.#ownCommit) note(node, part.words?.(before, this.state), part.words?.(detail, this.state));
    }
    this.side.scrollTop = scroll;
  }

  #node(name) { return this.side.querySelector(`[data-part=${name}]`); }

  /** Draws a part anew, whatever is in it. */
  redraw(name) { this.#drawPart(PARTS.find(part => part.name === name), this.#node(name)); }

  #drawPart(part, node) { drawPart(node, part.draw(this)); }

  #gone(problem) {
    const texts = unsaved(this.side).map(field => field.value);
    fill(this.side, h('p', null, problem.message), problem.hints.map(hint => h('p.hint', null, hint)),
      texts.length > 0 && h('details', { open: true }, h('summary', null, 'What was being written'),
        texts.map(text => h('pre', null, text))),
      button('Close', () => this.close(), { class: 'close' }));
  }

  // Saving, for the parts

  /** Makes a change of this plan, decided on what is shown. */
  async post(deed, values, words) {
    const answer = await change(this.state, deed, values, { done: () => words });
    if (answer) this.#ownCommit = answer.commit;
    return answer;
  }

  edit(values, words) { return this.post('edit', { plans: [this.id], ...values }, words); }

  /**
   * Saves what a field says. A value that is refused stays in the field, which is marked.
   * @param {(commit: string) => Promise<?object>} post makes the change, on the commit at which the writing began
   */
  async save(field, post, { clears = false } = {}) {
    // A second press while the first is under way would write the same twice.
    if (field.dataset.saving != null) { field.dataset.again = field.value; return; }
    const node = field.closest('[data-part]');
    const sent = field.value;
    field.dataset.saving = '';
    delete field.dataset.again;
    const answer = await post(field.dataset.commit || this.detail.commit);
    delete field.dataset.saving;
    if (answer) field.removeAttribute('aria-invalid'); else field.setAttribute('aria-invalid', 'true');
    if (!answer) return;
    const rest = text => clears && text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
    field.value = rest(field.value);
    field.dataset.shown = clears ? '' : sent;
    if (isUnsaved(field)) return this.#goOn(field, answer.commit, rest(field.dataset.again ?? ''));
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    // From now on nobody writes in it.
    delete field.dataset.commit;
    delete field.dataset.editor;
    await this.refresh();
    if (field.isConnected && !isBusy(node)) this.redraw(node.dataset.part);
  }

  /** What was written while a save was under way is a text of its own, which goes on from what was saved. */
  #goOn(field, commit, again) {
    field.dataset.commit = commit;
    if (field.dataset.draft) keepDraft(this.state, field.dataset.draft, field.value, commit);
    // Who has pressed Enter again, or left the field, has asked for that to be saved; not who has written on since.
    if (field.value !== again) return;
    if (field.form) field.form.requestSubmit(); else field.dispatchEvent(new Event('change'));
  }

  /**
   * Keeps what is written in a field until it is saved.
   * @returns {?Node} a word about what was kept from earlier
   */
  keep(field, name) {
    const isKept = this.hasDraft(name, field.value);
    const kept = keeping(field, this.state, `${this.id}/${name}`);
    return isKept && h('p.meanwhile', null, 'Not saved yet, kept from ', moment(new Date(kept.at).toISOString()), '. ',
      button('Save', () => field.dispatchEvent(new Event('change'))),
      button('Discard', () => this.giveUp(field)));
  }

  /** Whether a text is kept that is not what has been saved. */
  hasDraft(name, saved) {
    const kept = draftOf(this.state, `${this.id}/${name}`);
    if (kept?.text === saved) dropDraft(this.state, `${this.id}/${name}`);
    return kept != null && kept.text !== saved;
  }

  /** Forgets what is written in a field, with a way back. */
  giveUp(field) {
    const { id } = this;
    const part = field.closest('[data-part]').dataset.part;
    const takeBack = giveUp(this.state, field.dataset.draft);
    this.discard(field);
    if (takeBack) toast('Discarded what was written', { label: 'Take it back', act: () => {
      takeBack();
      if (this.id === id) this.redraw(part); else this.handlers.open(id);
    } });
  }

  /** Forgets what is written in a field. */
  discard(field) {
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    const part = field.closest('[data-part]')?.dataset.part;
    if (part) this.redraw(part);
  }
}

/** Tells one who writes in a part what others made of it meanwhile. */
function note(node, before, now) {
  if (before === now) return;
  node.querySelector('.meanwhile.now')?.remove();
  node.append(h('p.meanwhile.now', { role: 'status' }, 'Changed meanwhile. Now: ', h('span', { dir: 'auto' }, now || '(nothing)'),
    ' What you save stands beside it, for a decision.'));
}
