// The lines of a composer that are being added, in one tab and in two.
import './globals.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const state = /** @type {any} */ ({ server: { repository: 'r' }, name: 'main', basis: 'c0' });
const load = tab => import(`../../Sources/PlanWeb/Page/state/outbox.js?${tab}`);
const { draftOf, dropDraft } = await import('../../Sources/PlanWeb/Page/state/drafts.js');
const { Outbox } = await load('one');

const NAME = 'new/todo/';
const fresh = () => { dropDraft(state, NAME); return new Outbox(state); };

test('what is typed is kept, and lines that are being added are not typed', () => {
  const outbox = fresh();
  outbox.type(NAME, 'One\nTwo');
  assert.equal(outbox.typed(NAME), 'One\nTwo');
  outbox.send(NAME, ['One', 'Two']);
  assert.equal(outbox.typed(NAME), '');
  outbox.type(NAME, 'Three');
  outbox.end(NAME, ['One']);
  outbox.end(NAME, ['Two']);
  assert.equal(outbox.typed(NAME), 'Three');
  outbox.type(NAME, '');
  assert.equal(draftOf(state, NAME), null);
});

test('a line that fails leaves a later one on its way', () => {
  const outbox = fresh();
  outbox.send(NAME, ['Held']);
  outbox.send(NAME, ['Bee']);
  outbox.end(NAME, ['Held']);
  outbox.type(NAME, 'Held');
  assert.deepEqual(draftOf(state, NAME).sent.flatMap(each => each.lines), ['Bee']);
  outbox.end(NAME, ['Bee']);
  assert.equal(outbox.typed(NAME), 'Held');
  assert.equal(draftOf(state, NAME).sent, undefined);
});

test('another tab does not show lines that are being added, and shows them when they were not', async context => {
  const [outbox, other] = [fresh(), new (await load('two')).Outbox(state)];
  outbox.send(NAME, ['One', 'One', 'Two']);
  outbox.end(NAME, ['One']);
  other.type(NAME, 'Mine');
  other.end(NAME, ['Two']);
  assert.deepEqual([other.typed(NAME), outbox.typed(NAME)], ['Mine', 'Mine']);
  // The page was killed: nothing says that its lines were added.
  const now = Date.now();
  context.mock.method(Date, 'now', () => now + 120_000);
  assert.equal(other.typed(NAME), 'One\nTwo\nMine');
  other.type(NAME, 'One\nTwo\nMine!');
  assert.equal(draftOf(state, NAME).sent, undefined);
});
