import Git

/// Tells a crowd, in which somebody wins each race, from a branch that nobody can move: one that a
/// killed git left locked, or that the server may not write. To try that for all of one's patience
/// would help nobody.
struct Standstill {
  /// How long a branch has to stay where it is.
  static let length: Duration = .seconds(5)
  /// How many races for it have to be lost meanwhile; on a slow machine one try may take that long.
  static let losses = 3

  /// Where the branch is, since which moment, and how many races for it were lost since.
  private var place: (tip: ObjectID?, since: Duration, losses: Int)?

  /// Notes a lost race.
  ///
  /// - Parameter tip: Where the branch was found to be before the try.
  /// - Returns: Whether nobody can move it, as far as one can tell.
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
