// @ts-check
// The popover of a value with options: columns, priorities, milestones, people, labels, options of
// custom fields. Its box filters the options, and adds new ones where that is possible.
import { button, fill, h } from './dom.js';
import { icon } from './icons.js';
import { hand } from './menu.js';
import { discardDraft, draftOf, dropDraft, keepDraft } from '../state/drafts.js';
import { popover } from './popover.js';
import { tellProblem } from './toast.js';

/** @typedef {import('../plan/plan-values.js').Value} Value */
/** @typedef {import('../plan/plan-values.js').Option} Option */
/** @typedef {import('../plan/plan-values.js').Subject} Subject */
/** @typedef {import('../state/problem.js').Problem} Problem */
/**
 * A row of the list. `key` stays the same when the list is drawn again; `act` is the action of
 * Enter or a click.
 * @typedef {{key: string, label: string, sign?: import('./dom.js').Child, hint?: string,
 *   isOn: boolean, isMixed: boolean, isExact?: boolean, isNew?: boolean, act: () => any}} Row
 */

/** The largest number of rows that are drawn. */
const MOST = 100;

/**
 * Opens the popover.
 * @param {Value} value @param {Subject} subject @param {() => ?HTMLElement} anchor
 */
export function pickFromList(value, subject, anchor) {
  const list = new PickList(value, subject);
  const stop = subject.watch(() => list.draw());
  list.pop = popover(value.title, 'pick', list.content, {
    anchor,
    ended: stop,
    discard: () => discardDraft(subject.state, list.draft,
      () => pickFromList(value, subject, anchor)),
  });
  list.begin();
}

class PickList {
  /** @type {import('./popover.js').Popover} */
  pop;
  /** @type {Row[]} */
  #rows = [];
  /**
   * @type {?string} The key of the row that was chosen with the arrow keys; null for the row that
   * matches the typed text.
   */
  #chosenRow = null;
  /** The index of the row that Enter chooses; -1 if there is none. */
  #active = 0;
  /**
   * @type {string[]} The initially chosen values, which stay on top while the list is open.
   */
  #first;

  /** @param {Value} value @param {Subject} subject */
  constructor(value, subject) {
    this.value = value;
    this.subject = subject;
    this.#first = this.#chosen().some;
    this.draft = draftName(value, subject);
    const words = value.add ? value.add.find : `Find in ${value.title.toLowerCase()}`;
    this.box = h('input', {
      type: 'text',
      placeholder: words,
      'aria-label': words,
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': 'values',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      dir: 'auto',
    });
    this.list = h('ul', {
      id: 'values',
      role: 'listbox',
      'aria-label': value.title,
      'aria-multiselectable': value.isMany ? 'true' : null,
    });
    this.said = h('div.said', { role: 'alert', hidden: true });
    this.heading = h('h2', { tabindex: '-1' }, value.title);
    this.content = [
      this.heading,
      h('div.type', null, icon('find'), this.box),
      this.list,
      this.said,
    ];
    // On a touch screen, focusing the box would open the keyboard over the list.
    (hand() === 'touch' ? this.heading : this.box).setAttribute('autofocus', '');
    this.box.addEventListener('input', () => { this.#chosenRow = null; this.draw(); });
    this.box.addEventListener('keydown', event => this.#key(event));
  }

  begin() {
    this.box.value = draftOf(this.subject.state, this.draft)?.text ?? '';
    this.box.select();
    this.draw();
    if (!this.value.isMany) this.#chosenRow = this.#rows.find(row => row.isOn)?.key ?? null;
    this.draw();
    this.subject.names.read().then(() => this.draw());
  }

  /** Returns the values that some of the plans have, and those that all of them have. */
  #chosen() {
    const sets = this.subject.plans().map(plan => [this.value.now(plan) ?? []].flat().map(String));
    const some = [...new Set(sets.flat())];
    return { some, all: some.filter(each => sets.every(set => set.includes(each))) };
  }

  draw() {
    if (!this.pop?.isOpen) return;
    this.#rows = this.#found();
    // If the row chosen with the arrow keys is gone, no row is active.
    this.#active = this.#chosenRow == null
      ? this.#rowThatFits()
      : this.#rows.findIndex(row => row.key === this.#chosenRow);
    fill(this.list, this.#rows.map((row, index) => this.#row(row, index)),
      this.#rows.length === 0 && h('li.hint', { role: 'presentation' },
        this.value.add ? this.value.add.empty : 'Nothing found'));
    if (this.#active >= 0) this.box.setAttribute('aria-activedescendant', `value-${this.#active}`);
    else this.box.removeAttribute('aria-activedescendant');
    this.list.children[this.#active]?.scrollIntoView({ block: 'nearest' });
    this.#keep();
  }

  /** Stores the name of a new value as a draft. Words that find values are not stored. */
  #keep() {
    const { draft, subject: { state } } = this;
    const text = this.box.value;
    if (draftOf(state, draft)?.text === text) return;
    const isNew = this.#rows.length > 0 && this.#rows.every(row => row.isNew);
    if (isNew) keepDraft(state, draft, text, this.subject.commit());
    else dropDraft(state, draft);
  }

  /**
   * Returns the index of the row that Enter chooses by default: the first one, with two exceptions.
   * A value is removed only if its whole name is typed, and an unknown person is not added. If
   * several values can be chosen and nothing is typed, there is no such row, so that a second Enter
   * does nothing.
   */
  #rowThatFits() {
    const { add, isMany } = this.value;
    if (isMany && !this.box.value.trim()) return -1;
    return this.#rows.findIndex(({ isExact, isNew, isOn }) =>
      !(isMany && isOn && !isExact) && !(isNew && !add.isSafe));
  }

