package import PlanView

/// The look of a cell as roles, which a theme maps to colours.
package struct CellStyle: Hashable, Sendable {
  /// The role of the text's colour.
  package var foreground: Foreground
  /// The role of the colour behind the text.
  package var background: Background
  package var attributes: Attributes

  package static let plain = CellStyle()

  package init(
    _ foreground: Foreground = .text, on background: Background = .plain,
    _ attributes: Attributes = []
  ) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  /// Returns the style with another background.
  package func on(_ background: Background) -> CellStyle {
    var style = self
    style.background = background
    return style
  }
}

extension CellStyle {
  package enum Foreground: Hashable, Sendable {
    case text
    /// Text that is less important than the text beside it.
    case dim
    /// Frames and rules.
    case faint
    case accent
    case id
    case label
    case person
    case warning
    case danger
    case success
    case conflict
    /// One of twelve hues, for labels and the parts of charts. Other numbers wrap around.
    case hue(UInt8)
    /// Text on the background `accent`.
    case onAccent
  }

  package enum Background: UInt8, CaseIterable, Hashable, Sendable {
    case plain
    /// The first and the last line.
    case bar
    /// A dialog or a list over the board.
    case raised
    /// The line or the card of the cursor.
    case cursor
    /// A marked plan.
    case selection
    case accent
    case danger
    /// The board at a past moment.
    case past
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let underline = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let italic = Attributes(rawValue: 8)
    package static let strikethrough = Attributes(rawValue: 16)
  }

  /// Creates the style in which `pmgit board` shows a role.
  package init(_ role: Role, on background: Background = .plain) {
    let (foreground, attributes): (Foreground, Attributes) =
      switch role {
      case .plain, .title, .waiting: (.text, [])
      case .heading, .priorityHigh: (.text, .bold)
      case .muted: (.dim, [])
      case .id: (.id, [])
      case .found: (.text, .underline)
      case .label, .added, .finished: (.label, [])
      case .person: (.person, [])
      case .removed, .active: (.id, [])
      case .priorityUrgent: (.text, [.bold, .underline])
      case .overdue: (.danger, .bold)
      case .blocked: (.danger, [])
      case .limitExceeded: (.warning, .bold)
      case .conflict: (.conflict, .bold)
      }
    self.init(foreground, on: background, attributes)
  }
}
