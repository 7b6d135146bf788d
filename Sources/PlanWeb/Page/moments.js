// @ts-check
// The place of the shown board among the changes that were read.

/**
 * Returns the index of the change that is shown, or -1 if it was not read.
 *
 * A board at a time is the board after the commit that the server named. While that board is still
 * requested, its change is found by the time.
 * @param {Past[]} moments the changes that were read, oldest first
 * @param {{wished: ?string, at: ?string, past: ?Past}} shown the commit or time that was asked for,
 * the one that has been loaded, and the commit of that; null for the present
 * @param {boolean} isWhole whether all changes of the board were read
 */
export function indexOfShown(moments, { wished, at, past }, isWhole) {
  if (wished == null) return moments.length - 1;
  const commit = wished === at ? past?.commit : wished;
  const exact = moments.findIndex(each => each.commit === commit);
  if (exact >= 0) return exact;
  // Several changes are made in one second. So the time of an older commit may be that of one that
  // was read.
  if (wished === at && !isWhole) return -1;
  const time = Date.parse(wished === at ? past?.at : wished);
  return moments.findLastIndex(each => Date.parse(each.at) <= time);
}
