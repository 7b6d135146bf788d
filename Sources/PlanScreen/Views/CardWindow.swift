import PlanView

/// The cards of a column that are drawn. Other cards are not laid out.
struct CardWindow {
  let items: [(row: Int, lines: [StyledText])]
  let form: CardForm
  /// The first shown card.
  let top: Int
  /// The number of cards below the last one that is shown completely.
  let below: Int

  /// Chooses the cards of a column that are shown.
  ///
  /// - Parameters:
  ///   - top: The first card that was shown so far.
  ///   - cursor: The card that must be visible; nil if any card may be.
  ///   - size: The width of a card and the number of lines.
  init(
    _ cards: [PlanSummary], top: Int, cursor: Int?, width: Int, rows: Int, density: CardDensity
  ) {
    let form = Self.form(cards, width: width, rows: rows, density)
    let lines = { (row: Int) in form.lines(of: cards[row], width: max(1, width)) }
    let gap = form.isSpaced ? 1 : 0
    var top = min(max(0, top), max(0, cards.count - 1))
    if let cursor, cards.indices.contains(cursor) {
      // Goes back from the cursor while cards fit, at most to `top`.
      var used = lines(cursor).count
      var first = cursor
      while first > top {
        let more = lines(first - 1).count + gap
        guard used + more <= rows else { break }
        used += more
        first -= 1
      }
      top = first
    }
    var items: [(row: Int, lines: [StyledText])] = []
    var used = 0
    var row = top
    while row < cards.count, used < rows {
      let text = lines(row)
      items.append((row, text))
      used += text.count + gap
      row += 1
    }
    // At the end of the column, cards above fill the remaining lines.
    while row == cards.count, top > 0 {
      let text = lines(top - 1)
      guard used + text.count <= rows else { break }
      items.insert((top - 1, text), at: 0)
      used += text.count + gap
      top -= 1
    }
    (self.items, self.form, self.top) = (items, form, top)
    // The last card may be cut off.
    below = cards.count - top - items.count + (used - gap > rows ? 1 : 0)
  }

  /// The largest form in which all cards fit; the short one if none does.
  private static func form(
    _ cards: [PlanSummary], width: Int, rows: Int, _ density: CardDensity
  ) -> CardForm {
    switch density {
    case .full: return .full
    case .compact: return .compact
    case .automatic:
      guard cards.count * 2 <= rows else { return .short }
      var used = 0
      for card in cards {
        used += CardForm.full.lines(of: card, width: max(1, width)).count + 1
        if used > rows + 1 { return .short }
      }
      return .full
    }
  }
}
