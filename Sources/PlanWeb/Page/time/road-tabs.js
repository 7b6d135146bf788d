// @ts-check
// The switch between the roadmap, the milestones and the iterations.
import { button, h } from '../controls/dom.js';

/** @param {string} now the view that is shown @param {(view: string) => any} go */
export const roadTabs = (now, go) => h('div.segments',
  { role: 'group', 'aria-label': 'Roadmap, milestones or iterations' },
  ['Roadmap', 'Milestones', 'Iterations'].map(name => button(name, () => go(name),
    { 'aria-pressed': String(name === now) })));
