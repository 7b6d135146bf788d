// Which changes of this page an answer does not show yet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnChanges } from '../../Sources/PlanWeb/Page/state/own-changes.js';

const answer = (commit, plans, changed = true) => /** @type {any} */ ({ commit, plans, changed });

test('the last change of a plan, if it was made after a request', () => {
  const own = new OwnChanges();
  own.note(answer('c1', ['a', 'b']));
  const asked = own.count;
  assert.equal(own.since('a', asked), undefined);
  own.note(answer('c2', ['a']));
  own.note(answer('c3', ['b']));
  assert.deepEqual(['a', 'b', 'c'].map(id => own.since(id, asked)), ['c2', 'c3', undefined]);
  assert.equal(own.since('a', own.count), undefined);
});

test('what changed nothing has the commit of others', () => {
  const own = new OwnChanges();
  own.note(answer('c1', ['a'], false));
  assert.equal(own.since('a', 0), undefined);
});
