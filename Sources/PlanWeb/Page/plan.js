// @ts-check
// One plan beside the board: all that it has, each part changed where it stands. A part in which somebody writes is
// never replaced: what others change under it is told beside it.
import { all, button, fill, focusNow, h, moment, targetOf } from './dom.js';
import { Problem } from './problem.js';
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

/** @typedef {import('./state.js').BoardState} BoardState */
/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('./parts.js').Field} Field */
/** @typedef {import('./dom.js').Child} Child */

/**
 * A part of the panel. `words` is what it says, for one who writes in it while others change it.
 * @typedef {object} Part
 * @property {string} name
 * @property {(panel: PlanPanel) => Child} draw
 * @property {(detail: PlanDocument, state: BoardState) => string} [words]
 */

/**
 * What the panel does elsewhere on the page.
 * @typedef {object} PanelActs
 * @property {(id: string) => any} open shows another plan
 * @property {(id: string) => any} closed gives the focus back when a plan was closed
 * @property {(id: string) => any} remove deletes a plan
 * @property {(id: string) => any} copyAddress copies the address of a plan
 * @property {(at: ?string) => any} goTo shows the board of the past
 */

/** @type {Part[]} The parts from top to bottom. */
const PARTS = [head, conflicts, fields, body, checklist, newLine, links, newLink, comments, newComment, commits, history];

/** Whether the plan covers the board; the same width is in the style. */
const NARROW = matchMedia('(max-width: 60rem)');

/** What the server says of a plan that is not there. */
const GONE = ['unknown-plan', 'no-plan', 'no-board', 'no-commit'];

export class PlanPanel {
  /** @type {?PlanDocument} The plan, as it was last read. */
  detail = null;
  /** Counts the readings. */
  #turn = 0;
  /** @type {?string} The plan and the commit that it is read of, so that it is read once. */
  #key = null;
  /** @type {Promise<any>} The last reading. */
  #reading = Promise.resolve();

