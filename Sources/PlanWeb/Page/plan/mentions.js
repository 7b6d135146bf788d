// @ts-check
// Completes the names of people after an `@` in a text.
import { fill, h, insert, shortName } from '../controls/dom.js';
import { face } from '../controls/chips.js';

/** The largest number of names that are offered. */
const MOST = 6;

/**
 * Returns the beginning of a name after an `@` before the cursor; null if there is none.
 * @param {string} text the text before the cursor
 */
const begun = text => /(?:^|[\s(])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]+)?)$/u.exec(text)?.[1]
  ?? null;

/**
 * Returns the people whose address, or a word of whose name, begins with a text.
 * @param {string[]} people @param {string} text
 */
function mentioned(people, text) {
  const typed = text.toLowerCase();
  return people.filter(person => {
    const name = shortName(person).toLowerCase();
    return name.startsWith(typed) || name.split(/\s+/).some(word => word.startsWith(typed))
      || person.toLowerCase().includes(`<${typed}`);
  }).slice(0, MOST);
}

/**
 * Places a list below its field, or above it if it would end below the window.
 * @param {HTMLElement} list
 */
function place(list) {
  list.classList.remove('above');
  const isLow = list.getBoundingClientRect().bottom > innerHeight;
  list.classList.toggle('above', isLow && list.parentElement.offsetTop > list.offsetHeight);
}

/**
 * Makes a text field complete names.
 * @param {HTMLTextAreaElement} field @param {import('../state/names.js').Names} names
 * @param {string} id the id of the list
 * @returns {HTMLElement} the field with its list
 */
export function mentioning(field, names, id) {
  const list = h('ul.mentions', { id, role: 'listbox', 'aria-label': 'People', hidden: true });
  /** @type {string[]} */
  let offered = [];
  let active = 0;
  for (const [name, value] of Object.entries({
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
  })) {
    field.setAttribute(name, value);
  }

  const draw = () => {
    list.hidden = offered.length === 0;
    fill(list, offered.map((person, index) => h('li', {
      role: 'option', id: `${id}-${index}`, 'aria-selected': String(index === active),
      onmousedown: event => { event.preventDefault(); take(person); },
    }, face(person), h('span', { dir: 'auto' }, shortName(person)))));
    if (offered.length) place(list);
    if (offered.length) field.setAttribute('aria-activedescendant', `${id}-${active}`);
    else field.removeAttribute('aria-activedescendant');
  };
  const before = () => field.value.slice(0, field.selectionStart);
  const offer = () => {
    const text = field.selectionStart === field.selectionEnd ? begun(before()) : null;
    offered = text == null ? [] : mentioned(names.people, text);
    active = 0;
    draw();
  };
  const hide = () => { offered = []; draw(); };
  const take = person => {
    const end = field.selectionStart;
    insert(field, `@${shortName(person)} `, end - begun(before()).length - 1, end);
    hide();
  };
  field.addEventListener('input', () => {
    offer();
    if (begun(before()) != null) {
      names.read().then(() => { if (document.activeElement === field) offer(); });
    }
  });
  field.addEventListener('blur', hide);
  // This listener runs before the field's own, so that Enter inserts a name.
  field.addEventListener('keydown', event => {
    if (!offered.length || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isTaken = event.key === 'Enter' || event.key === 'Tab';
    if (!step && !isTaken && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (step) active = (active + step + offered.length) % offered.length;
    if (isTaken) take(offered[active]); else if (step) draw(); else hide();
  });
  return h('div.mentioning', null, field, list);
}
