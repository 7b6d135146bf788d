// The style sheets: every ink on every ground that it can be on has enough contrast, and no sheet leaves the tokens.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hueOf, hueOfPerson } from '../../Sources/PlanWeb/Page/controls/chips.js';

const PAGE = new URL('../../Sources/PlanWeb/Page/styles/', import.meta.url);
const SHEETS = Object.fromEntries(readdirSync(PAGE).filter(name => name.endsWith('.css'))
  .map(name => [name, readFileSync(new URL(name, PAGE), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')]));

/** The grounds on which a text without a ground of its own may be. */
const GROUNDS = ['ground', 'sunk', 'card', 'raised'];
/** What a pointer lays over a ground. */
const LAID = [null, 'hover', 'press'];
/** The lowest contrast of texts, and of outlines and signs. */
const [TEXT, SIGN] = [4.5, 3];

// Colours

const tokens = Object.fromEntries([...SHEETS['tokens.css'].split('@media')[0].matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));

/** Returns the text in the first parentheses that follow a name, split at its top-level commas. */
function parts(text) {
  const inner = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  let depth = 0;
  const found = [''];
  for (const letter of inner) {
    depth += { '(': 1, ')': -1 }[letter] ?? 0;
    if (letter === ',' && depth === 0) found.push(''); else found[found.length - 1] += letter;
  }
  return found.map(each => each.trim());
}

/** Returns a colour as linear sRGB and its opacity. @returns {{rgb: number[], alpha: number}} */
function colour(text, theme, hue) {
  const value = text.trim();
  if (value.startsWith('light-dark')) return colour(parts(value)[theme === 'light' ? 0 : 1], theme, hue);
  const token = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (token) return colour(tokens[token], theme, hue);
  const [, l, c, h, alpha] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+|var\(--h\))(?: \/ ([\d.]+))?\)$/.exec(value) ?? assert.fail(`not a colour: ${value}`);
  return { rgb: fromOklch(Number(l), Number(c), h.startsWith('var') ? hue : Number(h)), alpha: Number(alpha ?? 1) };
}

/** Returns linear sRGB. Colours outside it are cut off, as browsers do. */
function fromOklch(l, c, h) {
  const [a, b] = [c * Math.cos(h * Math.PI / 180), c * Math.sin(h * Math.PI / 180)];
  const [x, y, z] = [l + 0.3963377774 * a + 0.2158037573 * b, l - 0.1055613458 * a - 0.0638541728 * b, l - 0.0894841775 * a - 1.291485548 * b]
    .map(each => each ** 3);
  return [4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z, -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z].map(each => Math.min(1, Math.max(0, each)));
}

const encoded = linear => linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
const decoded = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** Lays a colour over an opaque one, in the space in which browsers do that. */
const over = (top, bottom) => ({
  rgb: top.rgb.map((each, index) => decoded(encoded(each) * top.alpha + encoded(bottom.rgb[index]) * (1 - top.alpha))), alpha: 1,
});

const luminance = ({ rgb: [r, g, b] }) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one, other) {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// Pairs in use

/** Returns the rules of a sheet: their selectors, and their declarations by name. */
function rules(sheet) {
  return [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    selector: selector.trim(), values: Object.fromEntries([...body.matchAll(/([\w-]+):\s*([^;]+)/g)].map(([, name, value]) => [name, value.trim()])),
  }));
}

const ofToken = value => /^var\(--([\w-]+)(?:, var\(--[\w-]+\))?\)$/.exec(value ?? '')?.[1];
const isHued = name => ['tint', 'tint-ink', 'face', 'face-ink'].includes(name);

/** Returns the pairs of an ink and a ground, with a rule in which each is used. */
function pairsInUse() {
  const pairs = new Map();
  for (const sheet of Object.values(SHEETS)) {
    for (const { selector, values } of rules(sheet)) {
      const ink = ofToken(values.color);
      if (!ink) continue;
      const ground = ofToken(values.background);
      // A ground that is laid over another one can be over each.
      const on = ground && !LAID.includes(ground) ? [[ground, null]] : GROUNDS.flatMap(each => (ground ? [ground] : LAID).map(laid => [each, laid]));
      for (const [each, laid] of on) pairs.set([ink, each, laid ?? ''].join(' '), selector);
    }
  }
  for (const [ink, ground] of INSIDE) pairs.set(`${ink} ${ground} `, 'inside');
  return pairs;
}

