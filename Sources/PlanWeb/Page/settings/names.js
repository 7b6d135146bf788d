// @ts-check
// The labels and the people of the board's plans, in the settings. Another name replaces one on all
// plans.
import { confirm } from '../controls/menu.js';
import { face, hueOf } from '../controls/chips.js';
import { h, isolated, shortName } from '../controls/dom.js';
import { removeButton, rowList, textBox } from './rows.js';

/** @param {number} count */
const plansOf = count => count === 1 ? '1 plan' : `${count} plans`;

/** @type {import('./settings.js').Draw} */
export const drawLabels = drawn => rowList('of-labels',
  ['Name', 'Plans'],
  drawn.shared().labels.map(({ name, open, plans }) => h('li.of-labels', null,
    h('span.dot', { 'data-h': hueOf(name), 'aria-hidden': 'true' }),
    textBox(drawn, `label/${name}`, `Name of ${name}`, {}, () => name, (to, lines) =>
      drawn.act('rename-label', { label: name, to },
        `Renamed #${isolated(name)} to #${isolated(to)} on ${plansOf(plans)}`, lines)),
    h('small', null, `${plansOf(plans)}, ${open} open`),
    removeButton(`Remove ${name}`, async () => {
      const isSure = await confirm(`Remove #${isolated(name)}?`,
        `${plansOf(plans)} ${plans === 1 ? 'loses' : 'lose'} it.`, 'Remove');
      if (isSure) {
        await drawn.act('remove-label', { label: name },
          `Removed #${isolated(name)} from ${plansOf(plans)}`);
      }
    }))),
  'No plan has a label.');

/** @type {import('./settings.js').Draw} */
export const drawPeople = drawn => rowList('of-people',
  ['Name', 'Plans'],
  drawn.shared().people.map(({ name, email, plans, owned }) => {
    const person = email ? `${name} <${email}>` : name;
    return h('li.of-people', null,
      face(person),
      // Somebody on no plan, such as the author of a commit, can't be renamed here.
      textBox(drawn, `person/${person}`, `Name of ${name}`, { disabled: plans === 0 },
        () => person, (to, lines) => drawn.act('rename-person', { person, to },
          `Renamed ${isolated(name)} to ${isolated(shortName(to))}`, lines)),
      h('small', null, owned > 0 ? `${plansOf(plans)}, owner of ${owned}` : plansOf(plans)));
  }),
  'No plan names a person.');
