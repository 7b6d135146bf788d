// @ts-check
// The panel of one plan, in which every part can be edited. A part in which a person is writing is not drawn again;
// a note beside it shows what others have changed meanwhile.
import { all, button, fill, focusNow, h, moment, targetOf } from './dom.js';
import { Problem } from './problem.js';
import { change } from './acts.js';
import { drawPart, isBusy, isUnsaved, unsaved } from './parts.js';
import { draftOf, dropDraft, giveUp, keepDraft, keeping } from './drafts.js';
import { tellProblem, toast } from './toast.js';
import { head } from './plan-head.js';
import { fields } from './plan-fields.js';
import { body } from './plan-body.js';
import { checklist, newLine } from './plan-checklist.js';
import { links, newLink } from './plan-links.js';
import { files } from './plan-files.js';
import { comments, newComment } from './plan-comments.js';
import { commits, conflicts, history } from './plan-reading.js';
import { keyOf, mark, partOf } from './failures.js';

/** @typedef {import('./state.js').BoardState} BoardState */
/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('./parts.js').Field} Field */
/** @typedef {import('./failures.js').Failure} Failure */
/** @typedef {import('./dom.js').Child} Child */

/**
 * A part of the panel. `words` returns its content as text, for the note about changes by others.
 * @typedef {object} Part
 * @property {string} name
 * @property {(panel: PlanPanel) => Child} draw
 * @property {(detail: PlanDocument, state: BoardState) => string} [words]
 */

/**
 * The panel's actions on the rest of the page.
 * @typedef {object} PanelActs
 * @property {(id: string) => any} open shows another plan
 * @property {(id: string) => any} closed restores the focus after a plan was closed
 * @property {(id: string) => any} remove deletes a plan
 * @property {(id: string) => any} copyAddress copies the address of a plan
 * @property {(at: ?string) => any} goTo shows the board at a moment of the past
 */

/** @type {Part[]} The parts from top to bottom. */
const PARTS = [head, conflicts, fields, body, checklist, newLine, links, newLink, files, comments, newComment, commits, history];

/** Whether the window is so narrow that the panel covers the board. The style sheet has the same width. */
const NARROW = matchMedia('(max-width: 60rem)');

/** The codes of problems which mean that the plan does not exist. */
const GONE = ['unknown-plan', 'no-plan', 'no-board', 'no-commit'];

export class PlanPanel {
  /** @type {?PlanDocument} The plan, as it was last read. */
  detail = null;
  /** The number of requests so far, to ignore outdated answers. */
  #turn = 0;
  /** @type {?string} The plan and the commit of the last request, so that they are requested only once. */
  #key = null;
  /** @type {Promise<any>} The last request. */
  #reading = Promise.resolve();
  /** @type {Map<string, Failure>} The changes that failed, by the part and the name of their controls. */
  #failures = new Map();

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
    // A save sends the commit at which the person began to write.
    side.addEventListener('input', event => { targetOf(event).dataset.commit ??= this.#version(targetOf(event)); });
  }

  /**
   * Discards the unsaved text of a one-line field. Longer texts stay until they are saved or discarded.
   * @param {Field} field
   */
  #leave(field) {
    const isLine = field.matches('input, textarea[rows="1"]');
    if (!isLine || !isUnsaved(field)) return field.blur();
    field.value = field.dataset.shown;
    this.#unmark(field);
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    return field.blur();
  }

  /** The plan that is open; null for none. */
  get id() { return this.state.opened; }

  get isFixed() { return this.state.isReadOnly || this.isDeleted; }

  get isDeleted() { return !this.state.cards.has(this.id); }

