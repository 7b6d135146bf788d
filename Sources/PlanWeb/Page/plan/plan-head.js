// @ts-check
// The top of a plan: its id, its column, its title.
import { button, h, shortName } from '../controls/dom.js';
import { take } from '../commands/acts.js';
import { icon } from '../controls/icons.js';
import { isUnsaved } from '../controls/parts.js';
import { oneLine } from '../board/title-edit.js';
import { stateSign } from '../controls/chips.js';
import { toast } from '../controls/toast.js';

/** @typedef {import('./plan.js').PlanPanel} PlanPanel */
/** @typedef {import('./plan.js').Part} Part */

/** @type {Part} */
export const head = { name: 'head', words: ({ plan }) => plan.title, draw };

/** @param {PlanPanel} panel */
function draw(panel) {
  const { plan, short, column, created, updated, problems } = panel.detail;
  const title = h('textarea.title', {
    rows: '1',
    'aria-label': 'Title',
    dir: 'auto',
    readonly: panel.isFixed,
    value: plan.title,
    'data-act': 'edit',
  });
  const kept = panel.isFixed ? null : panel.texts.keep(title, 'title');
  title.addEventListener('keydown', event => {
    if (event.key === 'Enter') { event.preventDefault(); title.dispatchEvent(new Event('change')); }
  });
  title.addEventListener('change', () => {
    // After Enter has saved the title, another event follows when the focus leaves the field.
    // Saving again would resolve a conflict that the first save caused.
    if (!isUnsaved(title)) return null;
    const text = oneLine(title.value);
    if (!text) toast('A plan needs a title');
    if (!text || text === panel.detail.plan.title) return panel.texts.discard(title);
    return panel.texts.save(title, commit => panel.changes.edit({ title: text, commit },
      `Changed the title of ${short}`));
  });
  return [
    h('div.top', null,
      h('p.where', null,
        h('span.id', { title: plan.id }, short),
        stateSign(panel.state.columns, plan.state),
        h('span', { dir: 'auto' }, column)),
      act('link', 'Copy link', () => panel.acts.copyAddress(panel.id)),
      !panel.isFixed && act('copy', 'Duplicate', () => panel.acts.duplicate(panel.id)),
      !panel.isFixed && act('take', 'Take: become the owner', () => take(panel.state, panel.id)),
      !panel.isFixed && act('bin', 'Delete', () => panel.acts.remove(panel.id)),
      button(icon('x'), () => panel.close(),
        { class: 'icon close', 'aria-label': 'Close the plan', title: 'Close: Esc' })),
    panel.isDeleted && h('p.meanwhile', { role: 'status' }, 'This plan is deleted. ',
      !panel.state.isReadOnly && button('Restore',
        () => panel.changes.post('restore', { plans: [panel.id] }, `Restored ${short}`))),
    panel.state.server.published
      ? h('h2.title', { dir: 'auto' }, plan.title || '(no title)')
      : title,
    kept,
    h('p.byline', null, [
      created && (plan.created?.by
        ? `${shortName(plan.created.by)} added it ${created}`
        : `Added ${created}`),
      updated && `changed ${updated}`,
    ].filter(Boolean).join(' · ')),
    problems.map(problem => h('p.warning', null, problem)),
  ];
}

/** Returns a button for the top of the panel. */
const act = (name, words, run) => button(icon(name), run,
  { class: 'icon', 'aria-label': words, title: words });