  /** @param {HTMLElement} side @param {BoardState} state @param {Names} names @param {PanelActs} acts */
  constructor(side, state, names, acts) {
    this.side = side;
    this.state = state;
    this.names = names;
    this.acts = acts;
    side.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      const target = targetOf(event);
      if (target.matches('textarea, input, select')) this.#leave(target); else this.close();
    });
    NARROW.addEventListener('change', () => this.#cover());
    state.addEventListener('plan', event => this.#take(/** @type {CustomEvent} */ (event).detail));
    // What is saved names the commit at which the writing began.
    side.addEventListener('input', event => { targetOf(event).dataset.commit ??= this.detail?.commit ?? ''; });
  }

  /**
   * Gives a line up that is being changed; a text of several lines is kept until it is saved or discarded.
   * @param {Field} field
   */
  #leave(field) {
    const isLine = field.matches('input, textarea[rows="1"]');
    if (!isLine || !isUnsaved(field)) return field.blur();
    field.value = field.dataset.shown;
    field.removeAttribute('aria-invalid');
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    return field.blur();
  }

  /** The plan that is open; null for none. */
  get id() { return this.state.opened; }

  get isFixed() { return this.state.isReadOnly || this.isDeleted; }

  get isDeleted() { return !this.state.cards.has(this.id); }

  async open(id) {
    this.detail = null;
    this.#key = null;
    this.side.hidden = false;
    document.body.classList.add('beside');
    this.#cover();
    fill(this.side, h('p.hint', null, 'Reading …'));
    const isFree = focusNow();
    this.state.open(id);
    await this.#reading;
    if (isFree()) all(this.side, '.close')[0]?.focus();
  }

  /** Where there is room for the plan alone, what it covers can't be reached. */
  #cover() {
    const isCovered = !this.side.hidden && NARROW.matches;
    for (const node of all(document, '.skip, #top, #past, #main, #foot')) node.inert = isCovered;
  }

  close() {
    if (this.side.hidden) return;
    const { id } = this;
    this.state.open(null);
    this.side.hidden = true;
    fill(this.side);
    document.body.classList.remove('beside');
    this.#cover();
    this.acts.closed(id);
  }

  /** Reads the plan if the board is another one than when it was last read. */
  draw() {
    if (this.#shown === this.#key) return;
    this.#key = this.#shown;
    this.#reading = this.refresh();
  }

  /** The plan that is open, and the board on which it is. */
  get #shown() { return JSON.stringify([this.id, this.state.commit, this.state.at]); }

  /** Reads the plan again, and draws those parts that nobody writes in. */
  async refresh() {
    const { id, state } = this;
    if (!id) return;
    const { at } = state;
    this.#turn += 1;
    const turn = this.#turn;
    // An older answer never comes over a newer one, nor one of the past over the present.
    const isLast = () => this.id === id && this.#turn === turn && state.at === at;
    let detail;
    try { detail = await state.api.get('plan', { id, at }); } catch (problem) {
      if (isLast()) this.#fail(problem);
      return;
    }
    if (isLast()) this.#show(detail);
  }

  /**
   * Shows the plan as the news have it.
   * @param {PlanDocument & ErrorDocument} document
   */
  #take(document) {
    // What is being read is not newer.
    this.#turn += 1;
    this.#key = this.#shown;
    if (document.error) this.#fail(new Problem(document.error)); else this.#show(document);
  }

  /** @param {Problem} problem */
  #fail(problem) {
    const isGone = GONE.includes(problem.code);
    // A server that is away for a while is told of elsewhere; what is open stays open.
    if (isGone || !this.detail) this.#gone(problem);
    if (!isGone) this.#key = null;
  }

  /** @param {PlanDocument} detail */
  #show(detail) {
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
      else if (!node.querySelector('[data-saving]') && !this.state.isOwn(detail.commit)) note(node, part.words?.(before, this.state), part.words?.(detail, this.state));
    }
    this.side.scrollTop = scroll;
  }

  /** @param {string} name */
  #node(name) { return all(this.side, `[data-part=${name}]`)[0]; }

  /**
   * Draws a part anew, whatever is in it.
   * @param {string} name
   */
  redraw(name) { this.#drawPart(PARTS.find(part => part.name === name), this.#node(name)); }

  /** @param {Part} part @param {HTMLElement} node */
  #drawPart(part, node) { drawPart(node, part.draw(this)); }

  /** @param {Problem} problem */
  #gone(problem) {
    const texts = unsaved(this.side).map(field => field.value);
    fill(this.side, h('p', null, problem.message), problem.hints.map(hint => h('p.hint', null, hint)),
      texts.length > 0 && h('details', { open: true }, h('summary', null, 'What was being written'),
        texts.map(text => h('pre', null, text))),
      button('Close', () => this.close(), { class: 'close' }));
  }

  // Saving, for the parts

  /**
   * Makes a change of this plan, decided on what is shown.
   * @param {string} deed @param {object} values @param {string} words what was done
   */
  post(deed, values, words) { return change(this.state, deed, values, { done: () => words }); }

  /** @param {object} values the fields @param {string} words what was done */
  edit(values, words) { return this.post('edit', { plans: [this.id], ...values }, words); }

  /**
   * Saves what a field says. A value that is refused stays in the field, which is marked.
   * @param {Field} field
   * @param {(commit: string) => Promise<?ChangeDocument>} post makes the change, on the commit at which the writing began
   * @param {{clears?: boolean}} options whether the field is empty then, for the next text
   */
  async save(field, post, { clears = false } = {}) {
    // A second press while the first is under way would write the same twice.
    if (field.dataset.saving != null) { field.dataset.again = field.value; return; }
    const node = partOf(field);
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
   * @param {Field} field
   * @param {string} name of the field, among those of the plan
   * @returns {?Node | false} a word about what was kept from earlier
   */
  keep(field, name) {
    const isKept = this.hasDraft(name, field.value);
    const kept = keeping(field, this.state, `${this.id}/${name}`);
    return isKept && h('p.meanwhile', null, 'Not saved yet, kept from ', moment(new Date(kept.at).toISOString()), '. ',
      button('Save', () => field.dispatchEvent(new Event('change'))),
      button('Discard', () => this.giveUp(field)));
  }

  /**
   * Whether a text is kept that is not what has been saved.
   * @param {string} name @param {string} saved
   */
  hasDraft(name, saved) {
    const kept = draftOf(this.state, `${this.id}/${name}`);
    if (kept?.text === saved) dropDraft(this.state, `${this.id}/${name}`);
    return kept != null && kept.text !== saved;
  }

  /**
   * Forgets what is written in a field, with a way back.
   * @param {Field} field
   */
  giveUp(field) {
    const { id } = this;
    const { part } = partOf(field).dataset;
    const takeBack = giveUp(this.state, field.dataset.draft);
    this.discard(field);
    if (takeBack) toast('Discarded what was written', { label: 'Take it back', act: () => {
      takeBack();
      if (this.id === id) this.redraw(part); else this.acts.open(id);
    } });
  }

  /**
   * Forgets what is written in a field.
   * @param {Field} field
   */
  discard(field) {
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    const part = partOf(field)?.dataset.part;
    if (part) this.redraw(part);
  }
}

/** @param {Field} field @returns {?HTMLElement} the part in which a field is */
const partOf = field => field.closest('[data-part]');

/** Tells one who writes in a part what others made of it meanwhile. */
function note(node, before, now) {
  if (before === now) return;
  node.querySelector('.meanwhile.now')?.remove();
  node.append(h('p.meanwhile.now', { role: 'status' }, 'Changed meanwhile. Now: ', h('span', { dir: 'auto' }, now || '(nothing)'),
    ' What you save stands beside it, for a decision.'));
}
