import PlanModel
package import PlanView

/// A board as text: columns side by side for people, one plan per line for programs.
///
/// Columns for programs: state, id, priority, due, title, labels, assignees, owner, estimate,
/// checklist, blockers, conflicts, since, group. Labels, assignees, blockers (the ids of open
/// plans) and conflicts (field names) are separated by commas. The checklist is the number of done
/// items and of all items, such as `1/3`. Since is the time at which the plan entered its column.
/// On a board with groups, a plan has one line for each of its groups, with the group's value last.
///
/// The model must contain all cards, so it needs the limits `BoardModel.CardLimits.all`.
package struct BoardText: TextForm {
  private let board: BoardModel
  private let form: CardForm?
  private let mostLines: Int?
  private let namedBoard: String?

  /// Prepares the output of a board.
  ///
  /// - Parameters:
  ///   - form: The form of all cards; nil to choose for each column the largest form with which all
  ///     its cards fit.
  ///   - mostLines: The number of lines that the board should fit in, by leaving out cards; nil for
  ///     no limit. A board with many columns can have more lines.
  ///   - name: The name of the board for commands in notes; nil for the default board.
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

  /// Returns the message for an empty board; no lines if the board has plans.
  private func note(toCells width: Int) -> [StyledText] {
    guard board.isEmpty else { return [] }
    let add = MessageText.command("add TITLE", naming: namedBoard)
    let note = board.isFiltered ? "no plans match" : "no plans yet; add one with: \(add)"
    return [StyledText()] + StyledText(note, .muted).wrapped(toCells: width)
  }

  package var records: [PlainRecord] { cards.map(Self.record) }
  package func writeRecords(to output: ([UInt8]) -> Void) {
    PlainRecord.write(cards, Self.record, to: output)
  }

  /// A card in a column and, on a board with groups, in a group.
  private typealias Card = (card: PlanSummary, lane: String, group: String?)

  private var cards: [Card] {
    guard let groups = board.groups else {
      return board.lanes.flatMap { lane in lane.cards.map { ($0, lane.id, nil) } }
    }
    return groups.flatMap { group in
      zip(board.lanes, group.cells).flatMap { lane, cell in
        cell.cards.map { ($0, lane.id, group.value) }
      }
    }
  }

  @Sendable private static func record(_ row: Card) -> PlainRecord {
    let card = row.card
    let plan = card.plan
    return PlainRecord([
      row.lane, plan.id.text, plan.priority?.rawValue, plan.due?.description, plan.title,
      plan.labels.joined(separator: ","), plan.assignees.joined(separator: ","), plan.owner,
      plan.estimate?.lexeme, card.checklist.map { "\($0.done)/\($0.total)" },
      card.blockers.map(\.text).joined(separator: ","),
      plan.conflicts.map(\.field).joined(separator: ","), plan.stateSince?.description, row.group,
    ])
  }
}

/// The heading of a lane: its title, its count and a horizontal line.
struct ColumnHeading {
  let lane: BoardModel.Lane
  /// Whether the counts include the number of plans that the query found.
  let isPartial: Bool
  let width: Int

  /// Two lines, for a lane beside others.
  var lines: [StyledText] {
    let rule = StyledText(String(repeating: "─", count: width), ruleRole)
    return [title, rule]
  }

  /// One line, for a lane of the full width.
  var line: StyledText {
    let room = width - title.widthInCells - 1
    guard room > 0 else { return title }
    return title + " " + StyledText(String(repeating: "─", count: room), ruleRole)
  }

  /// The two lines of a folded lane, whose cards are hidden: the name and the count.
  var foldedLines: [StyledText] {
    [name.truncated(toCells: width).styled(.heading), count]
  }

  private var ruleRole: Role { lane.isOverLimit ? .limitExceeded : .muted }
  private var count: StyledText {
    let count = lane.countWords(isPartial: isPartial)
    guard let total = lane.total else { return count }
    return count + StyledText(", \(total.short)", .muted)
  }
  private var name: StyledText {
    lane.title.isEmpty ? StyledText("(no state)", .muted) : StyledText(lane.title)
  }

  /// The title and the count: `Todo 12`, `In review 2 of 4/3 !`, or `backlog 2 (unknown)`. The
  /// count is never truncated.
  private var title: StyledText {
    // An unknown lane has at least ` ?` after its count.
    let mark: StyledText = lane.isKnown ? "" : StyledText(" ?", .conflict)
    let room = max(1, width - count.widthInCells - mark.widthInCells - 1)
    let heading = name.truncated(toCells: room).styled(.heading) + " " + count
    guard !lane.isKnown else { return heading }
    let note = heading + StyledText(" (unknown)", .conflict)
    return note.widthInCells <= width ? note : heading + mark
  }
}
