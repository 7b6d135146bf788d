package import PlanView

/// The look of a cell as roles, which a theme maps to colours.
package struct CellStyle: Hashable, Sendable {
  /// The role of the text's colour.
  package var ink: Ink
  /// The role of the colour behind the text.
  package var ground: Ground
  package var traits: Traits

  package static let plain = CellStyle()

  package init(_ ink: Ink = .text, on ground: Ground = .plain, _ traits: Traits = []) {
    (self.ink, self.ground, self.traits) = (ink, ground, traits)
  }

  /// Returns the style with another ground.
  package func on(_ ground: Ground) -> CellStyle {
    var style = self
    style.ground = ground
    return style
  }

  /// Returns the style with further traits.
  package func with(_ traits: Traits) -> CellStyle {
    var style = self
    style.traits.formUnion(traits)
    return style
  }
}

extension CellStyle {
  package enum Ink: Hashable, Sendable {
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
    /// Text on the ground `accent`.
    case onAccent
  }

  package enum Ground: UInt8, CaseIterable, Hashable, Sendable {
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

  package struct Traits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Traits(rawValue: 1)
    package static let underline = Traits(rawValue: 2)
    package static let reverse = Traits(rawValue: 4)
    package static let italic = Traits(rawValue: 8)
    package static let strikethrough = Traits(rawValue: 16)
  }

  /// Creates the style in which `pmgit board` shows a role.
  package init(_ role: Role, on ground: Ground = .plain) {
    let (ink, traits): (Ink, Traits) =
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
    self.init(ink, on: ground, traits)
  }
}
