/// The language of rules.
///
///     rule    = "on " trigger [ " if " query ] ": " action { "; " action }
///     trigger = "add" | "done" | "reopen" | "assign" | "owner" | "block"
///             | "move to " name | "move from " name | "label " name | "milestone " name
///             | "commit" [ " in " path ]
///     action  = "label " members | "assign " members | "move " name | "field " name "=" value
///             | property " " value
///     members = "none" | member { " " member }
///     member  = [ "+" | "-" ] name { "," name }
///
/// The colon that ends the trigger is followed by a space, so that colons in the query don't end
/// it. Names and values with `"`, `;` or outer spaces are quoted, with `\"` and `\\` inside.
extension BoardRule: CustomStringConvertible {
  /// Parses a rule as people type it, or in canonical form.
  ///
  /// The names of columns, people and other things are not looked up, and the query is not parsed.
  ///
  /// - Throws: `InvalidValue` with the part that is wrong.
  package init(_ typed: String) throws(InvalidValue) {
    let text = RuleText(try Validation.line(typed, field: "rule"))
    guard text.isClosed else {
      throw Self.invalid(text, "has a quote that is never closed", hint: "add a '\"' where it ends")
    }
    guard text.words(1).first?.lowercased() == "on" else {
      throw Self.invalid(text, "does not begin with 'on'", hint: Self.example)
    }
    guard let colon = text.firstColon else {
      throw Self.invalid(text, "has no ': ' before its actions", hint: Self.example)
    }
    let head = text.part(2..<colon).trimmed
    var (happens, condition): (RuleText, String?) = (head, nil)
    if let word = head.firstIf {
      happens = head.part(0..<word).trimmed
      let query = head.part(word + 4..<head.count).trimmed
      guard !query.isEmpty else {
        throw Self.invalid(head, "has no query after 'if'", hint: Self.example)
      }
      condition = query.text
    }
    trigger = try RuleTrigger(happens)
    self.condition = condition
    var parts = text.part(colon + 1..<text.count).split(at: ";").map(\.trimmed)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count <= Self.mostActions else {
      throw Self.invalid(
        text, "has \(parts.count) actions, at most \(Self.mostActions) are allowed",
        hint: "make two rules of it")
    }
    var actions: [RuleAction] = []
    for part in parts { actions.append(try RuleAction(part)) }
    self.actions = actions
  }

  /// The canonical form, which boards store. Parsing it returns an equal rule.
  package var description: String {
    "on \(trigger)" + (condition.map { " if \($0)" } ?? "") + ": "
      + actions.map(\.description).joined(separator: "; ")
  }

  private static let example = "write it like 'on move to review: label +needs-eyes'"

  private static func invalid(_ text: RuleText, _ reason: String, hint: String) -> InvalidValue {
    InvalidValue(field: "rule", value: text.text, reason: reason, hint: hint)
  }
}

extension RuleTrigger: CustomStringConvertible {
  fileprivate init(_ text: RuleText) throws(InvalidValue) {
    let words = text.words(2).map { $0.lowercased() }
    let named = { (count: Int) throws(InvalidValue) -> String in
      let name = try text.dropWords(count).name(field: "trigger")
      guard !name.isEmpty else {
        throw InvalidValue(
          field: "trigger", value: text.text, reason: "names nothing",
          hint: "the triggers are \(Self.forms)")
      }
      return name
    }
    switch (words.first ?? "", words.dropFirst().first ?? "") {
    case ("add", ""): self = .add
    case ("done", ""): self = .done
    case ("reopen", ""): self = .reopen
    case ("assign", ""): self = .assign
    case ("owner", ""): self = .owner
    case ("block", ""): self = .block
    case ("move", "to"): self = .moveTo(try named(2))
    case ("move", "from"): self = .moveFrom(try named(2))
    case ("label", _):
      let isQuoted = text.dropWords(1).first == "\""
      let name = try named(1)
      self = .label(try Validation.line(isQuoted ? name : name.withoutSign, field: "label"))
    case ("milestone", _): self = .milestone(try named(1))
    case ("commit", ""): self = .commit(in: nil)
    case ("commit", "in"): self = .commit(in: try Self.path(try named(2)))
    default:
      throw InvalidValue(
        field: "trigger", value: text.text, reason: "is not known",
        hint: "the triggers are \(Self.forms)")
    }
  }

