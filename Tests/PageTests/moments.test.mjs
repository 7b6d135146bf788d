// The place of the shown board among the changes that were read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOfShown } from '../../Sources/PlanWeb/Page/state/moments.js';

const change = (commit, second) => ({ commit, at: `2026-01-01T00:00:0${second}Z`, by: 'Ana', subject: 'x' });
const all = [change('a', 1), change('b', 2), change('c', 2), change('d', 4)];

test('the present is after the newest change', () => {
  assert.equal(indexOfShown(all, { wished: null, at: 'b', past: all[1] }, false), 3);
});

test('a commit is found among changes of the same second', () => {
  for (const [index, { commit }] of all.entries()) {
    assert.equal(indexOfShown(all, { wished: commit, at: commit, past: all[index] }, false), index);
    assert.equal(indexOfShown(all, { wished: commit, at: null, past: null }, false), index);
  }
});

test('a time is the commit that the server named for it', () => {
  const at = '2026-01-01T00:00:02Z';
  assert.equal(indexOfShown(all, { wished: at, at, past: all[1] }, true), 1);
});

test('a commit that was not read is not taken for one of the same second', () => {
  const read = all.slice(2);
  assert.equal(indexOfShown(read, { wished: 'b', at: 'b', past: all[1] }, false), -1);
});

test('a time whose board is still requested is that of the last change before it', () => {
  assert.equal(indexOfShown(all, { wished: '2026-01-01T00:00:03Z', at: 'a', past: all[0] }, true), 2);
  assert.equal(indexOfShown(all, { wished: '2025-12-31T00:00:00Z', at: 'a', past: all[0] }, true), -1);
});

test('a commit that is no change of the list is at its time', () => {
  const merge = change('m', 3);
  assert.equal(indexOfShown(all, { wished: 'm', at: 'm', past: merge }, true), 2);
});
