// @ts-check
// The choices of how the page looks, in the settings.
import { LOOKS } from '../state/look.js';
import { h } from '../controls/dom.js';

export const lookChoices = () => LOOKS.map(look => h('div.look', null,
  h('span', { 'aria-hidden': 'true' }, look.title),
  h('div.segments', { role: 'radiogroup', 'aria-label': look.title },
    look.options.map(({ name, label }) => h('label', null,
      h('input.unseen', {
        type: 'radio',
        name: look.name,
        checked: name === look.now,
        onchange: () => look.choose(name),
      }),
      label)))));
