// Parts of a page in which people write: each is drawn anew when the board has changed, but never under somebody's
// hands.

/** Whether a field says something that is not saved. */
export const isUnsaved = field => field.value !== (field.dataset.shown ?? '');

const FIELDS = 'textarea, input[type=text]';

/** The fields of a part that say something that is not saved. */
export const unsaved = node => [...node.querySelectorAll(FIELDS)].filter(isUnsaved);

/** Whether somebody writes in a part: something in it is not saved, or an editor is open. */
export const isBusy = node => node.querySelector('[data-editor]') != null || unsaved(node).length > 0;

/** What a field or a button is called; the same before and behind a drawing. */
const nameOf = node => node.getAttribute('aria-label') ?? node.closest('label')?.textContent ?? node.textContent;

/** Draws a part anew, and gives the focus back to what it was on: to the field or button of the same name. */
export function drawPart(node, children) {
  const active = node.contains(document.activeElement) ? document.activeElement : null;
  const [name, tag] = active ? [nameOf(active), active.tagName] : [];
  const opened = [...node.querySelectorAll('details[open] > summary')].map(each => each.textContent);
  node.replaceChildren(...[children].flat(Infinity).filter(child => child != null && child !== false));
  for (const each of node.querySelectorAll('details')) each.open = opened.includes(each.firstChild.textContent);
  if (active) ([...node.querySelectorAll(tag)].find(each => nameOf(each) === name) ?? node.querySelector('button, input, textarea'))?.focus();
}
