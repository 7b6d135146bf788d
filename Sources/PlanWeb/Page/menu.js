// @ts-check
// Menus, the palette and questions: dialogs of the browser's own, which keep the focus and give it back.
import { button, fill, h, isEnter } from './dom.js';
import { offerNames } from './names.js';

/** @typedef {import('./problem.js').Problem} Problem */

/**
 * @param {HTMLDialogElement} node
 * @param {() => void} [onclose] is called when it has closed, and the focus is where it was before
 */
function open(node, onclose) {
  document.body.append(node);
  node.addEventListener('close', () => {
    node.remove();
    onclose?.();
  });
  // The second press of a double click is not one beside the dialog that the first has opened, and none takes the focus.
  node.addEventListener('mousedown', event => { if (event.target === node) event.preventDefault(); });
  node.addEventListener('click', event => { if (event.target === node && event.detail < 2) node.close(); });
  node.showModal();
  return node;
}

/** By what somebody has acted last: `mouse`, `touch`, `pen`, or `key`. */
let hand = 'key';
addEventListener('pointerdown', event => { hand = event.pointerType; }, true);
addEventListener('keydown', () => { hand = 'key'; }, true);

/**
 * A list of acts, with a box that filters it.
 * @param {string} title
 * @param {{label: string, hint?: string, act: () => any}[]} items
 */
export function choose(title, items) {
  const box = h('input', { type: 'text', placeholder: 'Type to filter', 'aria-label': title, role: 'combobox',
    'aria-expanded': 'true', 'aria-controls': 'choices', autocomplete: 'off', spellcheck: 'false' });
  const list = h('ul', { id: 'choices', role: 'listbox', 'aria-label': title });
  const heading = h('h2', { tabindex: '-1' }, title);
  // A finger gets the whole list, and a keyboard on the screen only where it is asked for.
  (hand === 'touch' ? heading : box).setAttribute('autofocus', '');
  const dialog = h('dialog.choose', { 'aria-label': title }, heading, box, list);
  let shown = [];
  let active = 0;
  const draw = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = items.filter(item => words.every(word => `${item.label} ${item.hint ?? ''}`.toLowerCase().includes(word)));
    active = Math.max(0, Math.min(active, shown.length - 1));
    fill(list, ...shown.map((item, index) => h('li', {
      role: 'option', id: `choice-${index}`, 'aria-selected': String(index === active), dir: 'auto',
      onclick: () => pick(item),
    }, h('span', null, item.label), item.hint && h('kbd', null, item.hint))));
    box.setAttribute('aria-activedescendant', shown.length ? `choice-${active}` : '');
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  };
  /** @type {{act: () => any} | undefined} */
  let picked;
  const pick = item => { picked = item; dialog.close(); };
  box.addEventListener('input', () => { active = 0; draw(); });
  box.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); active = (active + step + shown.length) % Math.max(1, shown.length); draw(); }
    if (isEnter(event)) { event.preventDefault(); pick(shown[active]); }
  });
  // An act may put the focus elsewhere, so it comes behind the end of the dialog.
  open(dialog, () => picked?.act());
  draw();
}

/**
 * Asks for one line of text, until it is taken or the question is given up.
 * @param {string} title
 * @param {object} options
 * @param {string} [options.value] the text at first
 * @param {string} [options.label] what the box is called; as the title if it is not given
 * @param {string} [options.hint]
 * @param {import('./names.js').Source} [options.names] what the box offers, one by one with commas between
 * @param {boolean} [options.isContinued] whether the text is gone on with
 * @param {(text: string) => ?Problem | Promise<?Problem>} options.take does what the answer is for, or returns why it can't be done: then
 * the question stays, and what was written with it
 * @returns {Promise<boolean>} whether it was taken
 */
export function ask(title, { value = '', label = title, hint, names, isContinued = false, take }) {
  return new Promise(resolve => {
    const box = h('input', { type: 'text', value, 'aria-label': label, dir: 'auto', autocomplete: 'off' });
    const said = h('p.problem', { role: 'alert', hidden: true });
    const submit = h('button.primary', { type: 'submit' }, 'OK');
    let isTaken = false;
    const dialog = h('dialog.ask', { 'aria-label': title }, h('form', {
      onsubmit: async event => {
        event.preventDefault();
        submit.disabled = true;
        const problem = await take(box.value);
        submit.disabled = false;
        isTaken = !problem;
        if (isTaken) return dialog.close();
        said.hidden = false;
        box.focus();
        return fill(said, [problem.message, ...problem.hints ?? []].flatMap(line => [line, h('br')]));
      },
    }, h('h2', null, title), box, names && offerNames(box, 'asked', names),
    hint && h('p.hint', null, hint), said,
    h('p.buttons', null, button('Cancel', () => dialog.close()), submit)));
    open(dialog, () => resolve(isTaken));
    // What is written goes behind what is there, or takes its place.
    if (isContinued) box.setSelectionRange(value.length, value.length); else box.select();
  });
}

/**
 * Asks whether something is to be done.
 * @param {string} title @param {string} text @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes) {
  return new Promise(resolve => {
    let answer = false;
    const dialog = h('dialog.ask', { 'aria-label': title }, h('form', { method: 'dialog', onsubmit: () => { answer = true; } },
      h('h2', null, title), h('p', null, text),
      h('p.buttons', null, button('Cancel', () => dialog.close()), h('button.primary', { type: 'submit' }, yes))));
    open(dialog, () => resolve(answer));
  });
}

/** Shows something to read. */
export function tell(title, ...content) {
  // It begins at its beginning, wherever its first button is.
  const heading = h('h2', { tabindex: '-1', autofocus: '' }, title);
  const dialog = h('dialog.tell', { 'aria-label': title }, heading, ...content,
    h('p.buttons', null, button('Close', () => dialog.close(), { class: 'primary' })));
  return open(dialog);
}
