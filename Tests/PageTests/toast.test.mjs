// Which messages make room for a new one.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { surplus } = await import('../../Sources/PlanWeb/Page/controls/toast.js');

/** Returns which messages stay, of problems (`P1`) and others (`m1`). */
const stay = (...names) => {
  const shown = names.map(name => ({ name, matches: () => name.startsWith('P') }));
  const gone = surplus(shown);
  return shown.filter(each => !gone.includes(each)).map(({ name }) => name);
};

test('with the new message there are at most three, and problems stay longest', () => {
  assert.deepEqual(stay(), []);
  assert.deepEqual(stay('m1', 'P2'), ['m1', 'P2']);
  assert.deepEqual(stay('P1', 'm2', 'P3'), ['P1', 'P3']);
  assert.deepEqual(stay('m1', 'm2', 'm3'), ['m2', 'm3']);
  assert.deepEqual(stay('P1', 'P2', 'P3'), ['P2', 'P3']);
  assert.deepEqual(stay('P1', 'm2', 'm3', 'P4'), ['P1', 'P4']);
});