  /// Returns the path of a file or a folder of the code, without a slash at its end.
  private static func path(_ typed: String) throws(InvalidValue) -> String {
    let path = typed.hasSuffix("/") ? String(typed.dropLast()) : typed
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
      throw InvalidValue(
        field: "trigger", value: typed, reason: "is not a folder of the code",
        hint: "name it from the top of the repository, like packages/api")
    }
    return path
  }

  package var description: String {
    switch self {
    case .add: "add"
    case .done: "done"
    case .reopen: "reopen"
    case .assign: "assign"
    case .owner: "owner"
    case .block: "block"
    case .moveTo(let column): "move to \(RuleText.word(column))"
    case .moveFrom(let column): "move from \(RuleText.word(column))"
    case .label(let name): "label \(RuleText.word(name))"
    case .milestone(let name): "milestone \(RuleText.word(name))"
    case .commit(nil): "commit"
    case .commit(let path?): "commit in \(RuleText.word(path))"
    }
  }
}

extension RuleAction: CustomStringConvertible {
  fileprivate init(_ text: RuleText) throws(InvalidValue) {
    guard let word = text.words(1).first?.lowercased() else {
      throw InvalidValue(
        field: "action", value: text.text, reason: "is empty",
        hint: "the actions are \(Self.forms)")
    }
    let rest = text.dropWords(1)
    guard !rest.isEmpty || !Self.isKnown(word) else {
      throw InvalidValue(
        field: "action", value: text.text, reason: "has no value",
        hint: word == "field" ? "write it like field points=3" : "write what to set after it")
    }
    switch word {
    case "label", "labels": self = try Self.members(rest, of: .labels)
    case "assign", "assignees": self = try Self.members(rest, of: .assignees)
    case "move":
      let isLong = rest.words(2).count == 2 && rest.words(1).first?.lowercased() == "to"
      let name = try (isLong ? rest.dropWords(1) : rest).name(field: "column")
      self = .move(try Validation.line(name, field: "column"))
    case "field": self = try Self.field(rest)
    default:
      guard let property = PlanProperty.all.first(where: { $0.name == word }) else {
        throw InvalidValue(
          field: "action", value: text.text, reason: "is not known",
          hint: "the actions are \(Self.forms)")
      }
      let value = try Validation.line(try rest.name(field: word), field: word)
      self = .set(property.field, value.lowercased() == "none" ? "none" : value)
    }
  }

  private static func isKnown(_ word: String) -> Bool {
    ["label", "labels", "assign", "assignees", "move", "field"].contains(word)
      || PlanProperty.all.contains { $0.name == word }
  }

  private static func field(_ text: RuleText) throws(InvalidValue) -> RuleAction {
    let typed = RuleText(try text.name(field: "field"))
    let parts = typed.halves(at: "=")
    guard let value = parts.second, !parts.first.trimmed.isEmpty else {
      throw InvalidValue(
        field: "field", value: typed.text, reason: "has no value",
        hint: "write it like points=3; points= clears the field")
    }
    return .custom(field: parts.first.trimmed.text, value: value.trimmed.text)
  }

