/// Checks whether a command can have written a stamp.
///
/// Merges compare stamps as bytes and don't need this check. But a value stamped in the year 9999
/// wins against all concurrent values and seems to have just changed.
package struct StampCheck: Sendable {
  private let latest: Timestamp

  /// Prepares a check that rejects stamps of the future.
  ///
  /// - Parameter now: The current time by the local clock, or a later time that has certainly
  ///   passed.
  package init(now: Timestamp) {
    latest = Timestamp(milliseconds: now.milliseconds + Self.tolerance)
  }

  /// How far ahead a wrong clock may be, in milliseconds: one day. A clock that shows local time as
  /// UTC is at most 14 hours ahead.
  private static let tolerance: Int64 = 86_400_000

  package func accepts(_ stamp: Stamp) -> Bool {
    guard stamp != .none, stamp != .derived else { return true }
    guard stamp.isWellFormed, let time = stamp.time else { return false }
    return time <= latest
  }

  /// A stamp that no command can have written, and the path of its value.
  package struct Problem: Hashable, Sendable {
    package let path: ElementPath
    package let stamp: Stamp
  }

  /// Returns the first path, in path order, with a stamp that `accepts` rejects; nil if there is no
  /// such path.
  ///
  /// - Parameter old: An older version; stamps that it has at the same path are accepted.
  package func problem(in document: PlanDocument, since old: PlanDocument? = nil) -> Problem? {
    var found: Problem?
    for (path, elements) in document.elements where found.map({ path < $0.path }) ?? true {
      let known = Set(old?[path].map(\.stamp) ?? [])
      let wrong = elements.first { !accepts($0.stamp) && !known.contains($0.stamp) }
      if let wrong { found = Problem(path: path, stamp: wrong.stamp) }
    }
    return found
  }

  /// Gives new stamps to all values of each path that has a stamp that `accepts` rejects. The
  /// values keep their order.
  ///
  /// - Parameter stamp: The stamp for the shown value at each path; the other values get earlier
  ///   stamps.
  package func repair(_ document: inout PlanDocument, stamp: Stamp) {
    for (path, elements) in document.elements
    where elements.contains(where: { !accepts($0.stamp) }) {
      document[path] = elements.enumerated().map { index, element in
        StampedValue(stamp: stamp.earlier(byMilliseconds: Int64(index)), value: element.value)
      }
    }
  }
}
