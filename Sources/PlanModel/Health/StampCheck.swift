/// Tells stamps that a command may have written from impossible ones.
///
/// Merging compares stamps as bytes and does not need the check. But a value with a stamp of the
/// year 9999 is shown before all concurrent values, and looks as if it was just changed.
package struct StampCheck: Sendable {
  private let latest: Timestamp

  /// - Parameter now: The time here, or a later one that is known to have passed.
  package init(now: Timestamp) {
    latest = Timestamp(milliseconds: now.milliseconds + Self.tolerance)
  }

  /// The time by which an honest clock may be ahead, in milliseconds: a day. A clock that shows
  /// local time as UTC is at most 14 hours ahead.
  private static let tolerance: Int64 = 86_400_000

  package func accepts(_ stamp: Stamp) -> Bool {
    guard stamp != .none else { return true }
    guard stamp.isWellFormed, let time = stamp.time else { return false }
    return time <= latest
  }

  /// A stamp that no command has written, and the path of its value.
  package struct Problem: Hashable, Sendable {
    package let path: ElementPath
    package let stamp: Stamp
  }

  /// Returns the first path of a document with such a stamp, in the order of the paths.
  ///
  /// - Parameter old: An older version, whose stamps are accepted at their paths.
  package func problem(in document: PlanDocument, since old: PlanDocument? = nil) -> Problem? {
    var found: Problem?
    for (path, elements) in document.elements where found.map({ path < $0.path }) ?? true {
      let known = Set(old?[path].map(\.stamp) ?? [])
      let wrong = elements.first { !accepts($0.stamp) && !known.contains($0.stamp) }
      if let wrong { found = Problem(path: path, stamp: wrong.stamp) }
    }
    return found
  }

  /// Rewrites the values with such stamps, and the other values at their paths, so that the same
  /// ones are shown as before.
  ///
  /// - Parameter stamp: The stamp of the command; values that are shown later get earlier stamps.
  package func mend(_ document: inout PlanDocument, stamp: Stamp) {
    for (path, elements) in document.elements
    where elements.contains(where: { !accepts($0.stamp) }) {
      document[path] = elements.enumerated().map { index, element in
        StampedValue(stamp: stamp.earlier(byMilliseconds: Int64(index)), value: element.value)
      }
    }
  }
}
