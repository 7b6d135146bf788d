import PlanView

/// The purpose of a whole text, such as the card with the cursor. It determines the colours.
enum Look: Hashable, Sendable {
  case plain
  /// The card or the line with the cursor.
  case cursor
  /// The card or the line with the cursor, while another part of the screen has the focus.
  case dimCursor
  case selected
  case bar
  /// The tab of the shown view.
  case tab
  /// The heading of the part with the focus, and the rule below it.
  case heading, rule
  /// A line between parts.
  case faint
  case past
  /// A question before something is deleted.
  case alarm
  /// A line that is typed.
  case field
  case popup

  var background: CellStyle.Background {
    switch self {
    case .plain, .heading, .rule, .faint: .plain
    case .cursor: .cursor
    case .dimCursor, .popup: .raised
    case .selected: .selection
    case .bar, .field: .bar
    case .tab: .accent
    case .past: .past
    case .alarm: .danger
    }
  }

  func style(_ style: CellStyle) -> CellStyle {
    var style = style.on(background)
    switch self {
    case .tab: (style.foreground, style.attributes) = (.onAccent, .bold)
    case .heading:
      if style.foreground == .text { (style.foreground, style.attributes) = (.accent, .bold) }
    case .rule: style.foreground = .accent
    case .faint: style.foreground = .faint
    case .plain, .cursor, .dimCursor, .selected, .bar, .past, .alarm, .field, .popup: break
    }
    return style
  }
}

extension Grid {
  /// Writes a text; the part that does not fit is left out.
  mutating func put(_ text: StyledText, row: Int, column: Int, width: Int, look: Look = .plain) {
    guard width > 0 else { return }
    guard text.spans.contains(where: { $0.hue != nil }) else {
      write(text, row: row, column: column, on: look.background, width: width, look.style)
      return
    }
    var used = 0
    for span in text.truncated(toCells: width).spans {
      var style = look.style(CellStyle(span.role, on: look.background))
      if let hue = span.hue, look != .tab { style.foreground = .hue(hue) }
      used += write(
        span.text.string, row: row, column: column + used, style: style, width: width - used)
    }
  }

  /// Writes lines below each other; those that do not fit are left out.
  mutating func put(_ lines: [StyledText], in area: Area, look: Look = .plain) {
    for (index, line) in lines.prefix(area.rows).enumerated() {
      put(line, row: area.row + index, column: area.column, width: area.columns, look: look)
    }
  }

  /// Writes a text into a row, between the bar that marks the row with the cursor and a cell that
  /// stays free for a scroll bar.
  mutating func putRow(_ text: StyledText, in row: Area, isCursor: Bool, look: Look = .cursor) {
    let look = isCursor ? look : .plain
    if isCursor {
      fill(row, look: look)
      put(StyledText("▌", .label), row: row.row, column: row.column, width: 1, look: look)
    }
    put(
      text, row: row.row, column: row.column + 1, width: max(0, row.columns - 2), look: look)
  }

  /// Draws a vertical line at the left edge of an area.
  mutating func putEdge(of area: Area, look: Look) {
    for row in area.row..<area.endRow {
      put(StyledText("│", .muted), row: row, column: area.column, width: 1, look: look)
    }
  }

  mutating func fill(_ area: Area, look: Look) {
    clear(area, style: look.style(.plain))
  }
}

extension Area {
  /// Returns the area without the given cells at its edges.
  func inset(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) -> Area {
    Area(
      row: row + min(top, rows), column: column + min(left, columns),
      columns: columns - left - right, rows: rows - top - bottom)
  }

  static let none = Area(columns: 0, rows: 0)

  /// Returns the area of one row of the screen.
  static func line(_ row: Int, column: Int = 0, columns: Int) -> Area {
    Area(row: row, column: column, columns: columns, rows: 1)
  }
}

extension StyledText.Span {
  /// The hue of a label such as `#bug`, which is the same everywhere; nil for other text.
  fileprivate var hue: UInt8? {
    guard role == .label, text.string.utf8.first == UInt8(ascii: "#") else { return nil }
    let sum = text.string.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return UInt8(sum % 12)
  }
}
