// @ts-check
// The composer: a field in a column or in a dialog, which adds plans one after another. The server
// parses the line while a person types, and the page shows the recognized parts as chips.
import { activeElement, all, button, fill, h, say } from '../controls/dom.js';
import { change, undo } from '../commands/acts.js';
import { dayWords } from '../state/days.js';
import { givenBy, groupTitle } from './grouping.js';
import { edited } from './quick-edit.js';
import { FIELDS, MarkFields } from './mark-fields.js';
import { choiceChip, markChip, markWords, offersFor, peopleOf, presetChip } from './marks.js';
import { modal } from '../controls/menu.js';
import { nameOf } from '../controls/keyed.js';
import { Offers } from '../controls/offers.js';
import { Outbox } from '../state/outbox.js';
import { pasteList } from '../plan/plan-checklist.js';
import { tellProblem, toast } from '../controls/toast.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('./presets.js').Preset} Preset */
/**
 * The place of new plans: a column, the value of a row on a grouped board (empty for no row), their
 * due day, and what else they get.
 * @typedef {{column: string, row: string, due: ?string, preset: ?Preset}} Spot
 */

const PAUSE = 150;

/** Returns the name of the draft of a place. All days share one draft. @param {Spot} spot */
const draftName = ({ column, row, preset }) => preset?.name ?? `new/${column}/${row}`;

/**
 * Whether lines are titles of copies. Their words are not marks, because the values of the plan are
 * copied.
 * @param {Spot} spot
 */
const isCopy = ({ preset }) => Boolean(preset?.line);

/** @param {string} text */
const linesOf = text => text.split('\n').map(line => line.trim()).filter(Boolean);

export class Composer {
  /** @type {?Spot} Where it is open; null if it is closed. */
  spot = null;
  /** @type {?HTMLDialogElement} The dialog that contains it; null if it is in a column. */
  #dialog = null;
  /** @type {?HTMLElement} The element that had the focus before. */
  #before = null;
  /** @type {?string} The name of the button of the open plan that opened it, for sub-plans. */
  #ofPlan = null;
  /** @type {?string} The id of the plan that was added last. */
  #added = null;
  /** @type {?number} The place of the caret when a popover of a field was opened. */
  #caret = null;
  #timer = 0;
  /** The number of the last request, to ignore outdated answers. */
  #turn = 0;

