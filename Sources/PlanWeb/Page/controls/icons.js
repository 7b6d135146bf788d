// @ts-check
// The icons of the page: paths on a grid of 16, drawn with the colour of the text.

const SVG = 'http://www.w3.org/2000/svg';

/** @type {Record<string, string>} The strokes of each icon. */
const STROKES = {
  away: 'm2.5 2.5 11 11M5.2 9.7a4 4 0 0 1 2.4-1.1M2.8 7.2a7.6 7.6 0 0 1 2.4-1.6'
    + 'M8 5a7.5 7.5 0 0 1 5.2 2.2M10.4 9.2l.5.5M8 12.25h.01',
  bars: 'M3 13v-2.5M6.33 13V8M9.67 13V5.5M13 13V3',
  bin: 'M2.5 4.5h11M6 4.5V2.75h4V4.5M4 4.5l.6 9h6.8l.6-9',
  bold: 'M4.5 2.75h4a2.5 2.5 0 0 1 0 5h-4ZM4.5 7.75h4.75a2.75 2.75 0 0 1 0 5.5H4.5Z',
  board: 'M3 2.5h1.5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z'
    + 'M7.5 2.5H9a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H7.5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1Z'
    + 'M12 2.5h1a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Z',
  calendar: 'M4.5 3.5h7a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2Z'
    + 'M2.5 6.75h11M5.5 2v2.5M10.5 2v2.5',
  chart: 'M2.5 2.5v11h11M5 10.5l2.5-3 2 1.5 3.5-4.5',
  check: 'm3.5 8.5 3 3 6-7',
  clock: 'M13.25 8a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0ZM8 5v3.25l2 1.25',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  colours: 'M13.25 8a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0ZM8 2.75v10.5M10.5 4v8',
  columns: 'M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z'
    + 'M6.25 2.5v11M9.75 2.5v11',
  comment: 'M13.5 7.5c0 2.6-2.5 4.5-5.5 4.5-.7 0-1.4-.1-2-.3'
    + 'L3 13l.6-2.3c-.7-.9-1.1-2-1.1-3.2C2.5 4.9 5 3 8 3s5.5 1.9 5.5 4.5Z',
  conflict: 'M3 6h10M3 10h10M10.5 3l-5 10',
  copy: 'M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z'
    + 'M3.5 10.5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  edit: 'M3 13l.6-2.9 6.9-6.9a1.4 1.4 0 0 1 2 0l.3.3a1.4 1.4 0 0 1 0 2l-6.9 6.9L3 13Z'
    + 'M9.25 4.5l2.25 2.25',
  estimate: 'M8 3 13.5 12.5h-11Z',
  find: 'M11.25 7a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0ZM10.25 10.25l3.25 3.25',
  flag: 'M3.5 14V2.75h8.75L10.5 6l1.75 3.25H3.5',
  fold: 'M2.5 3v10M13.5 3v10M7 5.5 4.75 8 7 10.5M9 5.5 11.25 8 9 10.5',
  gear: 'M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM8 1.75v2M8 12.25v2M1.75 8h2M12.25 8h2'
    + 'M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  grip: 'M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01',
  group: 'M2.5 3.5h11M2.5 10.5h11'
    + 'M5.25 5.5h5.5a.75.75 0 0 1 .75.75v1.5a.75.75 0 0 1-.75.75'
    + 'h-5.5a.75.75 0 0 1-.75-.75v-1.5a.75.75 0 0 1 .75-.75Z'
    + 'M5 13.25h6',
  help: 'M13.25 8a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0Z'
    + 'M6.4 6.6a1.6 1.6 0 1 1 2.3 1.5c-.4.2-.7.5-.7 1M8 11h.01',
  inbox: 'M2.5 9h3l1 2h3l1-2h3'
    + 'M2.5 9v3a1.5 1.5 0 0 0 1.5 1.5h8a1.5 1.5 0 0 0 1.5-1.5V9'
    + 'l-2-5.1a1.5 1.5 0 0 0-1.4-.9H5.9a1.5 1.5 0 0 0-1.4.9Z',
  lower: 'M8 3v9.5M4 9l4 4 4-4',
  italic: 'M6.5 2.75h5M4.5 13.25h5M9.25 2.75l-2.5 10.5',
  keep: 'M4.5 2.5h7a1 1 0 0 1 1 1v10L8 10.5l-4.5 3v-10a1 1 0 0 1 1-1Z',
  link: 'm6.75 9.25 2.5-2.5M7 4.75l1.25-1.25a2.9 2.9 0 0 1 4.25 4.25L11.25 9'
    + 'M9 11.25 7.75 12.5A2.9 2.9 0 0 1 3.5 8.25L4.75 7',
  left: 'M9.5 4.5 6 8l3.5 3.5',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  move: 'M2.5 8H13M9 4l4 4-4 4',
  parts: 'M3.5 2.5v9a1 1 0 0 0 1 1h2M3.5 6.5h3M9 5h4.5v3H9zM9 11h4.5v3H9z',
  past: 'M2.75 8a5.25 5.25 0 1 0 1.6-3.8L2.5 6M2.5 2.75V6h3.25M8 5v3l2 1.5',
  plus: 'M8 3v10M3 8h10',
  road: 'M2 4h6M5 8h7M8.5 12H14',
  redo: 'M11 3l2.5 2.5L11 8M13.5 5.5H7a4 4 0 0 0 0 8h4',
  right: 'm6.5 4.5 3.5 3.5-3.5 3.5',
  sort: 'M8 13V3.5M4 7l4-4 4 4',
  stop: 'M13.25 8a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0ZM4.5 11.5l7-7',
  sync: 'M13.25 8A5.25 5.25 0 0 1 4 11.5M2.75 8A5.25 5.25 0 0 1 12 4.5M12.25 2v2.75H9.5'
    + 'M3.75 14v-2.75H6.5',
  tag: 'M2.5 8.25v-5a.75.75 0 0 1 .75-.75h5l5.25 5.25-5.75 5.75ZM5.5 5.5h.01',
  take: 'M9 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z'
    + 'M1.5 13.5c.5-2.5 2.5-3.75 5-3.75 1 0 2 .2 2.8.6M12 9.5v4.5M9.75 11.75h4.5',
  task: 'M4.75 2.75h6.5a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2h-6.5a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2Z'
    + 'M5.5 8.25 7.25 10l3.25-4',
  undo: 'M5 3 2.5 5.5 5 8M2.5 5.5H9a4 4 0 0 1 0 8H5',
  up: 'M8 13V3.5M4 7l4-4 4 4',
  urgent: 'M8 4v5M8 12h.01',
  user: 'M10.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z'
    + 'M3 13.5c.5-2.5 2.5-3.75 5-3.75s4.5 1.25 5 3.75',
  x: 'm4 4 8 8M12 4l-8 8',
};

