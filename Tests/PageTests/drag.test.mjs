// How fast a drag scrolls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './globals.mjs';
import { speed } from '../../Sources/PlanWeb/Page/board/drag-speed.js';

test('a drag scrolls faster the nearer it is to an edge, and not in the middle', () => {
  for (const [start, end] of [[0, 1000], [100, 220], [50, 90]]) {
    assert.equal(speed((start + end) / 2, start, end), 0);
    const fastest = speed(end + 500, start, end);
    assert.ok(fastest > 1);
    assert.equal(speed(end, start, end), fastest);
    let before = 0;
    for (let at = (start + end) / 2; at <= end; at += (end - start) / 100) {
      assert.ok(speed(at, start, end) >= before);
      before = speed(at, start, end);
      // Both edges are alike.
      assert.ok(Math.abs(speed(start + end - at, start, end) + before) < 1e-9);
    }
  }
});
