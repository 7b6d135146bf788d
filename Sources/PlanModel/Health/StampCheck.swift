/// Tells stamps that a command may have written from those that none has.
///
/// Merging compares stamps as bytes and needs nothing of this. But what has a stamp of the year 9999
/// is shown before all that others write apart from it, and looks as if it was just changed.
package struct StampCheck: Sendable {
  private let latest: Timestamp

  /// - Parameter now: The time here, or a later one that is known to have come.
  package init(now: Timestamp) {
    latest = Timestamp(milliseconds: now.milliseconds + Self.tolerance)
  }

  /// How far ahead an honest clock may be, in milliseconds: a day. One that shows the local time as if
  /// it were UTC is at most 14 hours ahead.
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

  /// The first path of a document with such a stamp, by the order of the paths.
  ///
  /// - Parameter old: An older version, whose stamps may stay at their paths.
  package func problem(in document: PlanDocument, since old: PlanDocument? = nil) -> Problem? {
    var found: Problem?
    for (path, elements) in document.elements where found.map({ path < $0.path }) ?? true {
      let known = Set(old?[path].map(\.stamp) ?? [])
      let wrong = elements.first { !accepts($0.stamp) && !known.contains($0.stamp) }
      if let wrong { found = Problem(path: path, stamp: wrong.stamp) }
    }
    return found
  }

  /// Writes the values that have such stamps anew, and those that wait beside them, so that the same
  /// ones are shown.
  ///
  /// - Parameter stamp: That of the command; values that are shown after others get earlier ones.
  package func mend(_ document: inout PlanDocument, stamp: Stamp) {
    for (path, elements) in document.elements
    where elements.contains(where: { !accepts($0.stamp) }) {
      document[path] = elements.enumerated().map { index, element in
        StampedValue(stamp: stamp.earlier(byMilliseconds: Int64(index)), value: element.value)
      }
    }
  }
}
