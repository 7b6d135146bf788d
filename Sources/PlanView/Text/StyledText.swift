/// The meaning of a piece of text. The terminal or the web page decides how it looks.
package enum Role: CaseIterable, Hashable, Sendable {
  case plain
  /// The id of a plan or a commit.
  case id
  /// The title of the plan that the text is about.
  case title
  /// The title of a column or a section.
  case heading
  /// Text that is less important than the text beside it, such as times, names of fields and rules.
  case muted
  case label
  /// A word that was searched for.
  case found
  case person
  case priorityUrgent
  case priorityHigh
  case overdue
  /// A plan that waits for another one.
  case blocked
  case conflict
  case limitExceeded
  case added
  case removed
  /// In a chart, work that has not begun.
  case waiting
  /// In a chart, work in progress.
  case active
  /// In a chart, finished work.
  case finished
}

/// One line of safe text in pieces with roles.
///
/// It is created by interpolation, such as `"moved \(title, .title) to \(column)"`. Interpolated
/// values are data and are escaped; literals are used unchanged.
package struct StyledText: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package let text: SafeText
    package let role: Role
  }

  /// The pieces. None is empty, and neighbours have different roles.
  package private(set) var spans: [Span] = []

  package init() {}
  package init(_ text: SafeText, _ role: Role = .plain) { append(text, role) }

  /// Escapes data and gives it a role.
  package init(_ data: some StringProtocol, _ role: Role = .plain) {
    append(SafeText(data), role)
  }

  /// The text without roles.
  package var string: String { spans.map(\.text.string).joined() }

  package var isEmpty: Bool { spans.isEmpty }

  package var widthInCells: Int { spans.reduce(0) { $0 + TextWidth.cells(of: $1.text.string) } }

  package mutating func append(_ text: SafeText, _ role: Role = .plain) {
    guard !text.isEmpty else { return }
    if let last = spans.last, last.role == role {
      spans[spans.count - 1] = Span(text: last.text + text, role: role)
    } else {
      spans.append(Span(text: text, role: role))
    }
  }

  package static func += (left: inout StyledText, right: StyledText) {
    for span in right.spans { left.append(span.text, span.role) }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  /// The text without spaces at its end.
  package var withoutSpacesAtEnd: StyledText {
    var result = self
    while let last = result.spans.last, last.text.string.last == " " {
      result.spans.removeLast()
      var kept = Substring(last.text.string)
      while kept.last == " " { kept.removeLast() }
      result.append(SafeText(unchecked: String(kept)), last.role)
      if !kept.isEmpty { break }
    }
    return result
  }

  /// Returns the text with the plain role replaced by another role.
  package func styled(_ role: Role) -> StyledText {
    var result = StyledText()
    for span in spans { result.append(span.text, span.role == .plain ? role : span.role) }
    return result
  }
}

extension [StyledText] {
  /// Joins texts with a separator. Empty texts are skipped.
  package func joined(by separator: StyledText) -> StyledText {
    var result = StyledText()
    for text in self where !text.isEmpty {
      if !result.isEmpty { result += separator }
      result += text
    }
    return result
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral literal: String) { append(SafeText(unchecked: literal)) }
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      text.append(SafeText(unchecked: literal))
    }
    package mutating func appendInterpolation(_ other: StyledText) { text += other }
    package mutating func appendInterpolation(_ safe: SafeText, _ role: Role = .plain) {
      text.append(safe, role)
    }
    package mutating func appendInterpolation(_ data: some StringProtocol, _ role: Role = .plain) {
      text.append(SafeText(data), role)
    }
    package mutating func appendInterpolation(_ number: Int, _ role: Role = .plain) {
      text.append(SafeText(unchecked: String(number)), role)
    }
  }
}
