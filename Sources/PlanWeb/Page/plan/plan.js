// @ts-check
// The panel of one plan, in which every part can be edited. A part in which a person is writing is
// not drawn again. Instead, a note shows what other people have changed meanwhile.
import { all, button, fill, focusNow, h, say, targetOf } from '../controls/dom.js';
import { Problem } from '../state/problem.js';
import { drafts } from '../state/drafts.js';
import { PlanChanges } from './plan-changes.js';
import { LookedUp } from './id-links.js';
import { PlanTexts } from './plan-texts.js';
import { PanelEdge } from './panel-edge.js';
import { Uploads } from './uploads.js';
import { meanwhile } from '../controls/kept-line.js';
import { redraw } from '../controls/keyed.js';
import { isBusy, unsaved } from '../controls/parts.js';
import { head } from './plan-head.js';
import { icon } from '../controls/icons.js';
import { fields } from './plan-fields.js';
import { body } from './plan-body.js';
import { checklist, newLine } from './plan-checklist.js';
import { links, newLink } from './plan-links.js';
import { files } from './plan-files.js';
import { comments, newComment } from './plan-comments.js';
import { commits, conflicts, history } from './plan-reading.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../state/names.js').Names} Names */
/** @typedef {import('../controls/dom.js').Child} Child */

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
 * @property {(id: string) => any} duplicate opens the composer with a copy of a plan
 * @property {(id: string) => any} addPart opens the composer of the sub-plans of a plan
 * @property {(text: string) => any} find shows the plans that contain a text
 * @property {(id: string) => any} copyAddress copies the URL of a plan
 * @property {(at: ?string) => any} goTo shows the board at a moment of the past
 */

/**
 * @type {Part[]} The parts from top to bottom. In a wide panel, the values are beside the document.
 */
const TOP = [head, conflicts];
const DOCUMENT = [
  body, checklist, newLine, links, newLink, files, comments, newComment, commits, history,
];
const PARTS = [...TOP, fields, ...DOCUMENT];

/**
 * Whether the window is so narrow that the panel covers the board. The style sheet uses the same
 * width.
 */
const NARROW = matchMedia('(max-width: 60rem)');

/** The codes of problems which mean that the plan does not exist. */
const GONE = ['unknown-plan', 'no-plan', 'no-board', 'no-commit'];

export class PlanPanel {
  /** @type {?PlanDocument} The plan, as it was last read. */
  detail = null;
  /** @type {Set<string>} The values that have rows although they may not be set. */
  added = new Set();
  /** The number of requests so far, to ignore outdated answers. */
  #turn = 0;
  /**
   * @type {?string} The plan and the commit of the last request, so that they are requested only
   * once.
   */
  #key = null;
  /** @type {Promise<any>} The last request. */
  #reading = Promise.resolve();
  /** @type {Set<() => any>} Functions to call when the plan is drawn, as for an open popover. */
  #watchers = new Set();

