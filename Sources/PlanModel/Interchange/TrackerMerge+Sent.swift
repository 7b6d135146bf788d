/// Finds the values that a bridge has sent without an answer.
extension TrackerMerge {
  /// Records the values that a bridge was about to send and that the tracker has now. Otherwise
  /// they would count as changes in the tracker, and replace what was changed here meanwhile.
  mutating func takeSent() {
    for (name, elements) in memory {
      guard let target = name.sent, !elements.isEmpty, let there = values(of: target) else {
        continue
      }
      if let sent = elements.first(where: { there($0.value) })?.value {
        refreshMemory(sent == .bool(false) && target.setMember == nil ? .null : sent, as: target)
        memory[target] = document[path(of: target)]
      }
      document[path(of: name)] = []
    }
  }

  /// Returns whether a sent value is the one of the tracker; nil if the line does not give it.
  private func values(of name: TrackerMemory.Name) -> ((JSONValue) -> Bool)? {
    if let (set, member) = name.setMember {
      guard tracker.line.given.contains(set) else { return nil }
      let isThere = tracker.members.contains { path in
        guard case .setMember(set, let other) = path else { return false }
        return other.text.lowercased() == member.text.lowercased()
      }
      return { $0 == .bool(isThere) }
    }
    guard
      let (path, value) = tracker.values.first(where: { TrackerMemory.Name(of: $0.key) == name })
    else { return nil }
    let (stored, isSame) = (TrackerMemory.stored(value), isSame(at: path))
    return { isSame($0 == .bool(false) ? .null : $0, stored) }
  }
}