/** Inks inside of something with a ground of its own, such as the facts of a selected card. */
const INSIDE = ['ink', 'ink-2', 'ink-3'].flatMap(ink => ['accent-soft', 'soon-soft', 'then-soft', 'late-soft'].map(ground => [ink, ground]));

/** Inks that are signs or lie on a ground of their own, which the rule does not name. */
const SIGNS = ['todo', 'doing', 'review', 'done'];
const ON_OWN_GROUND = { 'on-accent': ['accent'] };

test('every ink has enough contrast on every ground that it is used on', () => {
  const pairs = pairsInUse();
  assert.ok(pairs.size > 60, `only ${pairs.size} pairs were found`);
  const failures = [];
  for (const [pair, selector] of pairs) {
    const [ink, ground, laid] = pair.split(' ');
    if (ON_OWN_GROUND[ink] && !ON_OWN_GROUND[ink].includes(ground)) continue;
    for (const theme of ['light', 'dark']) {
      for (const hue of isHued(ink) || isHued(ground) ? [20, 48, 82, 118, 152, 186, 225, 262, 300, 345] : [0]) {
        let below = colour(tokens[ground], theme, hue);
        if (laid) below = over(colour(tokens[laid], theme, hue), below);
        const found = contrast(colour(tokens[ink], theme, hue), below);
        const least = SIGNS.includes(ink) ? SIGN : TEXT;
        if (found < least) failures.push(`${pair} ${theme} ${hue}: ${found.toFixed(2)} (${selector})`);
      }
    }
  }
  assert.deepEqual(failures, []);
});

test('outlines of controls and of the focus are seen on every ground', () => {
  for (const theme of ['light', 'dark']) {
    for (const line of ['edge', 'focus', 'accent']) {
      for (const ground of GROUNDS) {
        const found = contrast(colour(tokens[line], theme, 0), colour(tokens[ground], theme, 0));
        assert.ok(found >= SIGN, `${line} on ${ground}, ${theme}: ${found.toFixed(2)}`);
      }
    }
  }
});

test('the sheets use the tokens', () => {
  for (const [name, sheet] of Object.entries(SHEETS)) {
    assert.ok(!sheet.includes('!important'), `${name} has a rule that is marked as important`);
    if (name === 'tokens.css') continue;
    for (const { selector, values } of rules(sheet)) {
      for (const [property, value] of Object.entries(values)) {
        if (property === 'font' && value !== 'inherit') assert.match(value, /^(?:\d00 )?var\(--(?:t(?:11|12|13|14|16|20)|code1[23])\)$|^0\.875rem\/1\.6 var/, `${name} ${selector}`);
        if (property === 'border-radius') assert.match(value, /^(?:(?:0|50%|var\(--r(?:6|8|12)\)|calc\(var\(--r8\) \/ 2\))(?: |$))+$/, `${name} ${selector}`);
        assert.notEqual(property, 'font-size', `${name} ${selector}`);
        assert.doesNotMatch(value, /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklch)a?\(/i, `a colour in ${name}, ${selector}`);
        if (property === 'color') assert.match(value, /^(?:var\(--.*\)|inherit|transparent)$/, `${name} ${selector}`);
      }
    }
  }
});

test('a name has one hue, and frequent labels have different ones', () => {
  const labels = ['bug', 'ui', 'ios', 'mail', 'docs', 'core', 'search', 'research', 'import'];
  assert.equal(new Set(labels.map(hueOf)).size, labels.length);
  assert.equal(hueOf('Bug'), hueOf('bug'));
  for (const name of ['', '한국어', '👩‍💻', '"><b>', ' '.repeat(10_000)]) assert.ok(hueOf(name) >= 0 && hueOf(name) < 10 && Number.isInteger(hueOf(name)));
});

test('a person has one hue, with and without the address', () => {
  assert.equal(hueOfPerson('Dev One <one@example.com>'), hueOfPerson('Dev One'));
  assert.equal(hueOfPerson('<only@example.com>'), hueOfPerson('<only@example.com>'));
});
