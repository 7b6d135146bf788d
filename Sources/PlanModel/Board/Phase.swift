/// A milestone or an iteration of a board. A plan belongs to at most one of each kind.
///
/// A milestone is a goal, which may have a due day. An iteration is a span of time with a first and
/// a last day.
package struct Phase: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case milestone, iteration

    /// The list of the board's settings.
    package var list: PlanList { self == .milestone ? .milestones : .iterations }
    /// The field of a plan that names its phase.
    package var field: PlanField { self == .milestone ? .milestone : .iteration }
    /// The name in the plural: `milestones`.
    package var plural: String { list.rawValue }
    /// The name with its article: `a milestone`.
    package var article: String { self == .milestone ? "a milestone" : "an iteration" }
  }

  package let kind: Kind
  package let id: String
  /// The title; nil if the id is shown instead.
  package var title: String?
  /// The first day of an iteration; nil for a milestone, or if it is unknown.
  package var first: CalendarDay?
  /// The last day of an iteration, or the day on which a milestone is due; nil if it is unknown.
  package var last: CalendarDay?
  package var isClosed: Bool

  package init(
    _ kind: Kind, _ id: String, title: String? = nil, first: CalendarDay? = nil,
    last: CalendarDay? = nil, isClosed: Bool = false
  ) {
    (self.kind, self.id, self.title) = (kind, id, title)
    (self.first, self.last, self.isClosed) = (first, last, isClosed)
  }

  /// The title, or the id if there is no title.
  package var name: String { title ?? id }

  /// The title, followed by the id if they differ.
  package var called: String { title.map { $0 == id ? id : "\($0) (\(id))" } ?? id }

  /// Whether an iteration includes a day; false if its days are unknown.
  package func includes(_ day: CalendarDay) -> Bool {
    guard let first, let last else { return false }
    return first <= day && day <= last
  }

  /// The days in words: `2026-12-07 to 2026-12-20`, or the due day of a milestone; empty if they
  /// are unknown.
  package var days: String {
    let days = [first, last].compactMap { $0?.description }
    return days.joined(separator: " to ")
  }

  /// The day by which phases are sorted: the first day of an iteration, the due day of a milestone.
  var orderingDay: CalendarDay? { kind == .iteration ? first : last }
}

/// The milestones and iterations of a board, without removed ones.
package struct Phases: Hashable, Sendable {
  /// The milestones by the day on which they are due. Those without a day come last.
  package let milestones: [Phase]
  /// The iterations by their first days.
  package let iterations: [Phase]
  private let places: [Phase.Kind: [ExactString: Int]]

  package init(_ phases: [Phase] = []) {
    let sorted = phases.sorted {
      ($0.orderingDay?.dayNumber ?? .max, ExactString($0.id))
        < ($1.orderingDay?.dayNumber ?? .max, ExactString($1.id))
    }
    milestones = sorted.filter { $0.kind == .milestone }
    iterations = sorted.filter { $0.kind == .iteration }
    let index = { (phases: [Phase]) in
      Dictionary(phases.enumerated().map { (ExactString($1.id), $0) }) { first, _ in first }
    }
    places = [.milestone: index(milestones), .iteration: index(iterations)]
  }

  package subscript(_ kind: Phase.Kind) -> [Phase] {
    kind == .milestone ? milestones : iterations
  }

  /// The phase with exactly this id.
  package subscript(_ kind: Phase.Kind, _ id: String) -> Phase? {
    place(of: id, kind).map { self[kind][$0] }
  }

  /// Returns the position of a phase among those of its kind; nil if the board does not have it.
  package func place(of id: String, _ kind: Phase.Kind) -> Int? {
    places[kind]?[ExactString(id)]
  }

  /// Returns the phases that a name can mean: the one with this id, else all with this id or title,
  /// ignoring case and accents.
  package func named(_ name: String, _ kind: Phase.Kind) -> [Phase] {
    if let phase = self[kind, name] { return [phase] }
    let name = SearchText(name)
    return self[kind].filter { name.equals($0.id) || name.equals($0.name) }
  }
}

// MARK: - Iterations by the calendar

/// A word for an iteration, whose meaning depends on the day.
package enum IterationWord: String, CaseIterable, Sendable {
  /// The iteration that includes today; of several, the one that began last.
  case current
  /// The first iteration that begins after today.
  case next
  /// The iteration that ended last before today.
  case previous

  package init?(named text: String) { self.init(rawValue: text.lowercased()) }

  /// The beginning of the message that there is no such iteration. The caller appends the day:
  /// `no iteration begins after 2026-12-07`.
  package var lack: String {
    switch self {
    case .current: "no iteration includes"
    case .next: "no iteration begins after"
    case .previous: "no iteration ended before"
    }
  }
}

