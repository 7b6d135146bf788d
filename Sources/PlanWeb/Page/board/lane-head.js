// @ts-check
// The heads of columns: the icon, the title, and the number of cards. On a board with rows, a
// single line of heads is above the rows.
import { button, h, set } from '../controls/dom.js';
import { drawIfNew, reconcile } from '../controls/keyed.js';
import { icon, stateIcon } from '../controls/icons.js';
import { stateKind } from '../controls/chips.js';

/** @typedef {import('../state/state.js').BoardState} BoardState */
/** @typedef {import('../state/lanes.js').Lane} Lane */

/**
 * Shows the icon of a column.
 * @param {Element} sign @param {BoardState} state @param {Column} column
 */
export function showSign(sign, state, column) {
  const kind = stateKind(state.columns, column.id);
  drawIfNew(sign, kind, () => stateIcon(kind));
}

/**
 * Shows how many cards a column has, its limit, and how many cards match the query.
 * @param {Element} node @param {BoardState} state @param {Column} column @param {Card[]} cards
 */
export function showCount(node, state, column, cards) {
  const limit = column.limit ?? null;
  node.textContent = state.matches ? `${cards.length} of ${column.count}`
    : limit != null ? `${column.count} / ${limit}`
    : String(column.count);
  node.className = 'count' + (limit == null ? ''
    : column.count > limit ? ' limited over'
    : column.count === limit ? ' limited full'
    : ' limited');
  set(node, {
    title: limit == null ? null
      : column.count > limit ? `More than the limit of ${limit}`
      : `At most ${limit} here`,
  });
}

/**
 * Returns the button that folds a column to a strip, or unfolds it.
 * @param {Column} column @param {() => any} fold
 */
export const foldButton = (column, fold) => button(icon('fold'), fold,
  { class: 'icon fold-column', 'data-fold': column.id });

/**
 * @param {Element} node a button of `foldButton`
 * @param {Column} column @param {boolean} isFolded @param {boolean} isPossible
 */
export function showFold(node, column, isFolded, isPossible) {
  const words = `${isFolded ? 'Unfold' : 'Fold'} ${column.title}`;
  set(node,
    { 'aria-expanded': String(!isFolded), 'aria-label': words, title: words, hidden: !isPossible });
}

/**
 * Returns the line of heads above the rows of a board.
 * @param {import('../controls/keyed.js').KeyedNodes} nodes the nodes of the board
 * @param {BoardState} state @param {Lane[]} lanes @param {object} folding
 * @param {(id: string) => boolean} folding.isFolded
 * @param {(id: string) => boolean} folding.isPossible @param {(id: string) => any} folding.toggle
 */
export function columnHeads(nodes, state, lanes, { isFolded, isPossible, toggle }) {
  const line = nodes.node('heads/', () => h('div.heads'));
  reconcile(line, lanes.map(({ column, cards }) => {
    const node = nodes.node(`head/${column.id}`, () => h('div.head', null,
      h('span.sign'),
      h('span.name', { dir: 'auto' }),
      h('span.count'),
      foldButton(column, () => toggle(column.id))));
    const [sign, name, count, fold] = node.children;
    node.classList.toggle('folded', isFolded(column.id));
    showFold(fold, column, isFolded(column.id), isPossible(column.id));
    node.classList.toggle('unknown', !column.known);
    name.textContent = column.title;
    showSign(sign, state, column);
    showCount(count, state, column, cards);
    return node;
  }));
  return line;
}
