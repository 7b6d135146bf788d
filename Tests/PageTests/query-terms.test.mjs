// The terms of a query that presses on the page write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filteredBy, filtersOf, hasValue, keyTerm, orderOf, personTerm, replaced, term, toggled, turned, viewOf, withValue } from '../../Sources/PlanWeb/Page/state/terms.js';

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

test('the terms of a query are filters, unless it has alternatives or groups', () => {
  const found = query => filtersOf(query).map(({ field, value, isNot }) => `${isNot ? 'not ' : ''}${field}=${value}`);
  assert.deepEqual(found('fix #bug -@"Dev One" priority:high,urgent due:<=eow sort:due "#no" view:mine is:open x:y'),
    ['label=bug', 'not assignee=Dev One', 'priority=high,urgent', 'due=<=eow', 'is=open']);
  assert.deepEqual(found('state:"In review" milestone:"say \\"v2\\""'), ['state=In review', 'milestone=say "v2"']);
  for (const query of ['#bug OR #ui', '(#bug #ui)', '-(#bug)', 'NOT #bug', '']) assert.deepEqual(found(query), [], query);
});

test('a filter is added, added to the one of its field, replaced and removed', () => {
  for (const [query, added, expected] of [
    ['', '#bug', '#bug'], ['#bug', '#ui', '#bug #ui'], ['#bug', '#bug', '#bug'], ['sort:due', 'priority:high', 'priority:high sort:due'],
    ['x priority:high', 'priority:urgent', 'x priority:high,urgent'], ['@"a@b"', '@me', '@"a@b",me'], ['-@me', '@ann', '-@me @ann'],
    ['state:todo', 'state:"In review"', 'state:todo,"In review"'], ['due:today', 'due:<=eow', 'due:today due:<=eow'],
    ['#a OR #b', 'priority:high', '(#a OR #b) priority:high'],
  ]) assert.equal(filteredBy(query, added), expected, query);
  assert.equal(replaced('a #bug b', '#bug', '#ui'), 'a #ui b');
  assert.equal(replaced('a #bug b', '#bug', null), 'a b');
  assert.equal(keyTerm('milestone', 'v1.0'), 'milestone:"v1.0"');
});

test('a term has values, gets others and loses them', () => {
  for (const [word, value, next] of [
    [null, '#bug', '#bug'], ['#bug', '#ui', '#bug,ui'], ['#bug,ui', '#bug', '#ui'], ['#bug', '#bug', null], ['#Bug', '#bug', null],
    ['label:bug', '#ui', 'label:bug,ui'], ['label:bug,ui', '#ui', 'label:bug'], ['#"a, b",c', '#"a, b"', '#c'], ['#c', '#"a, b"', '#c,"a, b"'],
    // Another key, or a minus, is another term.
    ['no:label', '#bug', '#bug'], ['has:labels', '#bug', '#bug'], ['-#bug', '#bug', '#bug'], ['#bug', 'no:label', 'no:label'],
    ['is:open', 'is:blocked', 'is:open,blocked'], ['@me,"a@b"', '@"a@b"', '@me'], ['platform:iPad', 'platform:"Web page"', 'platform:iPad,"Web page"'],
  ]) assert.equal(withValue(word, value), next, `${word} ${value}`);
  assert.deepEqual([hasValue('#bug,ui', '#ui'), hasValue('#bug', '#ui'), hasValue(null, '#ui'), hasValue('priority:high', '#high')], [true, false, false, false]);
  assert.deepEqual([filtersOf('platform:iPad'), filtersOf('platform:iPad', ['platform']).map(each => each.value)], [[], ['iPad']]);
});

test('a view is named by the first term', () => {
  assert.equal(viewOf('view:Mine #bug'), 'mine');
  assert.equal(viewOf('#bug view:mine'), undefined);
  assert.equal(viewOf('view:'), undefined);
});