  private static func members(
    _ text: RuleText, of set: PlanSet
  ) throws(InvalidValue) -> RuleAction {
    let parts = text.split(\.properties.isWhitespace).filter { !$0.isEmpty }
    if parts.count == 1, parts[0].text.lowercased() == "none" { return .empty(set) }
    var (added, removed): ([String], [String]) = ([], [])
    for part in parts {
      let isRemoved = part.first == "-"
      let rest = isRemoved || part.first == "+" ? part.part(1..<part.count) : part
      let isQuoted = rest.first == "\""
      let typed =
        isQuoted
        ? [try rest.name(field: set.memberName)]
        : rest.text.split(separator: ",").map(String.init)
      guard !typed.isEmpty else {
        throw InvalidValue(
          field: set.memberName, value: part.text, reason: "names nothing",
          hint: "write the name directly after the sign")
      }
      for name in typed {
        var name = try Validation.line(name, field: set.memberName)
        if set == .labels, !isQuoted, name.first == "#" {
          name = try Validation.line(String(name.dropFirst()), field: set.memberName)
        }
        if isRemoved {
          if !removed.contains(where: name.isExactly) { removed.append(name) }
        } else if !added.contains(where: name.isExactly) {
          added.append(name)
        }
      }
    }
    let both = added.first { name in removed.contains(where: name.isExactly) }
    if let both {
      throw InvalidValue(
        field: set.memberName, value: both, reason: "can't be both added and removed",
        hint: "keep one of the two")
    }
    return .change(set, added: added, removed: removed)
  }

  package var description: String {
    switch self {
    case .change(let set, let added, let removed):
      Self.word(for: set) + added.map { " +\(RuleText.word($0))" }.joined()
        + removed.map { " -\(RuleText.word($0))" }.joined()
    case .empty(let set): "\(Self.word(for: set)) none"
    case .set(let field, let value): "\(field.rawValue) \(RuleText.value(value))"
    case .custom(let field, let value): "field \(RuleText.value("\(field)=\(value)"))"
    case .move(let column): "move \(RuleText.word(column))"
    }
  }

  private static func word(for set: PlanSet) -> String { set == .labels ? "label" : "assign" }
}

extension String {
  /// The label without the leading `#` or `+` that queries and options have.
  fileprivate var withoutSign: String {
    count > 1 && (first == "#" || first == "+") ? String(dropFirst()) : self
  }
}

// MARK: - Quotes

/// A part of a rule's text, with a record of which scalars are quoted.
///
/// The text is split into scalars, not characters: a combining mark after a quote would be part of
/// the quote's character.
private struct RuleText {
  private let scalars: ArraySlice<Unicode.Scalar>
  /// Whether each scalar of the whole text is a quote or inside of quotes.
  private let isQuoted: [Bool]
  /// Whether each quote of the whole text is closed.
  let isClosed: Bool

  init(_ text: String) {
    let all = Array(text.unicodeScalars)
    var (marks, isOpen, isEscaped): ([Bool], Bool, Bool) = ([], false, false)
    marks.reserveCapacity(all.count)
    for scalar in all {
      let isQuote = scalar == "\"" && !isEscaped
      marks.append(isOpen || isQuote)
      if isQuote { isOpen.toggle() }
      isEscaped = isOpen && scalar == "\\" && !isEscaped
    }
    (scalars, isQuoted, isClosed) = (all[...], marks, !isOpen)
  }

  private init(_ scalars: ArraySlice<Unicode.Scalar>, of whole: RuleText) {
    self.scalars = scalars
    (isQuoted, isClosed) = (whole.isQuoted, whole.isClosed)
  }

  var text: String { Self.text(scalars) }
  var first: Unicode.Scalar? { scalars.first }
  var isEmpty: Bool { scalars.isEmpty }
  var count: Int { scalars.count }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Returns the part between two offsets.
  func part(_ range: Range<Int>) -> RuleText {
    let range = range.clamped(to: 0..<count)
    let start = scalars.startIndex
    return RuleText(scalars[start + range.lowerBound..<start + range.upperBound], of: self)
  }

