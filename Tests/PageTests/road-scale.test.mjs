// The days of a roadmap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scale, dayOf, scaleOf, shifted, textOf } from '../../Sources/PlanWeb/Page/time/road-scale.js';

test('days are the same in every time zone', () => {
  for (const text of ['1970-01-01', '2026-03-29', '2026-10-25', '2028-02-29', '9999-12-31']) {
    assert.ok(Number.isInteger(dayOf(text)));
    assert.equal(textOf(dayOf(text)), text);
  }
});

test('what is outside of a roadmap is at its edge', () => {
  const scale = new Scale(100, 109, 10);
  assert.deepEqual([scale.x(0), scale.x(100), scale.x(105), scale.x(110), scale.x(Infinity)], [0, 0, 50, 100, 100]);
  assert.equal(scale.width, 100);
  assert.ok(new Scale(0, Infinity, 10).width < 10_000);
  assert.equal(new Scale(100, 50, 10).width, 10);
});

test('weeks begin on Mondays, weekends on Saturdays, months on their first day', () => {
  for (let first = dayOf('2026-11-20'); first < dayOf('2026-12-05'); first += 1) {
    const scale = new Scale(first, first + 70, 12);
    const date = day => new Date(day * 86_400_000);
    assert.ok(scale.marks().every(day => date(day).getUTCDay() === 1) && scale.marks().length >= 10);
    assert.equal(date(first + scale.weekend / scale.day).getUTCDay(), 6);
    assert.ok(scale.months().every(day => day === first || date(day).getUTCDate() === 1));
  }
});

test('a roadmap reaches to the last forecast and due day', () => {
  const plan = (due, day) => ({ due, forecast: [{ percent: 50, day: '2026-12-01' }, { percent: 85, day }, { percent: 95, day: '2031-01-01' }] });
  const road = (...plans) => /** @type {any} */ ({ since: '2026-10-29', today: '2026-11-26', groups: [{ due: null, forecast: [], plans }] });
  assert.equal(textOf(scaleOf(road(), 5).last), '2026-12-31');
  assert.equal(textOf(scaleOf(road(plan(null, '2027-02-01')), 5).last), '2027-02-08');
  assert.equal(textOf(scaleOf(road(plan('2027-03-01', '2027-02-01')), 5).last), '2027-03-08');
  assert.equal(textOf(scaleOf(road(plan(null, null)), 5).last), '2026-12-31');
});

test('a span never ends before it starts', () => {
  for (let days = -30; days <= 30; days += 1) {
    for (const part of /** @type {const} */ (['start', 'due', 'both'])) {
      const { start, due } = shifted(part, { start: 10, due: 15 }, days);
      assert.ok(start <= due);
      if (part === 'both') assert.equal(due - start, 5);
    }
  }
});
