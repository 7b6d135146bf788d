// @ts-check
// The shortcuts: one table for the actions, for the help, and for the list in docs/web.md.

/** @typedef {{keys: string[], act: string, says: string, group: string}} Row */

/**
 * @type {Row[]} The keys that 'pmgit screen' has too, with the same words. Its own table is
 * Shortcuts.swift; keys.test.mjs compares them.
 */
export const SHARED = [
  { keys: ['ArrowLeft', 'h'], act: 'left', says: 'to the column on the left', group: 'Focus' },
  { keys: ['ArrowRight', 'l'], act: 'right', says: 'to the column on the right', group: 'Focus' },
  { keys: ['ArrowDown', 'j'], act: 'down', says: 'to the card below', group: 'Focus' },
  { keys: ['ArrowUp', 'k'], act: 'up', says: 'to the card above', group: 'Focus' },
  { keys: ['Home'], act: 'top', says: 'to the first card', group: 'Focus' },
  { keys: ['End'], act: 'bottom', says: 'to the last card', group: 'Focus' },
  { keys: ['Enter'], act: 'open', says: 'open the plan', group: 'Focus' },
  { keys: ['Escape'], act: 'back', says: 'one step back', group: 'Focus' },
  {
    keys: ['Shift+ArrowLeft', 'H', '<'],
    act: 'moveLeft',
    says: 'move to the column on the left',
    group: 'Move',
  },
  {
    keys: ['Shift+ArrowRight', 'L', '>'],
    act: 'moveRight',
    says: 'move to the column on the right',
    group: 'Move',
  },
  { keys: ['Shift+ArrowDown', 'J'], act: 'moveDown', says: 'move down', group: 'Move' },
  { keys: ['Shift+ArrowUp', 'K'], act: 'moveUp', says: 'move up', group: 'Move' },
  { keys: ['m', 's'], act: 'moveTo', says: 'move to a column by its name', group: 'Move' },
  { keys: [' '], act: 'select', says: 'select or deselect', group: 'Select' },
  { keys: ['v'], act: 'range', says: 'select up to here', group: 'Select' },
  { keys: ['Ctrl+a'], act: 'selectAll', says: 'select all that match', group: 'Select' },
  { keys: ['n', 'c'], act: 'add', says: 'a new plan', group: 'Change' },
  { keys: ['e'], act: 'edit', says: 'change the title', group: 'Change' },
  { keys: ['a'], act: 'assign', says: 'assign people', group: 'Change' },
  { keys: ['i'], act: 'take', says: 'take: become the owner', group: 'Change' },
  { keys: ['g'], act: 'labels', says: 'labels', group: 'Change' },
  { keys: ['d'], act: 'due', says: 'due date', group: 'Change' },
  { keys: ['p'], act: 'priority', says: 'priority', group: 'Change' },
  { keys: ['Delete'], act: 'delete', says: 'delete', group: 'Change' },
  { keys: ['R'], act: 'restore', says: 'restore a deleted plan', group: 'Change' },
  { keys: ['z', 'Ctrl+z'], act: 'undo', says: 'undo', group: 'Change' },
  { keys: ['Z', 'Ctrl+Shift+z'], act: 'redo', says: 'redo', group: 'Change' },
  { keys: ['/', 'f'], act: 'query', says: 'to the query', group: 'Find' },
  { keys: ['x'], act: 'clear', says: 'clear the query', group: 'Find' },
  { keys: ['q'], act: 'mine', says: 'show only my plans, or all', group: 'Find' },
  { keys: ['!'], act: 'nextConflict', says: 'to the next conflict', group: 'Find' },
  { keys: ['['], act: 'earlier', says: 'one change back in time', group: 'Past' },
  { keys: [']'], act: 'later', says: 'one change forward', group: 'Past' },
  { keys: ['t'], act: 'now', says: 'to the present', group: 'Past' },
  { keys: ['1'], act: 'board', says: 'the board', group: 'Views' },
  { keys: ['2'], act: 'list', says: 'the list', group: 'Views' },
  { keys: ['3'], act: 'conflicts', says: 'the conflicts', group: 'Views' },
  { keys: ['4'], act: 'roadmap', says: 'the roadmap', group: 'Views' },
  { keys: ['S'], act: 'sync', says: 'sync with the remote', group: 'Board' },
  { keys: ['Ctrl+k'], act: 'palette', says: 'command palette', group: 'Board' },
  { keys: ['?'], act: 'help', says: 'these keys', group: 'Board' },
];

