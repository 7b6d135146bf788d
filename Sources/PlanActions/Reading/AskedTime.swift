import PlanModel

/// The part of the past that somebody asks for; both ends belong to it.
struct AskedTime {
  /// Not after the present; nil for the beginning of the board.
  let since: Timestamp?
  /// Not before `since`, and maybe to come; nil for the present.
  let until: Timestamp?
}

extension Participant {
  /// Reads a part of the past by its ends as they are typed.
  ///
  /// - Parameters:
  ///   - since: A moment or a day, whose first moment counts.
  ///   - until: A moment or a day, whose last moment counts.
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
