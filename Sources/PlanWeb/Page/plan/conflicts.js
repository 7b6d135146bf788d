// @ts-check
// Conflicts: the values that people wrote concurrently, each with its author, its time, and a
// button that chooses it.
import { $, all, button, fieldName, fill, h, shortName, write } from '../controls/dom.js';
import { KeyedNodes, drawIfNew, reconcile } from '../controls/keyed.js';
import { discardDraft, draftOf, drafts, dropDraft, keeping } from '../state/drafts.js';
import { dayWords } from '../state/days.js';
import { isBusy, sendBy } from '../controls/parts.js';
import { change, named } from '../commands/acts.js';
import { face } from '../controls/chips.js';
import { icon } from '../controls/icons.js';
import { tellProblem } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */

/**
 * Returns the form of one field in conflict, with a button for each value.
 * @param {BoardState} state
 * @param {string} id the plan, or `board` for the settings of the board
 * @param {ConflictField} field
 * @param {string} seen the commit at which the values were read; the decision is refused if they
 * have changed since
 * @param {{ended?: () => void}} options `ended` draws the form again after the merged text was
 * edited; without it, no editor is offered
 */
export function conflictForm(state, id, field, seen, { ended } = {}) {
  const form = h('fieldset.conflict', { disabled: state.isReadOnly, tabIndex: -1 });
  const decide = async decision => {
    // A second click must not resolve the conflict again.
    form.disabled = true;
    const subject = () => id === 'board' ? 'the board' : named(state, [id]);
    const answer = await change(state, 'resolve',
      { plan: id, field: field.field, ...decision, seen, commit: undefined },
      { done: () => `Decided ${fieldName(field.field)} of ${subject()}` });
    form.disabled = false;
    return answer;
  };
  const isText = isLong(field);
  const isDay = state.properties.some(({ name, kind }) => name === field.field && kind === 'day');
  const wordsOf = ({ words }) => isDay ? dayWords(words, state.today) : words;
  return fill(form, h('legend', null, icon('conflict'), headOf(field)),
    h('div.values', null, field.values.map((value, index) => h('button.value',
      {
        type: 'button',
        'data-act': 'decide',
        onclick: event => { event.stopPropagation(); decide({ take: value.number }); },
      },
      isText
        ? wholeText(value, field.values)
        : h('span.words', { dir: 'auto' }, wordsOf(value) || '(nothing)'),
      h('small', null,
        value.by && face(value.by),
        [value.by && shortName(value.by), value.when, index === 0 && 'shown now']
          .filter(Boolean).join(', ')),
      h('span.keep', { 'aria-hidden': 'true' }, 'Keep this')))),
    isText && ended && button(
      draftOf(state, draftName({ plan: id, field: field.field }))
        ? 'Go on with your text'
        : 'Merge the texts',
      () => writeOne(form, state, { plan: id, field: field.field, seen },
        { decide, ended, values: field.values }),
      { class: 'merge' }));
}

/**
 * Returns the heading of a conflict: “Title: to decide”.
 * @param {ConflictField} field
 */
function headOf({ field }) {
  const name = fieldName(field);
  return `${name[0].toUpperCase()}${name.slice(1)}: to decide`;
}

/** Whether a value of a conflict is a text of several lines. @param {ConflictField} field */
export const isLong = field => field.values.some(value => linesOf(value).length > 1);

/**
 * Returns the name of the draft of a merged text.
 * @param {{plan: string, field: string}} conflict
 */
const draftName = ({ plan, field }) => `merged/${plan}/${field}`;

/**
 * Opens an editor with the texts merged line by line, for the person to correct and save. An
 * unsaved text stays as a draft.
 * @param {HTMLElement} form @param {BoardState} state
 * @param {{plan: string, field: string, seen: string}} conflict
 * @param {{decide: (decision: object) => Promise<?object>, ended: () => void,
 *   values: ConflictValue[]}} acts
 */
async function writeOne(form, state, conflict, { decide, ended, values }) {
  let merged;
  try {
    merged = await state.api.get('merged', conflict);
  } catch (problem) {
    return tellProblem(problem);
  }
  const name = draftName(conflict);
  const box = h('textarea.body', {
    rows: '12',
    dir: 'auto',
    'aria-label': 'Merged text',
    'data-editor': true,
    value: merged.text,
  });
  const draft = keeping(box, state, name, () => conflict.seen);
  // The form is not drawn again until the text is saved or the editor is closed.
  const end = () => {
    delete box.dataset.editor;
    box.dataset.shown = box.value;
    ended();
  };
  const discard = () => { discardDraft(state, name, ended); end(); };
  const save = async () => {
    if (!await decide({ value: box.value })) return;
    dropDraft(state, name);
    end();
  };
  sendBy(box, save);
  fill(form, form.querySelector('legend'),
    h('p.hint', null, draft ? 'This is what you have written before. '
        + 'The values may have changed since: see them below the text.'
      : merged.clean ? 'All changes, merged line by line. Check the text before you save it.'
      : 'Some changes overlap, marked by lines of <, = and >. '
        + 'Keep what is right, and remove those lines.'),
    box,
    h('p.buttons', null,
      button('Back', end),
      button('Discard', discard, { class: 'quiet' }),
      button('Save this text', save, { class: 'primary', title: 'Ctrl+Enter' })),
    draft && h('div.values', null, values.map(value => h('div.value', null,
      wholeText(value, values),
      h('small', null,
        [value.by && shortName(value.by), value.when].filter(Boolean).join(', '))))));
  return box.focus();
}

