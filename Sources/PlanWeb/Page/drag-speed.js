// @ts-check
// How fast a drag scrolls near an edge.

/**
 * How far from an edge a drag scrolls, and how fast it does so at the edge, in pixels a
 * millisecond.
 */
const EDGE = 72;
const FASTEST = 2.4;

/**
 * Returns how fast to scroll, in pixels a millisecond: the nearer the edge, the faster. The edge of
 * something small is narrower.
 * @param {number} at the pointer @param {number} start the edges @param {number} end
 */
export function speed(at, start, end) {
  const edge = Math.min(EDGE, (end - start) / 4);
  const depth = at < start + edge ? at - start - edge : Math.max(0, at - end + edge);
  const share = Math.max(-1, Math.min(1, depth / edge));
  return FASTEST * share * Math.abs(share);
}
