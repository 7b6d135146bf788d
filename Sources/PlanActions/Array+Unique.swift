extension Array where Element: Hashable {
  /// The elements in order, without repetitions.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
