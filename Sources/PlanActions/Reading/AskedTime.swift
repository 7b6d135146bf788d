import PlanModel

/// A requested part of the past, including both ends.
struct AskedTime {
  /// The start, not after the present; nil for the beginning of the board.
  let since: Timestamp?
  /// The end, not before `since` but possibly in the future; nil for the present.
  let until: Timestamp?
}

extension Participant {
  /// Parses both ends of a part of the past.
  ///
  /// - Parameters:
  ///   - since: A moment, or a day, which means its first moment.
  ///   - until: A moment, or a day, which means its last moment.
  func time(since: String?, until: String?) throws(Problem) -> AskedTime {
    let first = try since.map { typed throws(Problem) in try end(of: typed).start }
    let last = try until.map { typed throws(Problem) in try end(of: typed).end }
    if let since, let first, first > now {
      throw Problem.usage("'\(since.excerpt)' is still to come")
    }
    if let first, let last, last < first {
      throw Problem.usage("the time ends before it begins")
    }
    return AskedTime(since: first, until: last)
  }

  private func end(of typed: String) throws(Problem) -> MomentSpan {
    guard let span = try span(ofPast: typed) else {
      throw Problem.usage(
        "'\(typed.excerpt)' is no day or time of the past",
        hints: ["for example \(PastMoment.forms)"])
    }
    return span
  }
}
