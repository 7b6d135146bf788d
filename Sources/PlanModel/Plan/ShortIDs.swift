/// The shortest unique prefix of each plan's id on a board.
package struct ShortIDs: Sendable {
  private let prefixes: [PlanID: String]

  /// - Complexity: O(n log n): in sorted order only neighbours need to be compared.
  package init(_ ids: some Sequence<PlanID>) {
    let sorted = ids.sorted()
    var prefixes: [PlanID: String] = [:]
    prefixes.reserveCapacity(sorted.count)
    for (index, id) in sorted.enumerated() {
      let neighbours = sorted[max(0, index - 1)..<min(sorted.count, index + 2)]
      prefixes[id] = id.shortestPrefix(among: neighbours)
    }
    self.prefixes = prefixes
  }

  /// The prefix of a plan; for a plan that is not on the board, its first four characters.
  package subscript(id: PlanID) -> String { prefixes[id] ?? String(id.text.prefix(4)) }
}