/** @param {ConflictValue} value @returns {string[]} */
const linesOf = ({ value }) => typeof value === 'string' ? value.split('\n') : [];

/**
 * Returns all lines of a text. Lines that are missing from another value are marked.
 * @param {ConflictValue} value @param {ConflictValue[]} values
 */
function wholeText(value, values) {
  const isOwn = line => line.trim()
    && values.some(other => other !== value && !linesOf(other).includes(line));
  return h('span.words.whole', { dir: 'auto' },
    linesOf(value).map(line => [h(isOwn(line) ? 'mark' : 'span', null, line), '\n']));
}

/** The view of all conflicts of the board. A form in which a person is writing is not redrawn. */
export class ConflictsView {
  node = h('section.page', { 'aria-labelledby': 'page-title' });
  #heading = h('h2', { id: 'page-title' });
  #hint = h('p');
  /** The boxes of plans, and the forms of fields. */
  #nodes = new KeyedNodes();

  /** @param {BoardState} state @param {(id: string) => any} open shows a plan beside the board */
  constructor(state, open) {
    this.state = state;
    this.open = open;
  }

  draw() {
    const { at, cards, conflicts } = this.state;
    const plans = [...cards.values()]
      .filter(card => card.conflicts.length).sort((a, b) => a.id < b.id ? -1 : 1);
    const waiting = [...conflicts.length ? [{ id: 'board', title: '', conflicts }] : [], ...plans];
    const count = waiting.reduce((sum, each) => sum + each.conflicts.length, 0);
    write(this.#heading, count ? `${count} to decide` : 'Nothing to decide');
    write(this.#hint, at != null ? 'Conflicts at that time. The past can’t be changed.'
      : count === 0 ? 'If two people change a field at the same time, both values are listed here.'
      : '');
    this.#hint.hidden = !this.#hint.textContent;
    const hadFocus = this.node.contains(document.activeElement);
    const waits = new Set(waiting.flatMap(({ id, conflicts: fields }) =>
      fields.map(({ field }) => `form/${id}/${field}`)));
    // If another person resolves the conflict meanwhile, a text about it stays until it is closed.
    const open = new Map([...this.#nodes]
      .filter(([key, node]) => node.matches('.form') && !waits.has(key) && isBusy(node)));
    this.#nodes.show(this.node, () => [
      this.#heading,
      this.#hint,
      ...waiting.map(each => this.#box(each)),
      ...open.values(),
      ...at == null ? this.#left(new Set([...waits, ...open.keys()])) : [],
    ]);
    // The button with the focus was removed with its conflict. The focus must not move to another
    // button, because the next key would press that.
    if (hadFocus && !this.node.contains(document.activeElement)) {
      (all(this.node, 'fieldset.conflict')[0] ?? $('main')).focus();
    }
  }

  /**
   * Returns the texts about conflicts that another person has resolved.
   * @param {Set<string>} shown the keys of the forms
   */
  #left(shown) {
    const { state } = this;
    return drafts(state).flatMap(name => {
      const [, plan, field] = /^merged\/([^/]+)\/(.+)$/.exec(name) ?? [];
      const text = plan && !shown.has(`form/${plan}/${field}`) && draftOf(state, name)?.text;
      if (!text) return [];
      const box = this.#nodes.node(`left/${name}`, () => h('div.conflict-of.conflict', null));
      drawIfNew(box, text, () => [
        h('h3', { dir: 'auto' }, plan === 'board' ? 'The board’s settings' : named(state, [plan])),
        h('p.hint', null,
          `This conflict of ‘${fieldName(field)}’ was decided, and your text was not used.`),
        h('span.words.whole', { dir: 'auto' }, text),
        h('p.buttons', null,
          button('Discard', () => { discardDraft(state, name, () => this.draw()); this.draw(); },
            { class: 'quiet' })),
      ]);
      return [box];
    });
  }

  /** @param {{id: string, title: string, conflicts: ConflictField[]}} each */
  #box({ id, title, conflicts }) {
    const box = this.#nodes.node(`box/${id}`,
      () => h('div.conflict-of', null, h('h3', { dir: 'auto' })));
    drawIfNew(box.firstElementChild, title, () => id === 'board'
      ? 'The board’s settings'
      : button(title, () => this.open(id), { class: 'link' }));
    reconcile(box, [
      box.firstElementChild,
      ...conflicts.map(field => this.#form(id, field)),
    ]);
    return box;
  }

  /** @param {string} id @param {ConflictField} field */
  #form(id, field) {
    const { commit, isReadOnly } = this.state;
    const place = this.#nodes.node(`form/${id}/${field.field}`, () => h('div.form', null));
    if (!isBusy(place)) {
      drawIfNew(place, [field, isReadOnly], () => conflictForm(this.state, id, field, commit,
        { ended: () => { delete place.dataset.key; this.draw(); } }), 'fieldset');
    }
    return place;
  }
}
