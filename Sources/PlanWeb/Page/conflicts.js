// Values that two people wrote apart: each with who wrote it and when, to be chosen by a press.
import { button, fill, h, shortName } from './dom.js';
import { change, named } from './acts.js';

/** The values of one field in conflict. */
export function conflictForm(state, id, field) {
  const seen = field.values.map(value => value.words);
  return h('fieldset.conflict', { disabled: state.isReadOnly },
    h('legend', null, field.field),
    field.values.map(value => h('button.value', {
      type: 'button', 'data-act': 'decide',
      onclick: async event => {
        event.stopPropagation();
        const form = event.currentTarget.closest('fieldset');
        // A second press would decide what has been decided.
        form.disabled = true;
        await change(state, 'resolve', { plan: id, field: field.field, take: value.number, seen, commit: undefined }, {
          done: () => `Decided ${field.field} of ${named(state, [id])}`,
        });
        form.disabled = false;
      },
    },
    h('span.words', { dir: 'auto' }, value.words || '(nothing)'),
    h('small', null, [value.by && shortName(value.by), value.when].filter(Boolean).join(', ')))));
}

/** All that waits for a decision on the board. */
export class ConflictsView {
  constructor(state) { this.state = state; }

  async show(main) {
    const { state } = this;
    const found = await state.api.get('conflicts');
    const plans = [...new Set(found.conflicts.map(conflict => conflict.plan))];
    const details = await Promise.all(plans.filter(id => id !== 'board').map(id => state.api.get('plan', { id })));
    const ofBoard = found.conflicts.filter(conflict => conflict.plan === 'board');
    fill(main, h('section.page', { 'aria-labelledby': 'page-title' },
      h('h2', { id: 'page-title' }, plans.length ? `${found.conflicts.length} to decide` : 'Nothing to decide'),
      plans.length === 0 && h('p', null, 'Where two people change the same field apart, both values wait here.'),
      ofBoard.map(conflict => h('div.conflict-of', null,
        h('h3', null, 'The board’s settings'),
        conflictForm(state, 'board', {
          field: conflict.field,
          values: conflict.values.map((value, index) => ({
            number: index + 1, words: JSON.stringify(value.value), by: value.by, when: value.at,
          })),
        }))),
      details.map(detail => h('div.conflict-of', null,
        h('h3', { dir: 'auto' }, button(detail.plan.title, () => this.open(detail.plan.id), { class: 'link' })),
        detail.conflicts.map(field => conflictForm(state, detail.plan.id, field))))));
  }
}
