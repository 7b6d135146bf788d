import PlanView

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
