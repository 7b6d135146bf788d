// The URL of the page.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { boardAddress, readAddress, writeAddress } from '../../Sources/PlanWeb/Page/state/address.js';

/** Goes to a URL like a browser. */
function go(address) {
  const { pathname, search, hash } = new URL(address, 'http://127.0.0.1:17001');
  globalThis.location = /** @type {any} */ ({ pathname, search, hash });
}

let pushed = [];
let replaced = [];
beforeEach(() => {
  [pushed, replaced] = [[], []];
  globalThis.history = /** @type {any} */ ({ pushState: (_, __, address) => pushed.push(address), replaceState: (_, __, address) => replaced.push(address) });
});

const shown = { name: 'main', query: '', at: null, grouping: '', view: 'Board', month: '', id: null };

test('what is written is read', () => {
  for (const each of [
    {}, { name: 'ein Brett/2' }, { query: '#"two words" & sort:-due' }, { at: '2026-11-25T10:00:00Z' }, { grouping: 'label' }, { grouping: 'none', view: 'List' },
    { view: 'List' }, { id: 'k7m2' }, { query: 'a+b', grouping: 'parent', view: 'Flow', id: 'x' },
    { query: '#a&b', at: 'x', view: 'Calendar', month: '2026-12', id: 'k7m2' },
  ]) {
    go('/b/elsewhere');
    writeAddress({ ...shown, ...each }, true);
    go(pushed.at(-1));
    const { hasToken, ...read } = readAddress();
    assert.deepEqual({ ...read, id: read.id || null }, { ...shown, ...each });
    assert.equal(hasToken, false);
  }
});

test('the way back leads to what was shown, and not to the same', () => {
  go('/b/main?q=a');
  writeAddress({ ...shown, query: 'a' }, true);
  assert.deepEqual([pushed, replaced], [[], ['/b/main?q=a']]);
  writeAddress({ ...shown, query: 'ab' }, false);
  assert.deepEqual(replaced.at(-1), '/b/main?q=ab');
  writeAddress({ ...shown, id: 'x' }, true);
  assert.deepEqual(pushed, ['/b/main#x']);
});

test('what an address names and is not, is left out', () => {
  go('/b/main?group=__proto__&view=nothing');
  assert.deepEqual([readAddress().grouping, readAddress().view], ['', 'Board']);
  go('/');
  assert.deepEqual([readAddress().name, readAddress().at], [undefined, null]);
});

test('a token is no plan', () => {
  go(`/#${'0a'.repeat(32)}`);
  assert.equal(readAddress().hasToken, true);
  assert.equal(boardAddress('a/b'), '/b/a%2Fb');
});
