// @ts-check
// Menus, the command palette and questions. They are native dialogs, which trap the focus and
// restore it.
import { dismissible } from './dismiss.js';
import { activeElement, button, fill, h, say, targetOf, write } from './dom.js';
import { icon } from './icons.js';
import { place } from './popover.js';

/**
 * @param {HTMLDialogElement} node
 * @param {() => void} [onclose] is called after it has closed and the focus is restored
 */
function open(node, onclose) {
  document.body.append(node);
  node.addEventListener('close', () => {
    node.remove();
    onclose?.();
  });
  dismissible(node);
  node.showModal();
  return node;
}

/**
 * Shows a dialog with a heading.
 * @param {string} kind the class of the dialog @param {string} title
 * @param {import('./dom.js').Child} content
 * @param {() => void} onclose is called after it has closed and the focus is restored
 */
export const modal = (kind, title, content, onclose) =>
  open(h(`dialog.${kind}`, { 'aria-label': title }, h('h2', null, title), content), onclose);

let device = 'key';
/**
 * What was pressed last: a button, or a point. Null after a key.
 * @type {?{button: ?HTMLElement, x: number, y: number}}
 */
let pressed = null;
/** @param {MouseEvent} event */
const notePress = event => {
  pressed = { button: targetOf(event).closest('button'), x: event.clientX, y: event.clientY };
};
addEventListener('pointerdown', event => {
  device = event.pointerType;
  notePress(event);
}, true);
addEventListener('contextmenu', notePress, true);
/** @type {?(() => void)} Ends the wait for `released`; null if nothing is pressed. */
let release = null;
let whenReleased = Promise.resolve();
addEventListener('pointerdown', () => {
  if (!release) whenReleased = new Promise(resolve => { release = resolve; });
}, true);
for (const each of ['pointerup', 'pointercancel']) {
  // The click follows.
  addEventListener(each, () => setTimeout(() => { release?.(); release = null; }), true);
}
addEventListener('keydown', () => { [device, pressed] = ['key', null]; }, true);

/**
 * Resolves when no button is pressed, and the click is handled: a control that moves meanwhile
 * would not be clicked.
 */
export const released = () => whenReleased;

/** Returns the last input device: `mouse`, `touch`, `pen`, or `key`. */
export const hand = () => device;

/**
 * Returns where a menu opens: at the button or the point that was pressed, else at the element with
 * the focus.
 */
export function menuPlace() {
  if (!pressed) return activeElement();
  if (pressed.button?.isConnected) return pressed.button;
  const point = new DOMRect(pressed.x, pressed.y, 0, 0);
  return { isConnected: true, getBoundingClientRect: () => point };
}

/**
 * An item of a menu. The items of a group follow each other, below the group's name or, in a menu
 * at the pointer, below a line.
 * @typedef {{label: string, icon?: string, sign?: Node, hint?: string, group?: string,
 *   isDanger?: boolean, act: () => any}} Item
 */

/** @param {Item} item @param {string[]} words in lower case */
const fits = (item, words) => words.every(word =>
  `${item.label} ${item.hint ?? ''}`.toLowerCase().includes(word));

/**
 * Shows a menu at the pointer, or at the element with the focus. What a person types filters it. A
 * phone shows it as a sheet.
 * @param {string} title @param {Item[]} items
 */
export const menu = (title, items) => choose(title, items, { at: menuPlace() });

/**
 * Shows a list of actions, with a box that filters it. Enter runs the selected one.
 * @param {string} title
 * @param {Item[]} items
 * @param {{hint?: string, first?: (typed: string) => Item[],
 *   later?: ?Promise<any>, at?: Parameters<typeof place>[1]}} options the placeholder, a function
 * that returns the first items for a typed text, a promise after which it returns more, and where
 * the list is shown, by default in the middle
 */