extension Phases {
  /// Returns the iteration that a word means on a day; nil if there is none.
  package func iteration(_ word: IterationWord, on today: CalendarDay) -> Phase? {
    switch word {
    case .current: return iterations.last { $0.includes(today) }
    case .next:
      return iterations.first { phase in phase.first.map { $0 > today } ?? false }
    case .previous:
      let ended = iterations.filter { phase in
        phase.first != nil && phase.last.map { $0 < today } ?? false
      }
      return ended.enumerated().max {
        ($0.element.last?.dayNumber ?? 0, $0.offset) < ($1.element.last?.dayNumber ?? 0, $1.offset)
      }?.element
    }
  }

  /// Returns the open phase of the same kind that comes after another one; nil if there is none.
  ///
  /// The following iteration begins later. The following milestone is due later, or has no day.
  package func following(_ phase: Phase) -> Phase? {
    guard let place = place(of: phase.id, phase.kind) else { return nil }
    return self[phase.kind][(place + 1)...].first { !$0.isClosed }
  }
}

// MARK: - Names

extension Phase {
  /// Words with a meaning in options and queries. They can't be names of phases.
  private static let reserved: Set<String> =
    Set(["none", "any", "keep"] + IterationWord.allCases.map(\.rawValue))

  /// Whether a name is a word that options and queries use, in any case.
  package static func isReserved(_ name: String) -> Bool { reserved.contains(name.lowercased()) }

  /// The characters of an id, in words.
  package static let formOfIDs =
    "1 to 63 of a-z, 0-9, '.', '-' and '_', beginning with a letter or digit"

  /// The longest id, in characters.
  private static let longestID = 63

  /// Whether a text is the id of a phase: `[a-z0-9][a-z0-9._-]{0,62}`, and not a reserved word.
  package static func isID(_ text: String) -> Bool {
    guard !reserved.contains(text), text.utf8.count <= longestID else { return false }
    return Validation.isColumnID(text.replacing(".", with: "-"))
      && text.utf8.first != UInt8(ascii: ".")
  }

  /// Returns an id made of a name's letters, digits and dots, in lower case and without accents:
  /// `Release 2.0` becomes `release-2.0`.
  ///
  /// - Returns: nil if the name has no letter a-z and no digit, or is a reserved word.
  package static func id(from name: String) -> String? {
    let words = TextFolding.folded(name).text.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "."))
    }
    let id = words.joined(separator: "-").drop { $0 == "." }.prefix(longestID)
    return isID(String(id)) ? String(id) : nil
  }
}

extension Edit {
  /// Returns the edits that write all values of a phase and show it, even if it was removed.
  ///
  /// One of the values is never null, because a phase without any value would not exist.
  package static func phase(_ phase: Phase) -> [Edit] {
    let path = { (member: String) in phase.kind.list.path(phase.id, member) }
    var edits: [Edit] = [
      .write(path("title"), .optional(phase.title)),
      .write(path("closed"), .bool(phase.isClosed)),
      .write(path("gone"), .null),
    ]
    switch phase.kind {
    case .milestone: edits.append(.write(path("due"), .optional(phase.last?.description)))
    case .iteration:
      edits.append(.write(path("first"), .optional(phase.first?.description)))
      edits.append(.write(path("last"), .optional(phase.last?.description)))
    }
    return edits
  }
}

extension Phase {
  /// The most milestones of a board that are read, and the most iterations.
  package static let most = 1000
}

extension Phases {
  /// Reads all phases from the board's document, however many there are.
  static func all(in document: PlanDocument) -> Phases {
    Phases(
      Phase.Kind.allCases.flatMap { kind in
        document.records(in: ExactString(kind.list.rawValue))
          .filter { !$0.value.isRemovedItem }.map { Phase(kind, $0, $1) }
      })
  }
}

extension Phase {
  fileprivate init(_ kind: Kind, _ id: ExactString, _ record: JSONObject) {
    let day = { (name: ExactString) in record[name]?.string.flatMap(CalendarDay.init) }
    self.init(
      kind, id.text, title: record["title"]?.string,
      first: kind == .iteration ? day("first") : nil,
      last: day(kind == .iteration ? "last" : "due"),
      isClosed: record["closed"]?.bool ?? false)
  }
}

extension PlanDocument {
  /// Returns a phase that was removed from the board, with the values that it had.
  package func removedPhase(_ kind: Phase.Kind, _ id: String) -> Phase? {
    let id = ExactString(id)
    return records(in: ExactString(kind.list.rawValue))[id].map { Phase(kind, id, $0) }
  }
}