  /**
   * @param {BoardState} state @param {import('../state/names.js').Names} names
   * @param {{open: (id: string) => any, focus: (id: ?string) => boolean,
   *   isOnBoard: () => boolean}} page
   */
  constructor(state, names, page) {
    this.state = state;
    this.names = names;
    this.page = page;
    this.outbox = new Outbox(state);
    this.field = h('textarea', {
      rows: '1',
      dir: 'auto',
      'aria-label': 'New plan',
      placeholder: 'Title, #label @person !high fri',
      enterkeyhint: 'done',
    });
    this.offers = new Offers(this.field, 'mark-offers', 'Labels, people, priorities and milestones',
      word => offersFor(word, state.api), true);
    this.fields = new MarkFields(state, names, {
      now: () => linesOf(this.field.value)[0] ?? '',
      begin: () => { this.#caret = this.field.selectionStart; return this.#read(); },
      write: text => this.#write(text),
    });
    this.chips = h('p.chips', { role: 'group', 'aria-label': 'Recognised' });
    this.problem = h('p.problem', { role: 'alert', hidden: true });
    this.done = h('span.done', { role: 'status' });
    this.submit = h('button.primary', { type: 'submit' }, 'Add');
    this.form = h('form.composer', { onsubmit: event => { event.preventDefault(); this.#add(); } },
      h('div.line', null, this.field, this.offers.list), this.chips, this.fields.node,
      this.problem,
      h('div.foot', null,
        this.done,
        button('Close', () => this.close(), { class: 'quiet' }),
        this.submit));
    this.item = h('li.composing', null);
    // Suggestions, chips and the on-screen keyboard may push its buttons out of view.
    new ResizeObserver(() => this.#show()).observe(this.form);
    addEventListener('resize', () => this.#show());
    this.field.addEventListener('focus', () => this.#placeCaret());
    this.field.addEventListener('input', () => this.#typed());
    this.field.addEventListener('keydown', event => this.#key(event));
    this.form.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.defaultPrevented || this.#dialog) return;
      event.stopPropagation();
      this.close();
    });
    this.field.addEventListener('paste', event => pasteList(event, this.field));
    // An empty composer closes when the focus moves elsewhere on the page.
    this.form.addEventListener('focusout', () => setTimeout(() => {
      if (this.spot && !this.#dialog && !this.field.value && document.hasFocus()
          && !this.form.contains(document.activeElement) && !document.querySelector('dialog.pop')) {
        this.close(false);
      }
    }));
  }

  /** The column of the board in which it is open; null if it is closed or in a dialog. */
  get column() { return this.#isInColumn ? this.spot.column : null; }

  get #isInColumn() { return this.spot && !this.#dialog && !this.spot.preset; }

  /**
   * Returns the item of a column's list while the composer is open there.
   * @param {string} column @param {string} row
   */
  in(column, row) {
    const { spot } = this;
    const isHere = this.#isInColumn && spot.column === column && spot.row === row;
    return isHere ? this.item : null;
  }

  /**
   * Opens the composer in a column of the board, or in a dialog if the column is not on the page.
   * @param {string} column @param {string} row
   * @param {{due?: ?string, preset?: ?Preset}} given the day on which the plan is due, and what
   * else it gets
   */
  open(column, row, { due = null, preset = null } = {}) {
    if (this.spot) this.close(false);
    this.#before = activeElement();
    this.#ofPlan = preset && !preset.line && this.#before?.closest('#side')
      ? nameOf(this.#before)
      : null;
    [this.#added, this.#caret] = [null, null];
    this.spot = { column, row, due, preset };
    this.field.value = this.outbox.typed(draftName(this.spot)) || preset?.line || '';
    this.#tell(null);
    fill(this.done);
    fill(this.item, this.form);
    this.state.changed();
    if (!this.page.isOnBoard() || !this.item.isConnected) {
      this.#openDialog(preset?.title ?? (due ? `New plan, due ${dayWords(due)}` : 'New plan'));
    }
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
    this.#show();
    this.#read();
  }

  /** Scrolls the column so that the whole composer is visible. */
  #show() {
    if (this.form.contains(document.activeElement)) {
      this.item.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  #openDialog(title) {
    this.#dialog = modal('ask', title, [this.form], () => { if (this.#dialog) this.close(); });
    this.state.changed();
  }

  /** Shows the draft of a closed tab, unless another text has been started here. */
  offerDraft() {
    if (!this.spot || this.field.value) return;
    this.field.value = this.outbox.typed(draftName(this.spot));
    this.#read();
  }

  /** Closes the composer; an unsaved text stays as a draft. @param {boolean} [returnsFocus] */
  close(returnsFocus = true) {
    if (!this.spot) return;
    const [dialog, before] = [this.#dialog, this.#before];
    [this.spot, this.#dialog] = [null, null];
    clearTimeout(this.#timer);
    this.offers.hide();
    dialog?.close();
    this.state.changed();
    if (!returnsFocus) return;
    const inPlan = this.#ofPlan
      && all(document, '#side button').find(each => nameOf(each) === this.#ofPlan);
    if (inPlan) inPlan.focus();
    else if (!this.page.focus(this.#added) && before?.isConnected) before.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.offers.key(event)) return event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.#add();
    }
  }

  #typed() {
    this.outbox.type(draftName(this.spot), this.field.value);
    this.#tell(null);
    this.offers.offer();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#read(), PAUSE);
  }

  /**
   * Replaces the line. What is typed next still belongs to the title, which comes first.
   * @param {string} line
   */
  #write(line) {
    this.#caret ??= this.field.selectionStart;
    // Before the title is typed, a space comes between it and the marks.
    this.field.value = this.#caret === 0 && /^(?:[#@!^]|due:)/.test(line) ? ` ${line}` : line;
    this.#placeCaret();
    this.outbox.type(draftName(this.spot), this.field.value);
    this.#tell(null);
    return this.#read();
  }

  /**
   * Puts the caret back when the field has the focus again. In a text that was replaced meanwhile,
   * Chromium puts it nowhere, and what is typed would be lost.
   */
  #placeCaret() {
    if (this.#caret == null || document.activeElement !== this.field) return;
    this.field.setSelectionRange(this.#caret, this.#caret);
    this.#caret = null;
  }

  // Reading

  /** Shows what the server recognises in the line. */
  async #read() {
    const lines = linesOf(this.field.value);
    const turn = this.#turn += 1;
    this.submit.textContent = lines.length > 1 ? `Add ${lines.length} plans` : 'Add';
    /** @type {QuickDocument} */
    let read = null;
    if (lines.length === 1 && !isCopy(this.spot)) {
      try {
        read = await this.state.api.get('quick', { line: lines[0] });
        if (read.marks.some(mark => mark.problem)) await this.names.read();
      } catch {
        /* The problem is reported when the line is added. */
      }
    }
    if (turn !== this.#turn || !this.spot) return;
    const { grouping } = this.state;
    const preset = this.spot.row
      && presetChip(grouping, this.spot.row, groupTitle(this.state, this.spot.row));
    fill(this.chips, this.spot.preset?.chips(), preset,
      read?.marks.map(mark => this.#chip(mark, lines[0], read.marks)));
    this.chips.hidden = !this.chips.childElementCount;
    this.chips.dataset.line = lines.length === 1 ? lines[0] : '';
    this.fields.draw(lines.length > 1 || isCopy(this.spot) ? null : read?.marks ?? []);
    const words = read?.marks.map(mark => markWords(mark, this.state, this.names.people))
      .join(', ') ?? '';
    if (words && this.chips.dataset.words !== words) say(`Recognised: ${words}`);
    this.chips.dataset.words = words;
  }

  /**
   * Returns the chip of a mark, or its choices if it means several people.
   * @param {QuickMark} mark @param {string} line @param {QuickMark[]} marks all marks of the line
   */
  #chip(mark, line, marks) {
    const people = peopleOf(mark, this.names.people);
    if (!people.length) return markChip(mark, this.state);
    return choiceChip(mark, people, person => {
      if (!this.#isOf(linesOf(this.field.value))) return this.field.focus();
      const text = edited(line, marks, each => each === mark, FIELDS.assignees.text(person));
      this.field.focus();
      this.#caret = text.length;
      return this.#write(text);
    });
  }

  /** Whether the chips are those of the present line. @param {string[]} lines */
  #isOf(lines) { return lines.length === 1 && this.chips.dataset.line === lines[0]; }

  /**
   * Moves the focus to the choices of a mark that is unclear. Returns whether there is one.
   * @param {string[]} lines
   */
  #asks(lines) {
    const [unclear] = this.#isOf(lines) ? all(this.chips, '.unclear') : [];
    if (!unclear) return false;
    this.#tell({ message: unclear.getAttribute('aria-label') });
    all(unclear, 'button')[0].focus();
    return true;
  }

  // Adding

  async #add() {
    const lines = linesOf(this.field.value);
    if (!lines.length) return this.#tell({ message: 'A plan needs a title' });
    if (this.#asks(lines)) return;
    const { spot } = this;
    this.outbox.send(draftName(spot), lines);
    this.field.value = '';
    this.offers.hide();
    clearTimeout(this.#timer);
    this.#read();
    const isOne = lines.length === 1;
    /** @type {ChangeDocument[]} */
    const added = [];
    let isInRow = true;
    while (lines.length) {
      // If this page made another change between two lines, the lines can't be undone together.
      if (added.length && this.state.basis !== added.at(-1).commit) isInRow = false;
      const answer = await this.#addLine(lines[0], spot, isOne,
        problem => this.#failed(lines, spot, problem));
      if (!answer) break;
      added.push(answer);
      this.outbox.end(draftName(spot), [lines.shift()]);
    }
    if (!isOne && added.length) this.#tellAdded(added, isInRow);
    // One copy is enough.
    if (spot.preset?.line && !lines.length && this.#isAt(spot) && !this.field.value) this.close();
  }

  /**
   * Reports in one message which plans were added.
   * @param {ChangeDocument[]} added @param {boolean} isInRow whether one undo takes all of them
   * back
   */
  #tellAdded(added, isInRow) {
    const text = added.length === 1 ? 'Added 1 plan' : `Added ${added.length} plans`;
    toast(text,
      isInRow
        ? { label: 'Undo', act: () => undo(this.state, added.at(-1).commit, added.length) }
        : null,
      added.flatMap(answer => answer.notices ?? []).filter(notice => notice.warning));
  }

  /**
   * @param {string} line @param {Spot} spot
   * @param {boolean} isOne whether no other line is added with it
   * @param {(problem: any) => void} fails
   */
  async #addLine(line, spot, isOne, fails) {
    const { state } = this;
    const fields = {
      ...isCopy(spot) ? { title: line } : { line },
      column: spot.column || undefined,
      ...givenBy(state.grouping, spot.row),
      ...spot.due && { due: spot.due },
      ...spot.preset?.fields,
    };
    const answer = await change(state, 'add', fields,
      {
        done: ({ plans: [plan] }) => {
          const isHidden = state.matches && !state.matches.includes(plan);
          return `Added “${state.cards.get(plan)?.title ?? line}”`
            + (isHidden ? '; the query does not find it' : '');
        },
        isQuiet: !isOne,
        fails,
        again: null,
      });
    if (!answer) return null;
    const [id] = answer.plans;
    if (this.#isAt(spot)) {
      this.#added = id;
      const card = state.cards.get(id);
      fill(this.done, 'Added ', button(card?.short ?? id, () => this.page.open(id),
        { class: 'link', title: card?.title ?? line }));
      this.#show();
    }
    return answer;
  }

  /**
   * Whether the composer is open at a place. It may have been closed and opened again meanwhile.
   * @param {Spot} spot
   */
  #isAt({ column, due, row, preset }) {
    return this.spot?.column === column && this.spot.row === row && this.spot.due === due
      && this.spot.preset?.name === preset?.name;
  }

  /**
   * Puts lines that were not added before the text that was typed meanwhile: in the field, or in
   * the draft if the field is closed.
   * @param {string[]} lines @param {Spot} spot @param {any} problem
   */
  #failed(lines, spot, problem) {
    const isOpen = this.#isAt(spot);
    const name = draftName(spot);
    this.outbox.end(name, lines);
    const text = [...lines, isOpen ? this.field.value : this.outbox.typed(name)]
      .filter(Boolean).join('\n');
    this.outbox.type(name, text);
    if (!isOpen) return tellProblem(problem, 'change');
    this.field.value = text;
    this.#tell(problem);
    this.field.focus();
    return this.#read();
  }

  /** @param {?{message: string, hints?: string[]}} problem */
  #tell(problem) {
    this.problem.hidden = !problem;
    this.field.setAttribute('aria-invalid', String(Boolean(problem)));
    fill(this.problem, problem
      && [problem.message, ...problem.hints ?? []].map(line => h('span', { dir: 'auto' }, line)));
  }
}