/** The bars of the priorities, the shortest one first. */
const BARS = ['M1 8h2v4H1z', 'M4 6h2v6H4z', 'M7 4h2v8H7z', 'M10 1h2v11h-2z'];
const LEVELS = ['low', 'medium', 'high', 'urgent'];

/**
 * @type {Record<string, [string, string][]>} The shapes of each kind of column: a class and a path
 * on a grid of 14.
 */
const STATES = {
  todo: [['ring.open', 'M12.25 7a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0Z']],
  doing: [
    ['ring', 'M12.25 7a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0Z'],
    ['full', 'M7 4a3 3 0 0 1 0 6Z'],
  ],
  review: [
    ['ring', 'M12.25 7a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0Z'],
    ['full', 'M7 7V4a3 3 0 1 1-3 3Z'],
  ],
  done: [['full', 'M13 7A6 6 0 1 1 1 7a6 6 0 0 1 12 0Z'], ['tick', 'm4.4 7.2 1.8 1.8 3.4-3.9']],
};

/** @type {Map<string, SVGElement>} The icons that were created, to be copied. */
const made = new Map();

/** @param {string} tag @param {Record<string, string>} attributes @param {Element[]} children */
function svg(tag, attributes, children = []) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * @param {string} key @param {string} names classes
 * @param {number} grid @param {[string, string][]} shapes
 */
function shape(key, names, grid, shapes) {
  if (!made.has(key)) {
    made.set(key,
      svg('svg', { class: names, viewBox: `0 0 ${grid} ${grid}`, 'aria-hidden': 'true' },
        shapes.map(([classes, d]) =>
          svg('path', { d, ...classes && { class: classes.replaceAll('.', ' ') } }))));
  }
  return made.get(key).cloneNode(true);
}

/**
 * Returns an icon that is hidden from screen readers.
 * @param {string} name
 */
export const icon = name => shape(`i/${name}`, `i i-${name}`, 16, [['', STROKES[name]]]);

/**
 * Returns the bars of a priority.
 * @param {string} priority
 */
export function priorityIcon(priority) {
  const level = LEVELS.indexOf(priority);
  return shape(`p/${priority}`, `priority ${LEVELS[level] ?? ''}`, 14,
    BARS.map((d, index) => [index <= level ? '' : 'off', d]));
}

/**
 * Returns the icon of a kind of column.
 * @param {string} kind `todo`, `doing`, `review` or `done`
 */
export const stateIcon = kind => shape(`s/${kind}`, `state ${kind}`, 14,
  STATES[kind] ?? STATES.todo);

/** Returns pmgit's logo. */
export const logo = () => shape('logo', 'logo', 16,
  [
    ['ground', 'M4 0h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4Z'],
    ['', 'M4 4h2v8H4zM7 4h2v5H7zM10 4h2v7h-2z'],
  ]);
