// The terms of a query that presses on the page write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOf, personTerm, term, toggled, turned } from '../../Sources/PlanWeb/Page/terms.js';

test('a term is quoted where the language needs it', () => {
  for (const [value, written] of [
    ['bug', '#bug'], ['b_u-g2', '#b_u-g2'], ['버그', '#버그'], ['two words', '#"two words"'], ['-x', '#"-x"'], ['a:b', '#"a:b"'],
    ['say "hi"', '#"say \\"hi\\""'], ['back\\slash', '#"back\\\\slash"'],
  ]) assert.equal(term('#', value), written);
});

test('a person is found by the address, or else by the name', () => {
  assert.equal(personTerm('Dev One <dev.one@example.org>'), '@"dev.one@example.org"');
  assert.equal(personTerm('Dev One'), '@"Dev One"');
});

test('a term is added, and taken away if it is there', () => {
  for (const [query, added, found] of [
    ['', '#bug', '#bug'], ['#bug', '#bug', ''], ['a #bug b', '#bug', 'a b'], ['#bugs', '#bug', '#bugs #bug'],
    ['#"two words" x', '#"two words"', 'x'], ['sort:due a', '#bug', 'a #bug sort:due'],
    // 'OR' binds less tightly than terms side by side.
    ['a OR b sort:due', '#bug', '(a OR b) #bug sort:due'], ['a or b', '#bug', 'a or b #bug'],
  ]) assert.equal(toggled(query, added), found, query);
});

test('a head of the list sorts by its field, then the other way round, then not', () => {
  assert.equal(orderOf('a sort:due b sort:-title'), '-title');
  assert.equal(orderOf('resort:due'), undefined);
  assert.equal(turned('a', 'due'), 'a sort:due');
  assert.equal(turned('a sort:due', 'due'), 'a sort:-due');
  assert.equal(turned('a sort:-due', 'due'), 'a');
  assert.equal(turned('sort:title a', 'due'), 'a sort:due');
});
