import PlanView

/// The size of a card.
package enum CardForm: Sendable {
  /// The title in up to three lines, then all marks. Cards are separated by blank lines.
  case full
  /// The title in up to two lines, then one line of marks.
  case short
  /// One line, for columns with many cards.
  case compact

  /// The forms, from the largest to the smallest.
  static let bySize: [CardForm] = [.full, .short, .compact]

  /// Whether cards are separated by blank lines.
  var isSpaced: Bool { self == .full }

  func lines(of card: PlanSummary, width: Int) -> [StyledText] {
    let id = StyledText(card.shortID, .id)
    let indent = width >= 30 ? id.widthInCells + 1 : 2
    let tokens = PlanTokens.all(card)
    let room = max(1, width - indent)
    let marks: [StyledText]
    switch self {
    case .compact: return [Self.line(of: card, width: width)]
    case .short:
      marks =
        tokens.first.map { [TitleRow.line($0, Array(tokens.dropFirst()), toCells: room)] } ?? []
    case .full: marks = Flow.lines(of: tokens, toCells: room)
    }
    let title = (id + " " + card.title).wrapped(
      toCells: width, indent: indent, limit: self == .full ? 3 : 2)
    return title + Flow.indented(marks, by: min(indent, max(0, width - 1)))
  }

  /// Returns the id, the warnings, the title, and as many other marks as fit.
  private static func line(of card: PlanSummary, width: Int) -> StyledText {
    let lead = [StyledText(card.shortID, .id), PlanTokens.warnings(card)].joined(by: " ") + " "
    let room = max(1, width - lead.widthInCells)
    return (lead + TitleRow.line(card.title, PlanTokens.besidesWarnings(card), toCells: room))
      .truncated(toCells: width)
  }
}

/// The cards of one cell of a board, one below the other.
struct CardStack {
  let cell: BoardModel.Cell
  let width: Int
  /// The form of all cards; nil for the largest form with which all cards fit.
  let form: CardForm?

  /// Returns the cards, then `… 26 more` for those that are not shown.
  ///
  /// - Parameter limit: The largest number of lines, at least 2; nil for no limit.
  func lines(limit: Int?) -> [StyledText] {
    guard cell.count > 0 else { return [] }
    guard let limit else { return lines(form ?? .full) }
    for form in form.map({ [$0] }) ?? CardForm.bySize {
      let whole = lines(form)
      if whole.count <= limit { return whole }
    }
    return lines(form ?? .compact, limit: limit)
  }

  /// The number of lines if there is no limit.
  var height: Int { lines(limit: nil).count }

  private func lines(_ form: CardForm) -> [StyledText] {
    var lines: [StyledText] = []
    for card in cell.cards {
      if form.isSpaced, !lines.isEmpty { lines.append(StyledText()) }
      lines += form.lines(of: card, width: width)
    }
    guard cell.hiddenCount > 0 else { return lines }
    if form.isSpaced, !lines.isEmpty { lines.append(StyledText()) }
    return lines + [more(cell.hiddenCount)]
  }

  private func lines(_ form: CardForm, limit: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var shown = 0
    for card in cell.cards {
      let gap = form.isSpaced && !lines.isEmpty ? [StyledText()] : []
      let text = gap + form.lines(of: card, width: width)
      // The last line shows the number of hidden cards, if any.
      let last = shown + 1 == cell.count ? 0 : 1
      guard lines.count + text.count + last <= limit else { break }
      lines += text
      shown += 1
    }
    if shown == 0, let first = cell.cards.first {
      lines = CardForm.compact.lines(of: first, width: width)
      shown = 1
    }
    return shown < cell.count ? lines + [more(cell.count - shown)] : lines
  }

  private func more(_ count: Int) -> StyledText {
    StyledText("… \(count) more", .muted).truncated(toCells: width)
  }
}
