import PlanModel
package import PlanView

/// A board as text: columns side by side for people, a plan a line for programs.
///
/// For programs: state, id, due, priority, title, labels (separated by commas), assignees
/// (likewise), owner, estimate, items done and all items of the checklist as `1/3`, the ids of open
/// plans that block it (by commas), the paths of fields in conflict (likewise), the time when it
/// entered its column; on a board with groups the plan stands once for each, with the value that the
/// group shares last.
/// The model must have all cards: `BoardModel.CardLimits.all`.
package struct BoardText: TextForm {
  private let board: BoardModel
  private let form: CardForm?
  private let mostLines: Int?
  private let namedBoard: String?

  /// - Parameters:
  ///   - form: The form of all cards; nil for the greatest in which those of a column fit.
  ///   - mostLines: The height to which cards are cut; nil for any. A board with too many columns
  ///     for it is higher.
  ///   - name: The board that commands in notes have to name; nil if it is used by default.
  package init(
    _ board: BoardModel, cards form: CardForm? = nil, mostLines: Int? = nil,
    naming name: String? = nil
  ) {
    (self.board, self.form, self.mostLines, namedBoard) = (board, form, mostLines, name)
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    var head: [StyledText] = []
    if let title = board.title, !title.isEmpty {
      head = [StyledText(title, .heading).truncated(toCells: width), StyledText()]
    }
    let end = note(toCells: width)
    let page = BoardPage(board, form: form, width: width)
    return head + page.lines(atMost: mostLines.map { $0 - head.count - end.count }) + end
  }

  /// What an empty board says.
  private func note(toCells width: Int) -> [StyledText] {
    guard board.isEmpty else { return [] }
    let add = TypedCommand.words("add TITLE", naming: namedBoard)
    let note = board.isFiltered ? "no plans match" : "no plans yet; add one with: \(add)"
    return [StyledText()] + StyledText(note, .muted).wrapped(toCells: width)
  }

  package var records: [PlainRecord] {
    guard let groups = board.groups else {
      return board.lanes.flatMap { lane in lane.cards.map { Self.record($0, in: lane) } }
    }
    return groups.flatMap { group in
      zip(board.lanes, group.cells).flatMap { lane, cell in
        cell.cards.map { Self.record($0, in: lane, group: group.value) }
      }
    }
  }

  private static func record(
    _ card: PlanSummary, in lane: BoardModel.Lane, group: String? = nil
  ) -> PlainRecord {
    let plan = card.plan
    return PlainRecord([
      lane.id, plan.id.text, plan.priority?.rawValue, plan.due?.description, plan.title,
      plan.labels.joined(separator: ","), plan.assignees.joined(separator: ","), plan.owner,
      plan.estimate?.lexeme, card.checklist.map { "\($0.done)/\($0.total)" },
      card.blockers.map(\.text).joined(separator: ","),
      plan.conflicts.map(\.field).joined(separator: ","), plan.stateSince?.description, group,
    ])
  }
}
