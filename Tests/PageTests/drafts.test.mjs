// Drafts belong to the tab that writes them, until it is gone.
import assert from 'node:assert/strict';
import test from 'node:test';
import './globals.mjs';

/** @type {string[]} The names of the tabs that are open. */
let open = [];
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { query: async () => ({ held: open.map(name => ({ name: `pmgit.tab/${name}` })) }) } } });
const { ME, lookForTabs } = await import('../../Sources/PlanWeb/Page/state/tabs.js');
const { draftOf, drafts, dropDraft, findDrafted, giveUp, keepDraft, ownDrafts } = await import('../../Sources/PlanWeb/Page/state/drafts.js');

const state = /** @type {any} */ ({ name: 'main', server: { repository: 'r' } });
const write = (tab, name, text, at) => localStorage.setItem(`pmgit.draft/r/main/${tab ? `~${tab}/` : ''}${name}`, JSON.stringify({ text, commit: 'c', at }));

test('the text of an open tab is not offered, and stays when this tab writes', async () => {
  open = [ME, 'aaaaaaaa'];
  await lookForTabs();
  write('aaaaaaaa', 'x/body', 'theirs', 1);
  assert.equal(draftOf(state, 'x/body'), null);
  keepDraft(state, 'x/body', 'mine', 'd');
  dropDraft(state, 'x/body');
  open = [ME];
  assert.equal(await lookForTabs(), true);
  assert.equal(draftOf(state, 'x/body')?.text, 'theirs');
  assert.deepEqual(ownDrafts(state), ['x/body']);
  dropDraft(state, 'x/body');
  assert.equal(draftOf(state, 'x/body'), null);
});

test('texts of several tabs that are gone are offered one after another, the newest first', async () => {
  open = [ME];
  await lookForTabs();
  write('bbbbbbbb', 'y/body', 'older', 1);
  write('cccccccc', 'y/body', 'newer', 2);
  write(null, 'y/body', 'of an older version', 0);
  assert.deepEqual(drafts(state), ['y/body']);
  for (const text of ['newer', 'older', 'of an older version']) {
    assert.equal(draftOf(state, 'y/body')?.text, text);
    dropDraft(state, 'y/body');
  }
  assert.deepEqual(drafts(state), []);
});

test('what this tab writes comes before what others have left', async () => {
  open = [ME];
  keepDraft(state, 'new/todo/~row', 'mine', 'd');
  write('dddddddd', 'new/todo/~row', 'left', 9);
  assert.equal(draftOf(state, 'new/todo/~row')?.text, 'mine');
  giveUp(state, 'new/todo/~row')?.();
  assert.deepEqual(drafts(state), ['new/todo/~row']);
  assert.match(draftOf(state, 'new/todo/~row')?.text ?? '', /mine/);
});

test('plans with texts that this tab has or offers are marked, and drawn again when that changes', async () => {
  open = [ME, 'eeeeeeee'];
  await lookForTabs();
  let count = 0;
  const page = /** @type {any} */ ({ ...state, drafted: null, changed: () => { count += 1; findDrafted(page); } });
  const changed = async act => { act(); await null; return [count, page.drafted.has('p1'), page.drafted.has('p2')]; };
  write('eeeeeeee', 'p2/body', 'theirs', 1);
  findDrafted(page);
  assert.deepEqual(await changed(() => keepDraft(page, 'p1/body', 'mi', 'c')), [1, true, false]);
  assert.deepEqual(await changed(() => keepDraft(page, 'p1/body', 'mine', 'c')), [1, true, false]);
  assert.deepEqual(await changed(() => dropDraft(page, 'p1/title')), [1, true, false]);
  assert.deepEqual(await changed(() => dropDraft(page, 'p1/body')), [2, false, false]);
  open = [ME];
  await lookForTabs();
  findDrafted(page);
  assert.ok(page.drafted.has('p2'));
});

test('where the browser stores nothing, there are no drafts', () => {
  const stored = globalThis.localStorage;
  const refuses = new Proxy({}, { ownKeys() { throw new Error('SecurityError'); }, get() { throw new Error('SecurityError'); } });
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: refuses });
  try {
    findDrafted(state);
    assert.equal(draftOf(state, 'x/body'), null);
  } finally {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: stored });
  }
});
