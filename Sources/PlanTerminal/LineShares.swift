/// The division of a terminal's lines among parts that may need more than there are.
enum LineShares {
  /// Returns the lines of each part.
  ///
  /// No part gets more than it needs, and each at least `least` of what it needs, even if that is
  /// more than there is. What small parts leave goes to the others, in equal shares.
  ///
  /// - Complexity: O(n) a round; each round satisfies a part or is the last but one.
  static func shares(of available: Int, needs: [Int], least: Int) -> [Int] {
    var shares = needs.map { min($0, least) }
    var rest = available - shares.reduce(0, +)
    while rest > 0 {
      let hungry = needs.indices.filter { shares[$0] < needs[$0] }
      guard !hungry.isEmpty else { break }
      let each = max(1, rest / hungry.count)
      for index in hungry where rest > 0 {
        let given = min(each, needs[index] - shares[index], rest)
        shares[index] += given
        rest -= given
      }
    }
    return shares
  }
}
