import Git

/// Tells a crowd, in which one writer wins each race, from a branch that no writer can move: a
/// killed git left it locked, or the server may not write it. Trying for the whole patience would
/// be useless.
struct Standstill {
  /// The time for which the branch has to stay unmoved.
  static let length: Duration = .seconds(5)
  /// The number of races that have to be lost meanwhile; on a slow machine one try may take
  /// `length`.
  static let losses = 3

  /// The branch's commit, the time since which it is there, and the races that were lost since.
  private var place: (tip: ObjectID?, since: Duration, losses: Int)?

  /// Notes a lost race.
  ///
  /// - Parameter tip: The commit of the branch before the try.
  /// - Returns: Whether the branch seems to be one that no writer can move.
  mutating func lost(at now: Duration, finding tip: ObjectID?) -> Bool {
    guard var place, place.tip == tip else {
      place = (tip, now, 1)
      return false
    }
    place.losses += 1
    self.place = place
    return place.losses >= Self.losses && now - place.since >= Self.length
  }
}
