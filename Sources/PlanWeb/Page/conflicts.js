// @ts-check
// Conflicts: the values that people wrote concurrently, each with its author and time, and a button to choose it.
import { button, fieldName, fill, h, shortName } from './dom.js';
import { drawPart, isBusy } from './parts.js';
import { change, named } from './acts.js';
import { face } from './chips.js';
import { tellProblem } from './toast.js';

/** @typedef {import('./state.js').BoardState} BoardState */

/**
 * Returns the form of one field in conflict, with a button for each value.
 * @param {BoardState} state
 * @param {string} id the plan, or `board` for the settings of the board
 * @param {ConflictField} field
 * @param {string} seen the commit at which the values were read; the decision is refused if they have changed since
 * @param {{ended?: () => void}} options draws the form again after an edit of the merged text; without it, no editor is offered
 */
export function conflictForm(state, id, field, seen, { ended } = {}) {
  const form = h('fieldset.conflict', { disabled: state.isReadOnly });
  const decide = async decision => {
    // A second click must not decide the conflict again.
    form.disabled = true;
    const subject = id === 'board' ? 'the board' : named(state, [id]);
    const answer = await change(state, 'resolve', { plan: id, field: field.field, ...decision, seen, commit: undefined },
      { done: () => `Decided ${fieldName(field.field)} of ${subject}` });
    form.disabled = false;
    return answer;
  };
  const isText = field.values.some(value => linesOf(value).length > 1);
  return fill(form, h('legend', null, fieldName(field.field)),
    h('div.values', null, field.values.map((value, index) => h('button.value', {
      type: 'button', 'data-act': 'decide', onclick: event => { event.stopPropagation(); decide({ take: value.number }); },
    }, isText ? wholeText(value, field.values) : h('span.words', { dir: 'auto' }, value.words || '(nothing)'),
    h('small', null, value.by && face(value.by), [value.by && shortName(value.by), value.when, index === 0 && 'shown now'].filter(Boolean).join(', '))))),
    isText && ended && button('Merge the texts', () => writeOne(form, state, { plan: id, field: field.field, seen }, { decide, ended }), { class: 'quiet' }));
}

/**
 * Opens an editor with the texts merged line by line, for the person to correct and save.
 * @param {HTMLElement} form @param {BoardState} state
 * @param {{plan: string, field: string, seen: string}} conflict
 * @param {{decide: (decision: object) => Promise<?object>, ended: () => void}} acts
 */
async function writeOne(form, state, conflict, { decide, ended }) {
  let merged;
  try { merged = await state.api.get('merged', conflict); } catch (problem) { return tellProblem(problem); }
  const box = h('textarea.body', { rows: '12', dir: 'auto', 'aria-label': 'Merged text', 'data-editor': true, value: merged.text });
  // The part is not drawn again until the text is saved or the editor is closed.
  const end = () => {
    delete box.dataset.editor;
    box.dataset.shown = box.value;
    ended();
  };
  const save = async () => { if (await decide({ value: box.value })) end(); };
  fill(form, form.querySelector('legend'),
    h('p.hint', null, merged.clean ? 'All changes, merged line by line. Check the text before you save it.'
      : 'Some changes overlap, marked by lines of <, = and >. Keep what is right, and remove those lines.'),
    box, h('p.buttons', null, button('Back', end), button('Save this text', save, { class: 'primary' })));
  return box.focus();
}

/** @param {ConflictValue} value @returns {string[]} */
const linesOf = ({ value }) => typeof value === 'string' ? value.split('\n') : [];

/**
 * Returns all lines of a text. Lines that another value lacks are marked.
 * @param {ConflictValue} value @param {ConflictValue[]} values
 */
function wholeText(value, values) {
  const isOwn = line => line.trim() && values.some(other => other !== value && !linesOf(other).includes(line));
  return h('span.words.whole', { dir: 'auto' }, linesOf(value).map(line => [h(isOwn(line) ? 'mark' : 'span', null, line), '\n']));
}

/** The view with all conflicts of the board. */
export class ConflictsView {
  node = h('section.page', { 'aria-labelledby': 'page-title' });
  /** @type {?string} The conflicts that are shown, so that they are drawn again only if they change. */
  #key = null;

  /** @param {BoardState} state @param {(id: string) => any} open shows a plan beside the board */
  constructor(state, open) {
    this.state = state;
    this.open = open;
  }

  draw() {
    // A person who is typing is not interrupted; the view is drawn after that.
    if (isBusy(this.node)) return;
    const { cards, conflicts, isReadOnly } = this.state;
    const plans = [...cards.values()].filter(card => card.conflicts.length).sort((a, b) => a.id < b.id ? -1 : 1)
      .map(({ id, title, conflicts }) => ({ id, title, conflicts }));
    const waiting = [...conflicts.length ? [{ id: 'board', title: '', conflicts }] : [], ...plans];
    const key = JSON.stringify([waiting, isReadOnly]);
    if (key === this.#key) return;
    this.#key = key;
    this.#fill(waiting);
  }

  /** @param {{id: string, title: string, conflicts: ConflictField[]}[]} waiting */
  #fill(waiting) {
    const { at, commit } = this.state;
    const count = waiting.reduce((sum, each) => sum + each.conflicts.length, 0);
    drawPart(this.node, [
      h('h2', { id: 'page-title' }, count ? `${count} to decide` : 'Nothing to decide'),
      at != null && h('p.hint', null, 'Conflicts at that time. The past can’t be changed.'),
      count === 0 && h('p', null, 'If two people change a field at the same time, both values are listed here.'),
      waiting.map(({ id, title, conflicts }) => h('div.conflict-of', null,
        h('h3', { dir: 'auto' }, id === 'board' ? 'The board’s settings' : button(title, () => this.open(id), { class: 'link' })),
        conflicts.map(field => conflictForm(this.state, id, field, commit, { ended: () => this.#redraw() })))),
    ]);
  }

  #redraw() {
    this.#key = null;
    this.draw();
  }
}
