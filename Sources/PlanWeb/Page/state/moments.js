// @ts-check
// The position of the shown board among the changes that were read.

/**
 * Returns the index of the change that is shown, or -1 if it was not read.
 *
 * A board at a time is the board after the commit that the server named. While that board is still
 * being requested, its change is found by the time.
 * @param {Past[]} moments the changes that were read, oldest first
 * @param {{wished: ?string, at: ?string, past: ?Past}} shown the requested commit or time, the
 * loaded one, and the loaded commit; null for the present
 * @param {boolean} isWhole whether all changes of the board were read
 */
export function indexOfShown(moments, { wished, at, past }, isWhole) {
  if (wished == null) return moments.length - 1;
  const commit = wished === at ? past?.commit : wished;
  const exact = moments.findIndex(each => each.commit === commit);
  if (exact >= 0) return exact;
  // Several changes can be made in one second, so an older commit may have the same time as a
  // change that was read.
  if (wished === at && !isWhole) return -1;
  const time = Date.parse(wished === at ? past?.at : wished);
  return moments.findLastIndex(each => Date.parse(each.at) <= time);
}
