// Where the caret goes in the source of a description whose formatted text was clicked.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { placeOf } = await import('../../Sources/PlanWeb/Page/plan/plan-body.js');

const source = '# Plan\n\nOne **bold** word, [a link](https://x.org/word) &amp; more\n\n- [ ] a task\n\nOne end';
const at = before => source.slice(0, placeOf(before, source));

test('the caret follows the clicked words', () => {
  for (const [before, expected] of [
    ['', ''], ['Pla', '# Pla'], ['Plan One bo', '# Plan\n\nOne **bo'], ['Plan One bold word,', '# Plan\n\nOne **bold** word,'],
  ]) assert.equal(at(before), expected);
  assert.ok(at('Plan One bold word, a link & more a ta').endsWith('- [ ] a ta'));
  assert.equal(at('Plan One bold word, a link & more a task One end'), source);
});