  async open(id) {
    this.detail = null;
    this.#failures.clear();
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

  /** Makes the rest of the page inert while the panel covers it. */
  #cover() {
    const isCovered = !this.side.hidden && NARROW.matches;
    for (const node of all(document, '.skip, #top, #trouble, #past, #main, #bar')) node.inert = isCovered;
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

  /** Requests the plan if it or the board has changed since the last request. */
  draw() {
    if (this.#shown === this.#key) return;
    this.#key = this.#shown;
    this.#reading = this.refresh();
  }

  /** The open plan and the state of the board, as a key. */
  get #shown() { return JSON.stringify([this.id, this.state.commit, this.state.at]); }

  /** Requests the plan again, and draws the parts in which nobody is writing. */
  async refresh() {
    const { id, state } = this;
    if (!id) return;
    const { at } = state;
    this.#turn += 1;
    const turn = this.#turn;
    // An outdated answer must not replace a newer one, nor an answer of the past the present.
    const isLast = () => this.id === id && this.#turn === turn && state.at === at;
    let detail;
    try { detail = await state.api.get('plan', { id, at }); } catch (problem) {
      if (isLast()) this.#fail(problem);
      return;
    }
    if (isLast()) this.#show(detail);
  }

  /**
   * Shows the plan from an answer about the board's changes.
   * @param {PlanDocument & ErrorDocument} document
   */
  #take(document) {
    // A pending request can't have newer data, so its answer is ignored.
    this.#turn += 1;
    this.#key = this.#shown;
    if (document.error) this.#fail(new Problem(document.error)); else this.#show(document);
  }

  /** @param {Problem} problem */
  #fail(problem) {
    const isGone = GONE.includes(problem.code);
    // If the server does not answer, `Follower` reports it and the plan stays open.
    if (isGone || !this.detail) this.#gone(problem);
    if (!isGone) this.#key = null;
  }

  /** @param {PlanDocument} detail */
  #show(detail) {
    const before = this.detail;
    this.detail = detail;
    if (!before || !this.side.querySelector('[data-part]')) {
      return fill(this.side, PARTS.map(part => h('section', { 'data-part': part.name, 'data-version': detail.commit }, part.draw(this))));
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
   * Draws a part again, even if it has unsaved text.
   * @param {string} name
   */
  redraw(name) { this.#drawPart(PARTS.find(part => part.name === name), this.#node(name)); }

  /** @param {Part} part @param {HTMLElement} node */
  #drawPart(part, node) {
    node.dataset.version = this.detail.commit;
    drawPart(node, part.draw(this));
    for (const [key, failure] of this.#failures) {
      const control = failure.part === part.name && all(node, 'input, select, textarea').find(each => keyOf(each) === key);
      if (control) mark(control, failure);
    }
  }

  /**
   * Returns the commit of the text that a field shows: that of its last save, else the one at which its part was
   * drawn. A part in which somebody writes is not drawn again, so it may be older than `detail`.
   * @param {HTMLElement} field
   */
  #version(field) { return field.dataset.version ?? partOf(field)?.dataset.version ?? ''; }

  /** @param {Problem} problem */
  #gone(problem) {
    const texts = unsaved(this.side).map(field => field.value);
    fill(this.side, h('p', null, problem.message), problem.hints.map(hint => h('p.hint', null, hint)),
      texts.length > 0 && h('details', { open: true }, h('summary', null, 'Your unsaved text'),
        texts.map(text => h('pre', null, text))),
      button('Close', () => this.close(), { class: 'close' }));
  }

  // Saving, for the parts

  /**
   * Makes a change of this plan, based on the shown version. A change with a commit is that of a text, which its field
   * can save again.
   * @param {string} deed @param {object} values @param {string} words what was done
   */
  post(deed, values, words) {
    return change(this.state, deed, values, { done: () => words, ...'commit' in values && { again: null } });
  }

  /**
   * Makes a change by a control that shows it at once, such as a checkbox. If it fails, the control shows the value of
   * the board again, with a mark and a button that tries it again.
   * @param {HTMLElement} control @param {string} deed @param {object} values @param {string} words what was done
   */
  async choose(control, deed, values, words) {
    const { id } = this;
    const key = keyOf(control);
    const { part } = partOf(control).dataset;
    const again = () => this.choose(this.#control(part, key) ?? control, deed, values, words);
    this.#unmark(control, key);
    /** @type {?Problem} */
    let failed = null;
    await change(this.state, deed, values, { done: () => words, again: null, fails: problem => {
      failed = problem;
      tellProblem(problem, 'change');
    } });
    if (!failed || this.id !== id) return;
    this.#fails(this.#control(part, key) ?? control, { part, problem: failed, again, isShown: true });
  }

  /** Returns the control of a part with this key. */
  #control(part, key) {
    const node = this.#node(part);
    return node && all(node, 'input, select, textarea').find(each => keyOf(each) === key);
  }

