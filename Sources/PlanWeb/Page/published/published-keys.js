// @ts-check
// The shortcuts of a published page: those that change nothing. 'pmgit export --site' replaces
// keys.js by this file.
import { KEYS as ALL, actOf as actOfAny, inWords, keyName, keyed } from '../commands/keys.js';
import { keysOf, lettersAreOff, turnLetters } from '../commands/keys.js';

const ACTS = [
  'left', 'right', 'down', 'up', 'top', 'bottom', 'open', 'back', 'history', 'board', 'list',
  'roadmap', 'flow', 'calendar', 'clear', 'earlier', 'later', 'now', 'palette', 'help',
];

export { inWords, keyName, keyed, keysOf, lettersAreOff, turnLetters };

export const KEYS = ALL.filter(row => ACTS.includes(row.act));

/** Returns the action of a key; undefined if it has none. @param {KeyboardEvent} event */
export function actOf(event) {
  const act = actOfAny(event);
  return act && ACTS.includes(act) ? act : undefined;
}