  /** @returns {Row[]} */
  #found() {
    const { add, isMany } = this.value;
    const typed = this.box.value.trim();
    const words = typed.toLowerCase().replace(/^[#@]/, '').split(/[\s,]+/).filter(Boolean);
    const { all, some } = this.#chosen();
    const options = this.value.options(this.subject, some);
    // Exact matches come first, then the values that were chosen when the list was opened.
    /** @param {Option} option */
    const isExact = ({ label, value, hint, find }) => words.length > 0
      && [label, value, hint, find].some(each => each?.toLowerCase() === words.join(' '));
    const rank = option => isExact(option) ? 0
      : isMany && this.#first.includes(option.value) ? 1
      : 2;
    const sorted = [...options].sort((a, b) => rank(a) - rank(b));
    /** @type {Row[]} */
    const rows = sorted.filter(({ label, value, hint, find }) => words.every(word =>
      `${label} ${value} ${hint ?? ''} ${find ?? ''}`.toLowerCase().includes(word)))
      .slice(0, MOST).map(option => ({
        key: `=${option.value}`,
        label: option.label,
        sign: option.sign?.(),
        hint: option.hint,
        isExact: isExact(option),
        isOn: all.includes(option.value),
        isMixed: some.includes(option.value) && !all.includes(option.value),
        act: () => this.#choose([option.value], option.label, !all.includes(option.value)),
      }));
    const isKnown = text => options.some(({ label, value }) =>
      [label, value].some(each => each.toLowerCase() === text.toLowerCase()));
    const added = add?.values(typed).filter(text => !isKnown(text)) ?? [];
    if (added.length) {
      rows.push({
        key: '+',
        label: add.words(added),
        sign: icon('plus'),
        isOn: false,
        isMixed: false,
        isNew: true,
        act: () => this.#add(add.values(typed), added.join(', ')),
      });
    }
    return rows;
  }

  /** @param {Row} row @param {number} index */
  #row({ label, sign, hint, isOn, isMixed, isNew, act }, index) {
    return h('li',
      {
        role: 'option',
        id: `value-${index}`,
        'aria-selected': String(isOn),
        'aria-label': [label, isMixed && 'some of the plans', hint].filter(Boolean).join(', '),
        class: index === this.#active && 'active',
        onclick: act,
      },
      this.value.isMany && !isNew && h('span.mark' + (isOn ? '.on' : isMixed ? '.mixed' : '')),
      sign,
      h('span.grow', { dir: 'auto' }, label),
      hint && h('small', null, hint),
      !this.value.isMany && isOn && icon('check'));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const count = Math.max(1, this.#rows.length);
      const next = this.#active < 0
        ? (step > 0 ? 0 : count - 1)
        : (this.#active + step + count) % count;
      this.#chosenRow = this.#rows[next]?.key ?? null;
      return this.draw();
    }
    if (event.key !== 'Enter') return undefined;
    event.preventDefault();
    return this.#rows[this.#active]?.act();
  }

  /** Adds values that are not options yet. @param {string[]} values @param {string} words */
  async #add(values, words) {
    const { make } = this.value.add;
    if (!make) return this.#choose(values, words, true, this.box.value);
    if (this.box.readOnly) return undefined;
    this.box.readOnly = true;
    const problem = await make(this.subject, values[0]);
    this.box.readOnly = false;
    if (!this.pop.isOpen) return problem && tellProblem(problem, 'change');
    return problem ? tell(this.said, problem) : this.#choose(values, words, true);
  }

  /**
   * @param {string[]} values @param {string} words @param {boolean} isOn
   * @param {string} [typed] the names of new values, which come back if they are not saved
   */
  async #choose(values, words, isOn, typed = '') {
    const { subject, value } = this;
    this.said.hidden = true;
    if (!value.isMany) {
      dropDraft(subject.state, this.draft);
      this.pop.close();
      return isOn && subject.save(value.write(values[0]), `${words}`, () => false);
    }
    this.box.value = '';
    this.#chosenRow = null;
    this.draw();
    const problem = await subject.save(isOn ? value.with(values) : value.without(values),
      `${isOn ? '+' : '−'}${words}`, () => this.pop.isOpen);
    if (problem) this.box.value ||= typed;
    this.draw();
    if (problem && this.pop.isOpen) {
      this.#tell(problem, () => this.#choose(values, words, isOn, typed));
    }
    return undefined;
  }

  /** @param {Problem} problem @param {() => any} again */
  #tell(problem, again) { tell(this.said, problem, again); }
}

/**
 * Returns the name of the draft of a value that is being typed.
 * @param {Value} value @param {Subject} subject
 */
export const draftName = (value, subject) => `${subject.about}/${value.name}`;

/**
 * Shows in a popover why a change failed, with a button that tries again.
 * @param {HTMLElement} said @param {Problem} problem @param {?() => any} [again]
 */
export function tell(said, problem, again) {
  said.hidden = false;
  fill(said, h('p', null, `Not saved: ${problem.message}`),
    (problem.hints ?? []).map(hint => h('p.hint', null, hint)),
    again && button('Try again', again));
}
