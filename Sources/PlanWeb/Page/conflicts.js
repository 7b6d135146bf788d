// Values that two people wrote apart: each with who wrote it and when, to be chosen by a press.
import { button, fieldName, h, shortName } from './dom.js';
import { drawPart } from './parts.js';
import { change, named } from './acts.js';

/**
 * The values of one field in conflict, each a button that decides for it.
 * @param {string} id the plan, or `board` for the settings of the board
 * @param {string} seen the commit at which the values were read: a decision is about these, and no others
 */
export function conflictForm(state, id, field, seen) {
  const decide = async (value, event) => {
    event.stopPropagation();
    const form = event.currentTarget.closest('fieldset');
    // A second press would decide what has been decided.
    form.disabled = true;
    const subject = id === 'board' ? 'the board' : named(state, [id]);
    await change(state, 'resolve', { plan: id, field: field.field, take: value.number, seen, commit: undefined },
      { done: () => `Decided ${fieldName(field.field)} of ${subject}` });
    form.disabled = false;
  };
  return h('fieldset.conflict', { disabled: state.isReadOnly },
    h('legend', null, fieldName(field.field)),
    field.values.map((value, index) => h('button.value', { type: 'button', 'data-act': 'decide', onclick: event => decide(value, event) },
      linesOf(value).length > 1 ? wholeText(value, field.values) : h('span.words', { dir: 'auto' }, value.words || '(nothing)'),
      h('small', null, [index === 0 && 'shown now', value.by && shortName(value.by), value.when].filter(Boolean).join(', ')))));
}

const linesOf = ({ value }) => typeof value === 'string' ? value.split('\n') : [];

/** All lines of a text, for nobody should choose half blind; those that another value lacks are marked. */
function wholeText(value, values) {
  const isOwn = line => line.trim() && values.some(other => other !== value && !linesOf(other).includes(line));
  return h('span.words.whole', { dir: 'auto' }, linesOf(value).map(line => [h(isOwn(line) ? 'mark' : 'span', null, line), '\n']));
}

/** All that waits for a decision on the board. */
export class ConflictsView {
  node = h('section.page', { 'aria-labelledby': 'page-title' });
  /** The commit that is shown, so that it is read once. */
  #key = null;

  constructor(state, handlers) { Object.assign(this, { state, handlers }); }

  async draw() {
    const key = `${this.state.commit} ${this.state.isReadOnly}`;
    if (key === this.#key) return;
    this.#key = key;
    let found;
    try { found = await this.state.api.get('conflicts'); } catch (problem) { this.#key = null; throw problem; }
    if (key === this.#key) this.#fill(found);
  }

  #fill({ commit, plans }) {
    const { at } = this.state;
    const count = plans.reduce((sum, plan) => sum + plan.conflicts.length, 0);
    drawPart(this.node, [
      h('h2', { id: 'page-title' }, count ? `${count} to decide` : 'Nothing to decide'),
      at != null && h('p.hint', null, 'What waits now; the past has no decisions to make.'),
      count === 0 && h('p', null, 'Where two people change the same field apart, both values wait here.'),
      plans.map(plan => h('div.conflict-of', null,
        h('h3', { dir: 'auto' }, plan.id === 'board' ? 'The board’s settings'
          : button(plan.title, () => this.handlers.open(plan.id), { class: 'link' })),
        plan.conflicts.map(field => conflictForm(this.state, plan.id, field, commit)))),
    ]);
  }
}
