/// Divides the lines of a terminal among parts that may need more than there are.
enum LineShares {
  /// Returns the number of lines of each part.
  ///
  /// No part gets more lines than it needs. Each part gets at least `least` lines if it needs them,
  /// even if that exceeds the available lines. The remaining lines are divided equally among the
  /// parts that need more.
  ///
  /// - Complexity: O(n) per round. Each round satisfies at least one part, except possibly the last
  ///   two.
  static func shares(of available: Int, needs: [Int], least: Int) -> [Int] {
    var shares = needs.map { min($0, least) }
    var rest = available - shares.reduce(0, +)
    while rest > 0 {
      let unsatisfied = needs.indices.filter { shares[$0] < needs[$0] }
      guard !unsatisfied.isEmpty else { break }
      let each = max(1, rest / unsatisfied.count)
      for index in unsatisfied where rest > 0 {
        let given = min(each, needs[index] - shares[index], rest)
        shares[index] += given
        rest -= given
      }
    }
    return shares
  }
}
