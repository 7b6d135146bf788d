package import PlanModel
import PlanStore
import PlanView

/// A quick line as parsed for a board: the title, and the values of its marks.
package struct QuickPlan {
  package let shown: ShownBoard
  package let title: String
  package let marks: [Mark]
  /// The places of the marks, as in `QuickLine`.
  package let places: [Range<Int>]

  /// A mark of the line, such as `#bug`, with the value that the plan gets from it.
  package struct Mark: Sendable {
    package let mark: QuickLine.Mark
    /// The stored value: the label as plans spell it, a person with an address, a date, the id of a
    /// milestone. If there is a problem, it is the value as typed.
    package let value: String
    /// Whether the mark is a label that no plan has yet.
    package let isNew: Bool
    /// Why the mark has no value; nil if it has one.
    package let problem: Problem?
  }

  /// Throws the problem of the first mark that has one.
  func requireSound() throws {
    if let problem = marks.lazy.compactMap(\.problem).first { throw problem }
  }

  /// Returns the fields with the values of the line. A single value of the line replaces the value
  /// in `fields`; labels and people are added to those in `fields`.
  func adding(to fields: FieldChanges) -> FieldChanges {
    var fields = fields
    for mark in marks {
      switch mark.mark.kind {
      case .label: fields[.labels].added.append(mark.value)
      case .person: fields[.assignees].added.append(mark.value)
      case .priority: fields[.priority] = mark.value
      case .due: fields[.due] = mark.value
      case .milestone: fields[.milestone] = mark.value
      }
    }
    return fields
  }

  /// The values in words, for a message: `label bug, Sam Lee, priority high, due Fri 2026-11-27`.
  package var words: String {
    marks.map { mark in
      switch mark.mark.kind {
      case .label: "label \(mark.value)"
      case .person: Person(mark.value).fullName
      case .priority: "priority \(mark.value)"
      case .due: "due \(CalendarDay(mark.value)?.withWeekday ?? mark.value)"
      case .milestone: "milestone \(shown.board.phases[.milestone, mark.value]?.name ?? mark.value)"
      }
    }.joined(separator: ", ")
  }
}

extension Workspace {
  /// Parses a quick line on the board, without a change.
  ///
  /// A mark that names nobody, several people, or no milestone has a problem instead of a value.
  package func quickPlan(_ text: String) throws -> QuickPlan {
    let snapshot = try basisBoard()
    let labels = Self.mayHaveLabels(text) ? try KnownLabels(of: snapshot) : KnownLabels([])
    let line = QuickLine(text, today: participant.today) { labels.written($0) != nil }
    var marks: [QuickPlan.Mark] = []
    for mark in line.marks {
      marks.append(try read(mark, after: marks, on: snapshot.board, having: labels))
    }
    return QuickPlan(
      shown: shown(snapshot), title: line.title, marks: marks, places: line.places)
  }

  /// Whether a text may contain a label, with `#` or with a key such as `label:`.
  private static func mayHaveLabels(_ text: String) -> Bool {
    if text.contains("#") { return true }
    let text = text.lowercased()
    return QuickLine.Kind.keys.contains { $0.value == .label && text.contains($0.key + ":") }
  }

  /// Returns the request to create the plan of a quick line.
  ///
  /// - Parameters:
  ///   - fields: The values that the line does not give. Its labels and people are added to them.
  ///   - template: As in `AddPlan`; its title is used if the line has only marks.
  package func request(
    for line: QuickPlan, fields: FieldChanges = FieldChanges(), isAtTop: Bool = false,
    template: String? = nil
  ) throws -> AddPlan {
    try line.requireSound()
    return AddPlan(
      title: line.title.isEmpty && template != nil ? nil : line.title,
      fields: line.adding(to: fields), isAtTop: isAtTop, template: template)
  }

  private func read(
    _ mark: QuickLine.Mark, after earlier: [QuickPlan.Mark], on board: Board,
    having labels: KnownLabels
  ) throws -> QuickPlan.Mark {
    do {
      let (value, isNew) = try value(of: mark, on: board, having: labels)
      if let other = Self.rival(of: mark.kind, value, among: earlier) {
        throw Problem.usage(
          "the line has two values of \(mark.kind.rawValue), '\(other.typed)' and '\(mark.typed)'")
      }
      return QuickPlan.Mark(mark: mark, value: value, isNew: isNew, problem: nil)
    } catch let problem as Problem where problem.kind == .usage {
      return QuickPlan.Mark(
        mark: mark, value: mark.value, isNew: false, problem: problem.keeping(mark))
    } catch let error as InvalidValue {
      return QuickPlan.Mark(
        mark: mark, value: mark.value, isNew: false, problem: Problem(error).keeping(mark))
    }
  }

  /// Returns the earlier mark that gives the same single field another value.
  private static func rival(
    of kind: QuickLine.Kind, _ value: String, among earlier: [QuickPlan.Mark]
  ) -> QuickLine.Mark? {
    guard [.priority, .milestone, .due].contains(kind) else { return nil }
    return earlier.first { $0.mark.kind == kind && $0.value != value }?.mark
  }

  private func value(
    of mark: QuickLine.Mark, on board: Board, having labels: KnownLabels
  ) throws -> (value: String, isNew: Bool) {
    switch mark.kind {
    case .label:
      let label = try Validation.line(mark.value, field: "label")
      let written = labels.written(label)
      return (written ?? label, written == nil)
    case .person:
      let name = mark.value.contains("<") ? mark.value : "@" + mark.value
      return (try findPerson(name, field: "assignee", isOnBoard: true).text, false)
    case .priority: return (try Validation.priority(mark.value).rawValue, false)
    case .due:
      let day = try DueDate.parse(mark.value, today: participant.today)
      return (day?.description ?? mark.value, false)
    case .milestone:
      let phase = try board.phases.phase(named: mark.value, .milestone, on: participant.today)
      return (phase.id, false)
    }
  }
}

extension Problem {
  /// Returns the problem with a hint that shows how to keep a mark in the title.
  fileprivate func keeping(_ mark: QuickLine.Mark) -> Problem {
    var problem = self
    // A quick line only accepts people who are known, so that a misspelt name is not written.
    problem.hints.removeAll { $0 == FieldChanges.newPersonHint }
    problem.hints.append("write '\\\(mark.typed)' to keep it in the title")
    return problem
  }
}
