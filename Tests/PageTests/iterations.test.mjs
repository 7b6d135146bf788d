// The forecast of the current iteration in words.
import './globals.mjs';
import assert from 'node:assert/strict';
import test from 'node:test';

const { forecastWords } = await import('../../Sources/PlanWeb/Page/time/iterations.js');

const words = (open, most, half) => forecastWords(open, [{ percent: 50, count: half }, { percent: 85, count: most }, { percent: 95, count: 0 }], 'Dec 14');

test('the forecast never has more plans than are open', () => {
  const end = 'will be finished by Dec 14 with 85 % probability';
  assert.equal(words(5, 3, 9), `Of 5 open plans, 3 ${end}, 5 with 50 %`);
  assert.equal(words(5, 9, 9), `Of 5 open plans, 5 ${end}`);
  assert.equal(words(1, 0, 1), `Of 1 open plan, 0 ${end}, 1 with 50 %`);
  assert.equal(words(4, 2, 2), `Of 4 open plans, 2 ${end}`);
});
