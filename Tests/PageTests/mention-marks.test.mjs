// What counts as a mention of a person.
import assert from 'node:assert/strict';
import test from 'node:test';
import './globals.mjs';

const { mentionNames, mentionsIn } = await import('../../Sources/PlanWeb/Page/plan/mention-marks.js');

const names = mentionNames(['Ann Lee <ann@example.org>', 'Emma Other <emma.o@example.org>', 'Bo Lee <bo@example.org>', '김민준 <mj@example.org>']);
const marked = text => mentionsIn(text, names).map(part => typeof part === 'string' ? part : `[${part.text}|${part.people.length}]`).join('');

test('names, words of names and addresses of known people are mentions', () => {
  for (const [text, expected] of [
    ['@emma look', '[@emma|1] look'], ['@Emma Other, and @emma.o: see', '[@Emma Other|1], and [@emma.o|1]: see'],
    ['(@ann@example.org)', '([@ann@example.org|1])'], ['ask @lee.', 'ask [@lee|2].'], ['@김민준 확인', '[@김민준|1] 확인'],
    ['@ann, @bo', '[@ann|1], [@bo|1]'],
  ]) assert.equal(marked(text), expected);
});

test('nobody else is', () => {
  for (const text of ['@ghost', '@anna', '@ann.lee', 'x@ann', '@', '@@', 'mail emma.o@example.org', 'no sign', '@ann_', '@']) assert.equal(marked(text), text);
});

test('a text of signs is read in good time', () => {
  const text = '@'.repeat(20_000);
  const begin = performance.now();
  assert.equal(marked(text), text);
  assert.ok(performance.now() - begin < 2000);
});
