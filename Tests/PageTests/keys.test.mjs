// The actions of keys.
import './globals.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { KEYS, SHARED, actOf, keyed, keyName, turnLetters } from '../../Sources/PlanWeb/Page/commands/keys.js';

const act = (key, held = {}) => actOf(/** @type {any} */ ({ key, ...held }));

test('a key means one act', () => {
  const keys = KEYS.flatMap(row => row.keys);
  assert.equal(new Set(keys).size, keys.length);
  const acts = KEYS.map(row => row.act);
  assert.equal(new Set(acts).size, acts.length);
});

/** The keys that mean something else in a terminal, where less, vim and lazygit have taught people these meanings, and Ctrl+z suspends. */
const OTHERS = { g: 'top', q: 'quit', 'Ctrl+z': 'suspend' };

test('a key means the same in a terminal and on the page', () => {
  const table = readFileSync(new URL('../../Sources/PlanView/Shortcuts.swift', import.meta.url), 'utf8');
  const rows = new Map([...table.matchAll(/Shortcut\(\s*\[(.*?)\], \.(\w+), "(.*?)", \.(\w+)\)/g)]
    .map(([, keys, act, says, group]) => [act, { keys: JSON.parse(`[${keys}]`), says, group }]));
  assert.ok(rows.size > 50);
  for (const { act, says, group } of SHARED) {
    assert.deepEqual([rows.get(act)?.says, rows.get(act)?.group], [says, group.toLowerCase()], act);
  }
  const acts = new Map([...rows].flatMap(([act, { keys }]) => keys.map(key => [key, act])));
  for (const { act, keys } of KEYS) {
    for (const key of keys) assert.equal(acts.get(key) ?? act, OTHERS[key] ?? act, key);
    // At least one key is the same, unless all of them mean something else.
    assert.ok(!rows.has(act) || keys.some(key => acts.get(key) === act) || keys.every(key => key in OTHERS), act);
  }
});

test('letters, names and keys that are held', () => {
  for (const [key, held, meant] of [
    ['j', {}, 'down'], ['ArrowDown', {}, 'down'], ['J', { shiftKey: true }, 'moveDown'], ['ArrowDown', { shiftKey: true }, 'moveDown'],
    ['?', { shiftKey: true }, 'help'], [' ', {}, 'select'], ['z', {}, 'undo'], ['Z', { shiftKey: true }, 'redo'],
    ['z', { ctrlKey: true }, 'undo'], ['Z', { ctrlKey: true, shiftKey: true }, 'redo'], ['k', { metaKey: true }, 'palette'],
    ['K', { ctrlKey: true }, 'palette'], ['j', { ctrlKey: true }, undefined], ['j', { altKey: true }, undefined], ['F5', {}, undefined],
    [undefined, {}, undefined],
  ]) assert.equal(act(key, held), meant, JSON.stringify([key, held]));
});

test('the ends of a column, and the parts of a plan', () => {
  const shift = { shiftKey: true };
  assert.deepEqual([act('Home'), act('End'), act('Home', shift), act('End', shift)], ['top', 'bottom', 'toTop', 'toBottom']);
  assert.deepEqual([act('E', shift), act('+', shift), act('b'), act('C', shift), act('w')], ['body', 'line', 'link', 'comment', 'history']);
  assert.deepEqual([keyed('comment').title, keyed('comment')['aria-keyshortcuts']], ['Write a comment: C', 'Shift+C']);
  assert.equal(keyed('line')['aria-keyshortcuts'], 'Plus');
});

test('what a keyboard writes with a third level is no Ctrl and no Alt', () => {
  const getModifierState = name => name === 'AltGraph';
  assert.equal(act('[', { ctrlKey: true, altKey: true, getModifierState }), 'earlier');
  assert.equal(act('[', { ctrlKey: true, altKey: true, getModifierState: () => false }), undefined);
});

test('letters can be turned off; keys with a name and with Ctrl stay', () => {
  turnLetters(true);
  assert.deepEqual([act('j'), act(' '), act('ArrowDown'), act('k', { ctrlKey: true })], [undefined, undefined, 'down', 'palette']);
  turnLetters(false);
  assert.equal(act('j'), 'down');
});

test('a key is called what stands on it', () => {
  assert.deepEqual(['Shift+ArrowLeft', ' ', 'Escape', 'Ctrl+k', '+'].map(keyName), ['Shift+←', 'Space', 'Esc', 'Ctrl+k', '+']);
});

test('every key does something', async () => {
  const { ACTS } = await import('../../Sources/PlanWeb/Page/commands/commands.js');
  assert.deepEqual(KEYS.map(row => row.act).sort(), [...ACTS].sort());
});
