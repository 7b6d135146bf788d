// One plan beside the board: all that it has, each part changed where it stands. A part in which somebody writes is
// never replaced: what others change under it is told beside it.
import { button, fill, h, moment } from './dom.js';
import { change } from './acts.js';
import { draftOf, dropDraft, keeping } from './drafts.js';
import { head } from './plan-head.js';
import { fields } from './plan-fields.js';
import { body } from './plan-body.js';
import { checklist } from './plan-checklist.js';
import { links } from './plan-links.js';
import { comments } from './plan-comments.js';
import { commits, conflicts, history } from './plan-reading.js';

/**
 * The parts from top to bottom.
 * @type {{name: string, draw: (panel: PlanPanel) => any[], words?: (detail: object) => string}[]} `words` is what a
 * part says, for one who writes in it while others change it
 */
const PARTS = [head, conflicts, fields, body, checklist, links, comments, commits, history];

export class PlanPanel {
  id = null;
  /** The document of the plan, as it was last read. */
  detail = null;

  constructor(side, state, handlers) {
    Object.assign(this, { side, state, handlers });
    side.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      if (event.target.matches('textarea, input, select')) event.target.blur(); else this.close();
    });
    // What is saved names the commit at which the writing began.
    side.addEventListener('input', ({ target }) => { target.dataset.commit ??= this.detail?.commit ?? ''; });
  }

  get isFixed() { return this.state.isReadOnly || this.isDeleted; }

  get isDeleted() { return !this.state.cards.has(this.id); }

  async open(id) {
    this.id = id;
    this.detail = null;
    this.side.hidden = false;
    document.body.classList.add('beside');
    fill(this.side, h('p.hint', null, 'Reading …'));
    await this.refresh();
    this.side.querySelector('.close')?.focus();
  }

  close() {
    if (this.side.hidden) return;
    const { id } = this;
    this.id = null;
    this.side.hidden = true;
    fill(this.side);
    document.body.classList.remove('beside');
    this.handlers.closed(id);
  }

  /** Reads the plan again, and draws those parts that nobody writes in. */
  async refresh() {
    const { id, state } = this;
    if (!id) return;
    let detail;
    try {
      detail = await state.api.get('plan', { id, at: state.at });
    } catch (problem) {
      if (this.id === id) this.#gone(problem);
      return;
    }
    if (this.id !== id) return;
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
      else if (!node.querySelector('[data-saving]')) note(node, part.words?.(before), part.words?.(detail));
    }
    this.side.scrollTop = scroll;
  }

  #node(name) { return this.side.querySelector(`[data-part=${name}]`); }

  /** Draws a part anew, whatever is in it. */
  redraw(name) { this.#drawPart(PARTS.find(part => part.name === name), this.#node(name)); }

  /** Draws a part, and gives the focus back to what it was on: to the field or button of the same name. */
  #drawPart(part, node) {
    const nameOf = each => each.getAttribute('aria-label') ?? each.closest('label')?.textContent ?? each.textContent;
    const active = node.contains(document.activeElement) ? document.activeElement : null;
    const [name, tag] = active ? [nameOf(active), active.tagName] : [];
    const opened = [...node.querySelectorAll('details[open] > summary')].map(each => each.textContent);
    fill(node, part.draw(this));
    for (const each of node.querySelectorAll('details')) each.open = opened.includes(each.firstChild.textContent);
    if (active) ([...node.querySelectorAll(tag)].find(each => nameOf(each) === name) ?? node.querySelector('button, input, textarea'))?.focus();
  }

  #gone(problem) {
    const texts = [...this.side.querySelectorAll('textarea, input[type=text]')].filter(isUnsaved).map(field => field.value);
    fill(this.side, h('p', null, problem.message), problem.hints.map(hint => h('p.hint', null, hint)),
      texts.length > 0 && h('details', { open: true }, h('summary', null, 'What was being written'),
        texts.map(text => h('pre', null, text))),
      button('Close', () => this.close(), { class: 'close' }));
  }

  // Saving, for the parts

  /** Makes a change of this plan, decided on what is shown. */
  post(deed, values, words) {
    return change(this.state, deed, values, { done: () => words });
  }

  edit(values, words) { return this.post('edit', { plans: [this.id], ...values }, words); }

  /**
   * Saves what a field says. A value that is refused stays in the field, which is marked.
   * @param {(commit: string) => Promise<?object>} post makes the change, on the commit at which the writing began
   */
  async save(field, post, { clears = false } = {}) {
    const node = field.closest('[data-part]');
    field.dataset.saving = '';
    const answer = await post(field.dataset.commit || this.detail.commit);
    delete field.dataset.saving;
    if (answer) field.removeAttribute('aria-invalid'); else field.setAttribute('aria-invalid', 'true');
    if (!answer) return;
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    if (clears) field.value = '';
    // From now on nobody writes in it.
    field.dataset.shown = field.value;
    delete field.dataset.commit;
    delete field.dataset.editor;
    await this.refresh();
    if (field.isConnected && !isBusy(node)) this.redraw(node.dataset.part);
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
      button('Discard', () => this.discard(field)));
  }

  /** Whether a text is kept that is not what has been saved. */
  hasDraft(name, saved) {
    const kept = draftOf(this.state, `${this.id}/${name}`);
    if (kept?.text === saved) dropDraft(this.state, `${this.id}/${name}`);
    return kept != null && kept.text !== saved;
  }

  /** Forgets what is written in a field. */
  discard(field) {
    if (field.dataset.draft) dropDraft(this.state, field.dataset.draft);
    const part = field.closest('[data-part]')?.dataset.part;
    if (part) this.redraw(part);
  }
}

const isUnsaved = field => field.value !== (field.dataset.shown ?? '');

/** Whether somebody writes in a part: something in it is not saved, or an editor is open. */
const isBusy = node => node.querySelector('[data-editor]') != null
  || [...node.querySelectorAll('textarea, input[type=text]')].some(isUnsaved);

/** Tells one who writes in a part what others made of it meanwhile. */
function note(node, before, now) {
  if (before === now) return;
  node.querySelector('.meanwhile.now')?.remove();
  node.append(h('p.meanwhile.now', { role: 'status' }, 'Changed meanwhile. Now: ', h('span', { dir: 'auto' }, now || '(nothing)'),
    ' What you save stands beside it, for a decision.'));
}
