// Where rows of the list are dropped, and when they can be dragged.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { isInBoardOrder, targetBelow } = await import('../../Sources/PlanWeb/Page/board/list-drag.js');
const { lanesOf } = await import('../../Sources/PlanWeb/Page/state/lanes.js');

const rows = [['', 'todo'], ['a', 'todo'], ['b', 'todo'], ['', 'doing'], ['c', 'doing'], ['', 'done']].map(([id, column]) => ({ id: id || undefined, column }));

test('rows are dropped between others of a group, which are not dragged', () => {
  const at = (index, ...ids) => { const found = targetBelow(rows, index, ids); return found && [found.column, found.between?.above, found.between?.below]; };
  assert.deepEqual(at(0, 'c'), ['todo', undefined, 'a']);
  assert.deepEqual(at(1, 'c'), ['todo', 'a', 'b']);
  assert.deepEqual(at(2, 'c'), ['todo', 'b', undefined]);
  assert.deepEqual(at(1, 'a'), ['todo', undefined, 'b']);
  assert.deepEqual(at(2, 'a', 'b'), ['todo', undefined, undefined]);
  assert.equal(targetBelow(rows, 5, ['a']).between, null);
  assert.equal(at(-1, 'a'), null);
});

test('only a list in the order of the board is changed by dragging', () => {
  const cards = [['a', 'todo', '1'], ['b', 'todo', '2'], ['c', 'done', '3'], ['d', 'done', '4']].map(([id, state, rank]) => ({ id, state, rank }));
  const columns = /** @type {any} */ ([{ id: 'todo', kind: 'todo' }, { id: 'done', kind: 'done' }]);
  const is = (order, query = '', grouping = '', isFlat = false) => isInBoardOrder(/** @type {any} */ ({
    query, grouping, isFlat, lanes: () => lanesOf(columns, /** @type {any} */ (cards), null), list: () => [...order].map(id => cards.find(card => card.id === id)),
  }));
  // Done columns show the newest plan first.
  assert.deepEqual([is('abdc'), is('dabc'), is('adb'), is('badc'), is('abcd')], [true, true, true, false, false]);
  assert.deepEqual([is('abdc', 'sort:due'), is('abdc', '', 'label'), is('abdc', '', '', true)], [false, false, false]);
});
