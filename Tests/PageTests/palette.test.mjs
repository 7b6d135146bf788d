// The plans that the command palette finds.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { OFFERED } = await import('../../Sources/PlanWeb/Page/commands/palette.js');
const { plansFor } = await import('../../Sources/PlanWeb/Page/state/find-plans.js');

const card = (id, title, done = false) => ({ id, title, done });
const cards = [
  card('k7m2aaaa', 'Fix login on iPad'), card('q1undo00', 'Undo across restarts', true), card('a2aaaaaa', 'Redo and undo'),
  card('b3bbbbbb', 'École: liste à jour'), card('c4cccccc', '로그인 고치기'), card('d5dddddd', 'Fixed costs'),
];
const found = (typed, recent = []) => plansFor(/** @type {any} */ (cards), typed, recent).map(each => each.title);

test('an id comes first, then the beginning of a title, then other words', () => {
  assert.deepEqual(found('k7m'), ['Fix login on iPad']);
  assert.deepEqual(found('undo'), ['Undo across restarts', 'Redo and undo']);
  assert.deepEqual(found('across undo'), ['Undo across restarts']);
  assert.deepEqual(found('nothing of that'), []);
});

test('case and accents do not count', () => {
  assert.deepEqual(found('ECOLE a'), ['École: liste à jour']);
  assert.deepEqual(found('로그'), ['로그인 고치기']);
});

test('without words, the plans opened last; with words, they come first among equals', () => {
  assert.deepEqual(found('', ['d5dddddd', 'gone', 'k7m2aaaa']), ['Fixed costs', 'Fix login on iPad']);
  assert.deepEqual(found('fix'), ['Fix login on iPad', 'Fixed costs']);
  assert.deepEqual(found('fix', ['d5dddddd']), ['Fixed costs', 'Fix login on iPad']);
});

test('signs of regular expressions are text', () => {
  assert.deepEqual(found('(('), []);
  assert.deepEqual(found('a.*'), []);
  // Within a title, each sign on the keyboard is looked for as it is.
  for (const sign of "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") {
    const plans = /** @type {any} */ ([card('e6eeeeee', `Of a${sign}b`)]);
    assert.deepEqual(plansFor(plans, `a${sign}b`, []), plans, sign);
    assert.deepEqual(plansFor(plans, `a${sign === '!' ? '?' : '!'}b`, []), [], sign);
  }
});

test('actions begin with those that people look for, without keys that go from card to card, and of views', async () => {
  const { KEYS } = await import('../../Sources/PlanWeb/Page/commands/keys.js');
  const acts = OFFERED.map(row => row.act);
  assert.deepEqual(acts.slice(0, 4), ['add', 'undo', 'redo', 'sync']);
  assert.equal(new Set(acts).size, acts.length);
  const left = KEYS.map(row => row.act).filter(act => !acts.includes(act));
  assert.deepEqual(left, ['left', 'right', 'down', 'up', 'top', 'bottom', 'open', 'back', 'board', 'list', 'conflicts', 'roadmap', 'palette', 'flow', 'calendar', 'inbox']);
});
