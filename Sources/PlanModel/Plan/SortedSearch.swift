extension RandomAccessCollection where Index == Int {
  /// Returns the index after the leading elements for which a condition holds. It must not hold for
  /// any later element, as in a sorted list.
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

extension Array {
  /// Returns the longest subsequence whose elements have rising values, by patience sorting.
  ///
  /// - Complexity: O(*n* log *n*).
  package func longestRise(by value: (Element) -> Int) -> [Element] {
    // `ends[n - 1]` is the index of an element that ends a rise of length n: the one with the
    // smallest value. For each element, `before` has the index of the previous one in its rise.
    let values = map(value)
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, value) in values.enumerated() {
      let length = ends.prefixEnd(while: { values[$0] < value })
      before.append(length > 0 ? ends[length - 1] : nil)
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var rise: [Element] = []
    var next = ends.last
    while let index = next {
      rise.append(self[index])
      next = before[index]
    }
    return rise.reversed()
  }
}