  /** @param {HTMLElement} control @param {Failure} failure */
  #fails(control, failure) {
    this.#failures.set(keyOf(control), failure);
    mark(control, failure);
  }

  /** @param {HTMLElement} control */
  #unmark(control, key = keyOf(control)) {
    this.#failures.delete(key);
    control.removeAttribute('aria-invalid');
    for (const note of all(this.side, '.failed')) if (note.dataset.of === key) note.remove();
  }

  /** @param {object} values the fields @param {string} words what was done */
  edit(values, words) { return this.post('edit', { plans: [this.id], ...values }, words); }

  /**
   * Saves the text of a field. If the server refuses it, the text stays and the field is marked.
   * @param {Field} field
   * @param {(commit: string) => Promise<?ChangeDocument>} post makes the change, based on the commit at which the person began to write
   * @param {{clears?: boolean}} options whether to empty the field afterwards, for the next text
   */
  async save(field, post, { clears = false } = {}) {
    // A second save before the first is answered would write the text twice.
    if (field.dataset.saving != null) { field.dataset.again = field.value; return; }
    const node = partOf(field);
    const sent = field.value;
    field.dataset.saving = '';
    delete field.dataset.again;
    const { id } = this;
    this.#unmark(field);
    const answer = await post(field.dataset.commit || this.#version(field));
    delete field.dataset.saving;
    if (!answer && this.id === id && field.isConnected) {
      this.#fails(field, { part: node.dataset.part, problem: null, again: () => this.save(field, post, { clears }), isShown: false });
    }
    if (!answer) return;
    const rest = text => clears && text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
    field.value = rest(field.value);
    field.dataset.shown = clears ? '' : sent;
    field.dataset.version = answer.commit;
    if (isUnsaved(field)) return this.#goOn(field, answer.commit, rest(field.dataset.again ?? ''));
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    // The text is saved, so the field counts as not being edited.
    delete field.dataset.commit;
    delete field.dataset.editor;
    if (field.isConnected && !isBusy(node)) this.redraw(node.dataset.part);
  }

  /** Treats text that was typed during a save as a new edit, based on the saved commit. */
  #goOn(field, commit, again) {
    field.dataset.commit = commit;
    if (field.dataset.draft) keepDraft(this.state, field.dataset.draft, field.value, commit);
    // Pressing Enter again or leaving the field asked to save this text, unless it has changed since.
    if (field.value !== again) return;
    if (field.form) field.form.requestSubmit(); else field.dispatchEvent(new Event('change'));
  }

  /**
   * Stores the text of a field as a draft until it is saved.
   * @param {Field} field
   * @param {string} name the name of the field in the plan
   * @returns {?Node | false} a note about a draft from earlier
   */
  keep(field, name) {
    const isKept = this.hasDraft(name, field.value);
    const kept = keeping(field, this.state, `${this.id}/${name}`, () => this.#version(field));
    return isKept && h('p.meanwhile', null, 'Not saved yet, kept from ', moment(new Date(kept.at).toISOString()), '. ',
      button('Save', () => field.dispatchEvent(new Event('change'))),
      button('Discard', () => this.giveUp(field)));
  }

  /**
   * Whether there is a draft that differs from the saved text.
   * @param {string} name @param {string} saved
   */
  hasDraft(name, saved) {
    const kept = draftOf(this.state, `${this.id}/${name}`);
    if (kept?.text === saved) dropDraft(this.state, `${this.id}/${name}`);
    return kept != null && kept.text !== saved;
  }

  /**
   * Discards the text of a field, and offers to restore it.
   * @param {Field} field
   */
  giveUp(field) {
    const { id } = this;
    const { part } = partOf(field).dataset;
    const takeBack = giveUp(this.state, field.dataset.draft);
    this.discard(field);
    if (takeBack) toast('Discarded your text', { label: 'Restore it', act: () => {
      takeBack();
      if (this.id === id) this.redraw(part); else this.acts.open(id);
    } });
  }

  /**
   * Discards the text of a field.
   * @param {Field} field
   */
  discard(field) {
    this.#unmark(field);
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    const part = partOf(field)?.dataset.part;
    if (part) this.redraw(part);
  }
}

/** Shows a person who is writing in a part what others have changed there. */
function note(node, before, now) {
  if (before === now) return;
  node.querySelector('.meanwhile.now')?.remove();
  node.append(h('p.meanwhile.now', { role: 'status' }, 'Changed meanwhile. Now: ', h('span', { dir: 'auto' }, now || '(nothing)'),
    ' If you save, both values are kept as a conflict.'));
}
