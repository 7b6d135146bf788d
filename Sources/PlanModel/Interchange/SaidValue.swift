/// Values that came from a source. An import or a pull has written them for the person who ran it.
extension PlanDocument {
  /// Returns the name of the source that a value came from, such as `github:owner/repo`; nil if a
  /// person wrote the value here.
  ///
  /// If it came from a source, the same command recorded it in the memory. A value that a bridge
  /// has sent is in the memory too, but a later command recorded it.
  package func source(of element: StampedValue, at path: ElementPath) -> String? {
    let (name, stored) = (TrackerMemory.Name(of: path).text, TrackerMemory.stored(element.value))
    var aliases: [String] = []
    for case (.item(TrackerMemory.list, let item, name), let known) in elements
    where known.contains(where: { $0.value == stored && $0.isWrittenWith(element) }) {
      aliases += value(at: TrackerMemory.path(.alias, of: item))?.string.map { [$0] } ?? []
    }
    return aliases.min().map { ImportSource(of: $0)?.text ?? $0 }
  }
}

extension StampedValue {
  /// Whether one command wrote both elements, or an undo copied one of them and kept its time.
  fileprivate func isWrittenWith(_ other: StampedValue) -> Bool {
    isOfSameCommand(as: other) || stamp.time != nil && stamp.time == other.stamp.time
  }
}
