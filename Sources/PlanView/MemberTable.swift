package import PlanModel

/// Chosen members of plans, a row for each plan.
package struct MemberTable: Sendable {
  package let members: PlanMembers
  private let plans: [Plan]
  private let board: SummarizedBoard
  private let viewpoint: Viewpoint

  /// Makes a table with one row for each plan, and one column for each member.
  ///
  /// - Parameter plans: The plans in the order of the rows, with their texts if `members` needs
  ///   them.
  package init(_ plans: [Plan], _ members: PlanMembers, board: Board, viewpoint: Viewpoint) {
    (self.plans, self.members, self.viewpoint) = (plans, members, viewpoint)
    self.board = SummarizedBoard(board, viewpoint, PlanRelations())
  }

  package var isEmpty: Bool { plans.isEmpty }

  /// The values of each plan for programs, in the order of the names.
  ///
  /// A text is unchanged, no value is an empty text, and texts of a list are separated by commas.
  /// Other values are JSON on one line.
  package var plainRows: [[String]] {
    plans.map { plan in
      let object = PlanJSON.object(plan, board: board.board, today: viewpoint.today, only: members)
      return members.names.map { name in
        if let field = board.board.field(called: name) {
          return field.value(of: plan)?.text ?? ""
        }
        return Self.plain(object[ExactString(name)])
      }
    }
  }

  private static func plain(_ value: JSONValue?) -> String {
    guard let values = value?.array else { return ValueWords.plain(value) }
    let texts = values.compactMap(\.string)
    if texts.count == values.count { return texts.joined(separator: ",") }
    return ValueWords.plain(value)
  }

  /// The values of each plan for people, in the order of the names.
  package var rows: [[StyledText]] {
    plans.map { plan in
      let summary = PlanSummary(plan, on: board)
      return members.names.map { words(for: $0, of: summary) }
    }
  }

  /// Returns a value in words: the title of a column, the name of a person, a time as the time
  /// since then, and the number of lines, items or comments.
  private func words(for name: String, of summary: PlanSummary) -> StyledText {
    let plan = summary.plan
    if let field = board.board.field(called: name) {
      return field.value(of: plan).map(\.words) ?? ""
    }
    if let words = textWords(for: name, of: plan) ?? momentWords(for: name, of: plan) {
      return words
    }
    switch name {
    case "custom":
      return summary.customValues.map { field, value in
        "\(field.key, .muted) \(value.words)"
      }.joined(by: ", ")
    case "id": return StyledText(summary.shortID, .id)
    case "title": return StyledText(plan.title, .title)
    case "state": return StyledText(summary.columnTitle)
    case "due": return StyledText(summary.dueWords ?? "", summary.isOverdue ? .overdue : .muted)
    case "labels":
      return StyledText(plan.labels.map { "#\($0)" }.joined(separator: " "), .label)
    case "assignees", "owner":
      let people = name == "owner" ? [plan.owner].compactMap(\.self) : plan.assignees
      return StyledText(people.map { Person($0).fullName }.joined(separator: ", "), .person)
    case "checklist":
      return StyledText(summary.checklist.map { "\($0.done)/\($0.total)" } ?? "")
    case "spent":
      return StyledText(plan.outline.hasTime ? WorkLength.words(plan.spentMinutes) : "")
    case "overdue": return StyledText(summary.isOverdue ? "overdue" : "", .overdue)
    case "deleted":
      return StyledText(plan.deletion.map { "by \(Person($0.by).fullName)" } ?? "", .muted)
    case "conflicts":
      return StyledText(plan.conflicts.map(\.field).joined(separator: ", "), .conflict)
    case "links": return StyledText(plan.links.map(\.description).joined(separator: ", "))
    case "aliases": return StyledText(plan.aliases.joined(separator: ", "))
    case "rank": return StyledText(plan.rank)
    default:
      let property = PlanProperty.all.first { $0.field.rawValue == name }
      return StyledText(property?.value(of: plan)?.text ?? "")
    }
  }

  /// Returns the words for a value of the plan's texts; nil for another member.
  private func textWords(for name: String, of plan: Plan) -> StyledText? {
    switch name {
    case "body":
      plan.body.isEmpty
        ? "" : ValueWords.words(for: .strings(plan.body), at: .field("body"), board: board.board)
    case "comments": StyledText(plan.comments.isEmpty ? "" : String(plan.comments.count))
    case "time": StyledText(plan.time.isEmpty ? "" : String(plan.time.count))
    case "files": StyledText(plan.files.map(\.name).joined(separator: ", "))
    default: nil
    }
  }

  /// Returns the words for a time of the plan; nil for another member.
  private func momentWords(for name: String, of plan: Plan) -> StyledText? {
    switch name {
    case "created":
      StyledText(
        moment(plan.created?.at) + (plan.created.map { ", \(Person($0.by).fullName)" } ?? ""),
        .muted)
    case "updated": StyledText(moment(plan.updated), .muted)
    case "moved": StyledText(moment(plan.stateSince), .muted)
    default: nil
    }
  }

  private func moment(_ time: Timestamp?) -> String {
    time.map { viewpoint.words(since: $0) } ?? ""
  }
}
