// How marks are written into the line of a new plan, and removed.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { edited, markText } = await import('../../Sources/PlanWeb/Page/board/quick-edit.js');

const KINDS = { '#': 'label', '@': 'person', '!': 'priority', '^': 'milestone', d: 'due' };

/** Finds marks as the server does, for words with commas and days with `due:`. */
const marksOf = line => [...line.matchAll(/(?:[#@!^]|due:)\S+/g)].flatMap(({ 0: word, index }) =>
  word.replace(/^(?:[#@!^]|due:)/, '').split(',').map(value => ({
    kind: KINDS[word[0]], value, typed: word[0] === 'd' ? word : word[0] + value, start: index, end: index + word.length, new: false, problem: null,
  })));

const set = (line, kind, added) => edited(line, marksOf(line), mark => mark.kind === kind, added);
const without = (line, value) => edited(line, marksOf(line), mark => mark.value === value);

test('a value replaces those of its field where they stand', () => {
  assert.equal(set('Fix !low login', 'priority', '!high'), 'Fix !high login');
  assert.equal(set('Fix due:fri #bug', 'due', 'due:2026-12-04'), 'Fix due:2026-12-04 #bug');
  assert.equal(set('!low Fix !high', 'priority', '!urgent'), '!urgent Fix');
  assert.equal(set('Fix  two   spaces', 'priority', '!low'), 'Fix  two   spaces !low');
  assert.equal(set('', 'priority', '!low'), '!low');
});

test('one of several values of a word is removed', () => {
  assert.equal(without('Fix #bug,ios,ui now', 'ios'), 'Fix #bug #ui now');
  assert.equal(without('Fix #bug now', 'bug'), 'Fix now');
  assert.equal(without('#bug Fix', 'bug'), 'Fix');
  assert.equal(without('한글 #버그', '버그'), '한글');
  assert.equal(without('Fix #bug', 'none'), 'Fix #bug');
});

test('a value that is no plain word is in quotes', () => {
  for (const [sign, value, expected] of [
    ['#', 'bug', '#bug'], ['#', 'bug-fix', '#bug-fix'], ['#', '버그', '#버그'], ['#', 'two words', '#"two words"'], ['#', 'fed', '#"fed"'],
    ['#', '12', '#"12"'], ['#', 'done.', '#"done."'], ['#', 'None', '#"None"'], ['@', 'ana@example.org', '@ana@example.org'], ['@', 'Ana Lee', '@"Ana Lee"'], ['^', 'v1.2', '^v1.2'],
  ]) assert.equal(markText(sign, value), expected);
});