  /**
   * @param {HTMLElement} side @param {BoardState} state @param {Names} names
   * @param {PanelActs} acts
   */
  constructor(side, state, names, acts) {
    this.side = side;
    this.state = state;
    this.names = names;
    this.acts = acts;
    this.changes = new PlanChanges(this);
    this.texts = new PlanTexts(this);
    this.uploads = new Uploads(this);
    this.lookedUp = new LookedUp(state);
    this.edge = new PanelEdge(side);
    side.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      const target = targetOf(event);
      if (target.matches('textarea, input, select')) this.texts.leave(target); else this.close();
    });
    NARROW.addEventListener('change', () => this.#cover());
    state.addEventListener('plan', event => this.#take(/** @type {CustomEvent} */ (event).detail));
  }

  /** The id of the open plan; null if none is open. */
  get id() { return this.state.opened; }

  get isFixed() { return this.state.isReadOnly || this.isDeleted; }

  get isDeleted() {
    const { at, cards, left } = this.state;
    return at == null && left === 0 && !cards.has(this.id);
  }

  /**
   * Shows a plan.
   * @param {string} id @param {boolean} [takesFocus] whether the focus moves to it
   */
  async open(id, takesFocus = true) {
    this.detail = null;
    this.changes.clear();
    this.added.clear();
    this.#key = null;
    this.side.hidden = false;
    document.body.classList.add('beside');
    this.edge.draw();
    this.#cover();
    fill(this.side, h('p.hint', null, 'Reading …'));
    const isFree = focusNow();
    this.state.open(id);
    await this.#reading;
    if (takesFocus && isFree()) all(this.side, '.close')[0]?.focus();
  }

  /** Makes the rest of the page inert while the panel covers it. */
  #cover() {
    const isCovered = !this.side.hidden && NARROW.matches;
    for (const node of all(document, '.skip, #top, #filters, #trouble, #past, #main, #bar')) {
      node.inert = isCovered;
    }
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

  /**
   * Moves the focus to the control of a part, or opens its editor or its popover.
   * @param {string} act the action of the part's shortcut
   */
  goTo(act) {
    const [control] = all(this.side, `[data-act=${act}]`);
    if (!control) return say('This plan can’t be changed');
    control.scrollIntoView({ block: 'nearest' });
    control.focus();
    if (control instanceof HTMLTextAreaElement && control.matches('.title')) control.select();
    const isClosed = control.matches('button')
      || control.matches('summary') && !control.closest('details').open;
    return isClosed && control.click();
  }

  /** Requests the plan if another plan is open or the board has changed since the last request. */
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
    // An outdated answer must not replace a newer one, and an answer from the past must not replace
    // the present.
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
    // A pending request can't return newer data, so its answer is ignored.
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
      const section = part =>
        h('section', { 'data-part': part.name, 'data-version': detail.commit }, part.draw(this));
      return fill(this.side, h('div.sheet', null,
        TOP.map(section),
        h('div.columns', null, section(fields), h('div.document', null, DOCUMENT.map(section)))));
    }
    const isFixed = String(this.isFixed);
    const isSame = JSON.stringify({ ...before, commit: 0 })
      === JSON.stringify({ ...detail, commit: 0 });
    if (isSame && this.side.dataset.fixed === isFixed) return;
    this.side.dataset.fixed = isFixed;
    const scroll = this.side.scrollTop;
    for (const part of PARTS) {
      const node = this.node(part.name);
      if (!isBusy(node)) {
        this.#drawPart(part, node);
      } else if (!node.querySelector('[data-saving]') && !this.state.isOwn(detail.commit)) {
        note(node, part.words?.(before, this.state), part.words?.(detail, this.state));
      }
    }
    this.side.scrollTop = scroll;
    for (const draw of this.#watchers) draw();
  }

  /**
   * Draws the parts again that have a draft, except parts in which a person is writing. The tab
   * that wrote the draft may be closed.
   */
  offerDrafts() {
    const start = `${this.id}/`;
    if (!this.detail || !drafts(this.state).some(name => name.startsWith(start))) return;
    for (const part of PARTS) {
      const node = this.node(part.name);
      if (node && !isBusy(node)) this.#drawPart(part, node);
    }
  }

  /**
   * Calls a function whenever the plan is drawn again.
   * @param {() => any} draw
   * @returns {() => void} a function that ends that
   */
  watch(draw) {
    this.#watchers.add(draw);
    return () => { this.#watchers.delete(draw); };
  }

  /** Returns the node of a part. @param {string} name */
  node(name) { return all(this.side, `[data-part=${name}]`)[0]; }

  /**
   * Draws a part again, even if it has unsaved text.
   * @param {string} name
   */
  redraw(name) { this.#drawPart(PARTS.find(part => part.name === name), this.node(name)); }

  /** @param {Part} part @param {HTMLElement} node */
  #drawPart(part, node) {
    node.dataset.version = this.detail.commit;
    redraw(node, part.draw(this));
    this.changes.markAgain(part.name);
  }

  /** @param {Problem} problem */
  #gone(problem) {
    const texts = unsaved(this.side).map(field => field.value);
    const { id } = this;
    fill(this.side,
      h('div.top', null,
        h('p.where', null, h('span.id', null, id)),
        button(icon('x'), () => this.close(),
          { class: 'icon close', 'aria-label': 'Close the plan', title: 'Close: Esc' })),
      h('div.gone', null,
        h('h2', null, problem.message),
        problem.hints.map(hint => h('p.hint', null, hint)),
        texts.length > 0 && h('details', { open: true }, h('summary', null, 'Your unsaved text'),
          texts.map(text => h('pre', null, text))),
        h('p.buttons', null,
          button('Search for it', () => { this.close(); this.acts.find(id); }),
          button('Close', () => this.close(), { class: 'primary' }))));
  }
}

/** Shows to a person who is writing in a part what other people have changed there. */
function note(node, before, now) {
  if (before === now) return;
  node.querySelector('.meanwhile.now')?.remove();
  node.append(meanwhile(now ?? ''));
}
