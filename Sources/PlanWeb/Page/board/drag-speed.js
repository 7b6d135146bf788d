// @ts-check
// The speed at which a drag scrolls near an edge.

/**
 * The distance from an edge at which a drag scrolls, and the speed at the edge in pixels per
 * millisecond.
 */
const EDGE = 72;
const FASTEST = 2.4;

/**
 * Returns the speed of scrolling in pixels per millisecond: the nearer the edge, the faster. A
 * small element has narrower edges.
 * @param {number} at the pointer @param {number} start the first edge @param {number} end
 */
export function speed(at, start, end) {
  const edge = Math.min(EDGE, (end - start) / 4);
  const depth = at < start + edge ? at - start - edge : Math.max(0, at - end + edge);
  const share = Math.max(-1, Math.min(1, depth / edge));
  return FASTEST * share * Math.abs(share);
}