  var trimmed: RuleText {
    let isSpace = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || scalar == Lines.byteOrderMark
    }
    let start = scalars.firstIndex { !isSpace($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return RuleText(scalars[start..<end], of: self)
  }

  /// The offset of the first colon outside of quotes that is followed by a space or by the end.
  var firstColon: Int? {
    scalars.indices.first { place in
      guard scalars[place] == ":", !isQuoted[place] else { return false }
      let next = place + 1
      return next == scalars.endIndex || scalars[next].properties.isWhitespace
    }.map { $0 - scalars.startIndex }
  }

  /// The offset of the space before the first word `if` outside of quotes. A space follows the
  /// word.
  var firstIf: Int? {
    scalars.indices.first { place in
      let end = place + 4
      guard end <= scalars.endIndex, !isQuoted[place] else { return false }
      return scalars[place].properties.isWhitespace && scalars[end - 1].properties.isWhitespace
        && Self.text(scalars[place + 1..<end - 1]).lowercased() == "if"
    }.map { $0 - scalars.startIndex }
  }

  /// Splits at a scalar outside of quotes; keeps empty parts.
  func split(at separator: Unicode.Scalar) -> [RuleText] { split { $0 == separator } }

  func split(_ isSeparator: (Unicode.Scalar) -> Bool) -> [RuleText] {
    var (parts, start): ([RuleText], Int) = ([], scalars.startIndex)
    for place in scalars.indices where !isQuoted[place] && isSeparator(scalars[place]) {
      parts.append(RuleText(scalars[start..<place], of: self))
      start = place + 1
    }
    return parts + [RuleText(scalars[start...], of: self)]
  }

  /// Returns the texts before and after a scalar; `second` is nil if the scalar does not occur.
  func halves(at separator: Unicode.Scalar) -> (first: RuleText, second: RuleText?) {
    guard let place = scalars.firstIndex(of: separator) else { return (self, nil) }
    return (
      RuleText(scalars[..<place], of: self), RuleText(scalars[(place + 1)...], of: self)
    )
  }

  /// Returns the first words, at most `count`.
  func words(_ count: Int) -> [String] {
    split(\.properties.isWhitespace).lazy.filter { !$0.isEmpty }.prefix(count).map(\.text)
  }

  /// Returns the text after the first words.
  func dropWords(_ count: Int) -> RuleText {
    var rest = trimmed
    for _ in 0..<count {
      let end = rest.scalars.indices.first {
        rest.scalars[$0].properties.isWhitespace && !isQuoted[$0]
      }
      rest = RuleText(rest.scalars[(end ?? rest.scalars.endIndex)...], of: self).trimmed
    }
    return rest
  }

  /// Returns the text, without its quotes if it is quoted as a whole.
  func name(field: String) throws(InvalidValue) -> String {
    guard scalars.first == "\"" else { return text }
    var (name, isEscaped): ([Unicode.Scalar], Bool) = ([], false)
    var rest = scalars.dropFirst()
    while let next = rest.popFirst() {
      if !isEscaped, next == "\\" {
        isEscaped = true
      } else if !isEscaped, next == "\"" {
        guard rest.isEmpty else { break }
        return Self.text(name)
      } else {
        name.append(next)
        isEscaped = false
      }
    }
    throw InvalidValue(
      field: field, value: text, reason: "has something after its quotes",
      hint: "put all of it into the quotes")
  }

  /// Returns a name in canonical form.
  static func word(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || ["-", "_", ".", "/", "@"].contains(scalar)
    }
    let isWord = !["if", "none", ""].contains(name.lowercased()) && name.first != "-"
    return isPlain && isWord ? name : quoted(name)
  }

  /// Returns a value in canonical form.
  static func value(_ text: String) -> String {
    let isPlain = !text.unicodeScalars.contains { $0 == "\"" || $0 == ";" }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      scalar == "\"" || scalar == "\\" ? ["\\", scalar] : [scalar]
    }
    return "\"\(Self.text(escaped))\""
  }
}