/**
 * @type {Row[]} The keys that only the page has. Some of these actions have the same key in 'pmgit
 * screen', described in other words.
 */
const OWN = [
  { keys: ['Shift+Home'], act: 'toTop', says: 'move to the top of the column', group: 'Move' },
  { keys: ['Shift+End'], act: 'toBottom', says: 'move to the bottom of the column', group: 'Move' },
  { keys: ['5'], act: 'flow', says: 'the charts', group: 'Views' },
  { keys: ['6'], act: 'calendar', says: 'the calendar', group: 'Views' },
  { keys: ['I'], act: 'inbox', says: 'what is new for you', group: 'Views' },
  { keys: ['E'], act: 'body', says: 'write the description', group: 'In a plan' },
  { keys: ['+'], act: 'line', says: 'add a line to the checklist', group: 'In a plan' },
  { keys: ['b'], act: 'link', says: 'link another plan', group: 'In a plan' },
  { keys: ['C'], act: 'comment', says: 'write a comment', group: 'In a plan' },
  { keys: ['w'], act: 'history', says: 'what was changed, and when', group: 'In a plan' },
];

export const KEYS = [...SHARED, ...OWN];

const byKey = new Map(KEYS.flatMap(row => row.keys.map(key => [key, row.act])));

const OFF = 'pmgit.no-letters';
export const lettersAreOff = () => localStorage.getItem(OFF) === 'yes';
/** @param {boolean} off */
export const turnLetters = off => off
  ? localStorage.setItem(OFF, 'yes')
  : localStorage.removeItem(OFF);

/**
 * Returns the action of a key; undefined if it has none.
 * @param {KeyboardEvent} event
 */
export function actOf(event) {
  // On some keyboards, '[' and '<' need AltGr, which some systems report as Ctrl and Alt.
  const isThird = event.getModifierState?.('AltGraph');
  const isControl = !isThird && (event.ctrlKey || event.metaKey);
  if (!event.key || event.altKey && !isThird) return undefined;
  const isNamed = event.key.length > 1;
  if (isControl) {
    const key = `Ctrl+${event.shiftKey ? 'Shift+' : ''}${event.key.toLowerCase()}`;
    return byKey.get(key);
  }
  if (!isNamed && lettersAreOff()) return undefined;
  return byKey.get(isNamed && event.shiftKey ? `Shift+${event.key}` : event.key);
}

/**
 * Returns the text of a shortcut as the label of an item: `To the query`.
 * @param {{says: string}} row
 */
export const inWords = row => row.says[0].toUpperCase() + row.says.slice(1);

const NAMES = {
  ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc',
};

/**
 * Returns the name of a key for people: `Shift+←`.
 * @param {string} key
 */
export const keyName = key => key.split('+').map(part => NAMES[part] ?? part).join('+') || '+';

/**
 * Returns the keys of an action, as people read them.
 * @param {string} act
 */
export const keysOf = act => KEYS.find(row => row.act === act).keys.map(keyName);

/**
 * Returns the attributes of a control with a shortcut. A published page has no shortcuts for
 * changes.
 * @param {string} act
 */
export function keyed(act) {
  const row = KEYS.find(each => each.act === act);
  return {
    'data-act': act,
    title: `${inWords(row)}: ${keyName(row.keys[0])}`,
    'aria-keyshortcuts': row.keys.map(key =>
      key === '+' ? 'Plus' : key.length === 1 && key !== key.toLowerCase() ? `Shift+${key}` : key)
      .join(' '),
  };
}
