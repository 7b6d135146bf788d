// Plans of an inbox that one commit changed in the same way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonChanges, grouped } from '../../Sources/PlanWeb/Page/inbox-groups.js';

const plan = (id, commit, changes = ['label bug'], earlier = 0) =>
  ({ plan: id, entries: [{ commit, changes }], earlier });
const many = count => Array.from({ length: count }, (_, index) => plan(`p${index}`, 'c'));

test('five plans of one commit are a group at the place of the first, and others are alone', () => {
  const other = plan('x', 'd');
  const groups = grouped('changed', [other, ...many(5).slice(0, 2), plan('y', 'e'), ...many(5).slice(2)]);
  assert.deepEqual(groups.map(group => group.map(({ plan }) => plan).join()), ['x', 'p0,p1,p2,p3,p4', 'y']);
  assert.equal(grouped('changed', many(4)).length, 4);
  assert.equal(grouped('added', many(77)).length, 1);
});

test('a plan with other changes, or with another reason, is alone', () => {
  const edited = { ...plan('z', 'c'), earlier: 1 };
  assert.deepEqual(grouped('changed', [...many(5), edited]).map(({ length }) => length), [5, 1]);
  assert.equal(grouped('overdue', many(9)).length, 9);
  const idle = { plan: 'w', entries: [], earlier: 0 };
  assert.deepEqual(grouped('changed', [idle, idle]).length, 2);
});

test('plans that a second commit changed are alone', () => {
  const twice = many(5).map(each => ({ ...each, entries: [{ commit: 'b', changes: ['x'] }, ...each.entries] }));
  assert.deepEqual(grouped('added', [...twice, ...many(5)]).map(({ length }) => length), [1, 1, 1, 1, 1, 5]);
});

test('plans to which one commit did different things are alone, unless it added them', () => {
  const different = [...many(5), plan('y', 'c', ['label bug', 'priority: urgent'])];
  assert.deepEqual(grouped('changed', different).map(({ length }) => length), [5, 1]);
  assert.deepEqual(grouped('added', different).map(({ length }) => length), [6]);
});

test('deleted plans and comments are never in a group', () => {
  assert.equal(grouped('changed', many(5).map(each => ({ ...each, column: null }))).length, 5);
  for (const words of ['comment: seen', 'edited comment: seen', 'removed comment seen', 'restored comment seen']) {
    const commented = many(5).map(({ plan: id }) => plan(id, 'c', [words]));
    assert.equal(grouped('changed', commented).length, 5, words);
  }
});

test('the changes of a group are those that all of its plans have', () => {
  const group = [plan('a', 'c', ['x', 'y']), plan('b', 'c', ['y', 'z']), plan('d', 'c', ['y'])];
  assert.deepEqual(commonChanges(group), ['y', '…']);
  assert.deepEqual(commonChanges(group.slice(2)), ['y']);
  assert.deepEqual(commonChanges([...group, plan('e', 'c', ['z'])]), []);
});
