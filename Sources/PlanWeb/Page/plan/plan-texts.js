// @ts-check
// The texts that a person writes in the open plan. They are saved relative to the version at which
// the person began to write, and stored as drafts until then.
import { button, targetOf } from '../controls/dom.js';
import { discardDraft, draftOf, dropDraft, keepDraft, keeping } from '../state/drafts.js';
import { meanwhile, notSaved, stay } from '../controls/kept-line.js';
import { partOf } from './failures.js';
import { isBusy, isUnsaved } from '../controls/parts.js';
import { toast } from '../controls/toast.js';

/** @typedef {import('../controls/parts.js').Field} Field */
/** @typedef {import('./plan.js').PlanPanel} PlanPanel */

export class PlanTexts {
  /** @param {PlanPanel} panel */
  constructor(panel) {
    this.panel = panel;
    // A save sends the commit at which the person began to write.
    panel.side.addEventListener('input', event => {
      targetOf(event).dataset.commit ??= this.#version(targetOf(event));
    });
  }

  /**
   * Returns the commit of the text that a field shows: the commit of its last save, or else the one
   * at which its part was drawn. A part in which a person is writing is not drawn again, so this
   * commit may be older than the panel's.
   * @param {HTMLElement} field
   */
  #version(field) { return field.dataset.version ?? partOf(field)?.dataset.version ?? ''; }

  /**
   * Discards the unsaved text of a one-line field, and offers to restore it. Longer texts stay
   * until they are saved or discarded.
   * @param {Field} field
   */
  leave(field) {
    const isLine = field.matches('input, textarea[rows="1"]');
    if (!isLine || !isUnsaved(field)) return field.blur();
    field.value = field.dataset.shown;
    field.blur();
    return this.giveUp(field);
  }

  /**
   * Saves the text of a field. If the server refuses it, the text stays and the field is marked.
   * @param {Field} field
   * @param {(commit: string) => Promise<?ChangeDocument>} post makes the change, based on the
   * commit at which the person began to write
   * @param {{clears?: boolean}} options whether to empty the field afterwards, for the next text
   */
  async save(field, post, { clears = false } = {}) {
    // If a second save began before the first is answered, the text would be written twice.
    if (field.dataset.saving != null) { field.dataset.again = field.value; return; }
    const { panel } = this;
    if (panel.isDeleted) {
      const restore = () => panel.changes.post('restore',
        { plans: [panel.id] }, 'Restored the plan');
      toast('This plan is deleted. Restore it to save what you have written',
        { label: 'Restore', act: restore });
      return;
    }
    const node = partOf(field);
    const sent = field.value;
    field.dataset.saving = '';
    delete field.dataset.again;
    const { id } = panel;
    panel.changes.unmark(field);
    const answer = await post(field.dataset.commit || this.#version(field));
    delete field.dataset.saving;
    if (!answer && panel.id === id && field.isConnected) {
      panel.changes.fails(field, {
        part: node.dataset.part,
        problem: null,
        again: () => this.save(field, post, { clears }),
        isShown: false,
      });
    }
    if (!answer) return;
    const rest = text => clears && text.startsWith(sent)
      ? text.slice(sent.length).trimStart()
      : text;
    field.value = rest(field.value);
    field.dataset.shown = clears ? '' : sent;
    field.dataset.version = answer.commit;
    if (isUnsaved(field)) return this.#goOn(field, answer.commit, rest(field.dataset.again ?? ''));
    if (field.dataset.draft) dropDraft(panel.state, field.dataset.draft);
    // The text is saved, so the field counts as not being edited.
    delete field.dataset.commit;
    delete field.dataset.before;
    delete field.dataset.editor;
    if (field.isConnected && !isBusy(node)) panel.redraw(node.dataset.part);
  }

  /** Starts a new edit, based on the saved commit, for text that was typed during the save. */
  #goOn(field, commit, again) {
    field.dataset.commit = commit;
    field.dataset.before = field.dataset.shown;
    if (field.dataset.draft) {
      keepDraft(this.panel.state, field.dataset.draft, field.value, commit,
        { before: field.dataset.before });
    }
    // The person asked to save this text by pressing Enter again or leaving the field, unless it
    // has changed since.
    if (field.value !== again) return;
    if (field.form) field.form.requestSubmit(); else field.dispatchEvent(new Event('change'));
  }

  /**
   * Stores the text of a field as a draft until it is saved.
   * @param {Field} field
   * @param {string} name the name of the field in the plan
   * @param {{hasButtons?: boolean}} options whether buttons beside the field save and discard it
   * @returns {?Node[]} notes about an earlier draft, and about what was changed since it was begun
   */
  keep(field, name, { hasButtons = false } = {}) {
    const saved = field.value;
    const isKept = this.hasDraft(name, saved);
    const kept = keeping(field, this.panel.state, `${this.panel.id}/${name}`,
      () => this.#version(field));
    if (!isKept) return null;
    return [
      notSaved(kept, !hasButtons && [
        button('Save', () => field.dispatchEvent(new Event('change')), { onmousedown: stay }),
        button('Discard', () => this.giveUp(field), { onmousedown: stay }),
      ]),
      ...kept.before === undefined || kept.before === saved ? [] : [meanwhile(saved)],
    ];
  }

  /**
   * Whether there is a draft that differs from the saved text.
   * @param {string} name @param {string} saved
   */
  hasDraft(name, saved) {
    const { id, state } = this.panel;
    const kept = draftOf(state, `${id}/${name}`);
    if (kept?.text === saved) dropDraft(state, `${id}/${name}`);
    return kept != null && kept.text !== saved;
  }

  /**
   * Discards the text of a field, and offers to restore it.
   * @param {Field} field
   */
  giveUp(field) {
    const { panel } = this;
    const { id } = panel;
    const { part } = partOf(field).dataset;
    discardDraft(panel.state, field.dataset.draft,
      () => panel.id === id ? panel.redraw(part) : panel.acts.open(id));
    this.discard(field);
  }

  /**
   * Discards the text of a field.
   * @param {Field} field
   */
  discard(field) {
    this.panel.changes.unmark(field);
    if (field.dataset.draft) dropDraft(this.panel.state, field.dataset.draft);
    const part = partOf(field)?.dataset.part;
    if (part) this.panel.redraw(part);
  }
}
