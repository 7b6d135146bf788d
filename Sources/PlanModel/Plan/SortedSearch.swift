extension RandomAccessCollection where Index == Int {
  /// Returns the end of the first elements for which a condition holds. It must not hold for any
  /// element after them, as in a sorted list.
  ///
  /// - Complexity: O(log n).
  package func prefixEnd(while holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