export function choose(title, items, options = {}) {
  const { hint = 'Type to filter', first = () => [], later, at } = options;
  const box = h('input', {
    type: 'text',
    placeholder: hint,
    'aria-label': title,
    role: 'combobox',
    'aria-expanded': 'true',
    'aria-controls': 'choices',
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
  });
  const list = h('ul', { id: 'choices', role: 'listbox', 'aria-label': title });
  const none = h('p.none', { role: 'status', hidden: true });
  const heading = h('h2', { tabindex: '-1' }, title);
  // On a touch screen, focusing the box would open the keyboard and hide the list.
  (hand() === 'touch' ? heading : box).setAttribute('autofocus', '');
  const dialog = h('dialog.choose', { 'aria-label': title }, heading, box, list, none);
  dialog.classList.toggle('menu', at !== undefined);
  /** @type {Item[]} */
  let shown = [];
  let active = 0;
  const found = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const firsts = first(box.value);
    return [...firsts, ...items.filter(item => fits(item, words) && !firsts.includes(item))];
  };
  const draw = () => {
    shown = found();
    active = Math.max(0, Math.min(active, shown.length - 1));
    fill(list, ...shown.flatMap((item, index) => [
      item.group && item.group !== shown[index - 1]?.group
        && h('li.group', { 'aria-hidden': 'true' }, at === undefined && item.group),
      choice(item, index, index === active, () => pick(item)),
    ]));
    list.hidden = none.hidden = false;
    (shown.length ? none : list).hidden = true;
    write(none, shown.length ? '' : `Nothing matches “${box.value.trim()}”`);
    if (shown.length) box.setAttribute('aria-activedescendant', `choice-${active}`);
    else box.removeAttribute('aria-activedescendant');
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    if (active === 0) list.scrollTop = 0;
    dialog.classList.toggle('typed', box.value !== '' || options.hint != null);
    if (at !== undefined) place(dialog, at);
  };
  later?.then(() => {
    // Enter runs what the person has selected, so that stays.
    const { label, hint: code } = shown[active] ?? {};
    const index = found().findIndex(item => item.label === label && item.hint === code);
    if (!dialog.open || index < 0 && active > 0) return;
    active = Math.max(0, index);
    draw();
  });
  /** @type {Item | undefined} */
  let picked;
  const pick = item => { picked = item; dialog.close(); };
  box.addEventListener('input', () => { active = 0; draw(); });
  box.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      active = (active + step + shown.length) % Math.max(1, shown.length);
      draw();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (shown.length) pick(shown[active]); else say(none.textContent);
  });
  // An action may move the focus, so it runs after the dialog has closed.
  open(dialog, () => picked?.act());
  draw();
}

/**
 * @param {Item} item @param {number} index @param {boolean} isActive @param {() => void} onclick
 */
const choice = (item, index, isActive, onclick) => h('li',
  {
    role: 'option',
    id: `choice-${index}`,
    class: item.isDanger ? 'danger' : null,
    'aria-selected': String(isActive),
    onclick,
  },
  item.sign ?? (item.icon && icon(item.icon)),
  h('span.grow', { dir: 'auto' }, item.label),
  item.hint && h('kbd', { dir: 'auto' }, item.hint));

/**
 * Asks the person to confirm an action.
 * @param {string} title @param {string} text
 * @param {string} yes the label of the button that confirms
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes) {
  return new Promise(resolve => {
    let answer = false;
    const dialog = h('dialog.ask', { 'aria-label': title },
      h('form', { method: 'dialog', onsubmit: () => { answer = true; } },
        h('h2', null, title),
        h('p', null, text),
        h('p.buttons', null,
          button('Cancel', () => dialog.close()),
          h('button.primary', { type: 'submit' }, yes))));
    open(dialog, () => resolve(answer));
  });
}

/** Shows a dialog with content to read. */
export function tell(title, ...content) {
  // The heading gets the focus, so that the dialog does not scroll to its first button.
  const heading = h('h2', { tabindex: '-1', autofocus: '' }, title);
  const dialog = h('dialog.tell', { 'aria-label': title }, heading, ...content,
    h('p.buttons', null, button('Close', () => dialog.close(), { class: 'primary' })));
  return open(dialog);
}
