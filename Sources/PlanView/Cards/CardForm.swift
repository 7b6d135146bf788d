/// The size of a card.
package enum CardForm: Sendable {
  /// The title in up to three lines, then all marks. Cards are separated by blank lines.
  case full
  /// The title in up to two lines, then one line of marks.
  case short
  /// One line, for columns with many cards.
  case compact

  /// The forms, from the largest to the smallest.
  package static let bySize: [CardForm] = [.full, .short, .compact]

  /// Whether cards are separated by blank lines.
  package var isSpaced: Bool { self == .full }

  package func lines(of card: PlanSummary, width: Int) -> [StyledText] {
    let id = StyledText(card.shortID, .id)
    let indent = width >= 30 ? id.widthInCells + 1 : 2
    let tokens = PlanTokens.all(card)
    let room = max(1, width - indent)
    let marks: [StyledText]
    switch self {
    case .compact: return [Self.line(of: card, width: width)]
    case .short: marks = Self.marks(of: card, toCells: room)
    case .full: marks = Flow.lines(of: tokens, toCells: room)
    }
    let title = (id + " " + card.title).wrapped(
      toCells: width, indent: indent, limit: self == .full ? 3 : 2)
    return title + Flow.indented(marks, by: min(indent, max(0, width - 1)))
  }

  /// Returns one line with as many marks as fit, the most urgent first, and people before labels. A
  /// mark that does not fit is skipped; shorter ones after it are still shown.
  private static func marks(of card: PlanSummary, toCells width: Int) -> [StyledText] {
    let tokens = PlanTokens.byImportance(card)
    guard let first = tokens.first else { return [] }
    let all = tokens.dropFirst().reduce(first.widthInCells) { $0 + 2 + $1.widthInCells }
    guard all > width else { return [tokens.joined(by: "  ")] }
    let room = width - 2
    guard first.widthInCells <= room else { return [first.truncated(toCells: width)] }
    let line = tokens.dropFirst().reduce(first) { line, token in
      line.widthInCells + 2 + token.widthInCells <= room ? line + "  " + token : line
    }
    return [line + StyledText(" …", .muted)]
  }

  /// Returns the id, the warnings, the title, and as many other marks as fit.
  private static func line(of card: PlanSummary, width: Int) -> StyledText {
    let lead = [StyledText(card.shortID, .id), PlanTokens.warnings(card)].joined(by: " ") + " "
    let room = max(1, width - lead.widthInCells)
    return (lead + card.title.followed(by: PlanTokens.besidesWarnings(card), toCells: room))
      .truncated(toCells: width)
  }
}
