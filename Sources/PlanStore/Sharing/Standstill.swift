import Git

/// Detects a branch that no writer can move: a killed git left it locked, or the server has no
/// permission. Retrying until the time limit would be useless then. With many writers, in contrast,
/// one of them wins each race.
struct Standstill {
  /// The least time without a move of the branch.
  static let length: Duration = .seconds(5)
  /// The least number of lost races in that time, as on a slow machine one try may take `length`.
  static let losses = 3

  /// The branch's commit, when it was first seen, and the races lost since.
  private var place: (tip: ObjectID?, since: Duration, losses: Int)?

  /// Notes a lost race.
  ///
  /// - Parameter tip: The commit of the branch before the try.
  /// - Returns: Whether probably no writer can move the branch.
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
