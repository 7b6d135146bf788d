extension CustomField {
  /// Returns the stored form of a typed value. The caller must parse days, people and several
  /// choices.
  package func stored(_ text: String) throws(InvalidValue) -> JSONValue {
    switch kind {
    case .number:
      guard let number = JSONNumber(text), Double(text)?.isFinite == true else {
        throw invalid(text, "is not a number", hint: "write it like 3, 0.5 or -2")
      }
      return .number(number)
    case .choice, .choices: return .string(try option(text))
    case .yesNo:
      guard let flag = Self.flag(text) else {
        throw invalid(text, "is neither yes nor no", hint: "write yes or no")
      }
      return .bool(flag)
    case .url:
      let text = try Validation.line(text, field: id)
      guard Self.isAddress(text) else {
        throw invalid(text, "is not an address", hint: "write it like https://example.com")
      }
      return .string(text)
    case .text, .day, .person: return .string(try Validation.line(text, field: id))
    }
  }

  /// Returns the option that a typed text means.
  package func option(_ text: String) throws(InvalidValue) -> String {
    let found = options(called: text)
    if found.count == 1 { return found[0] }
    let near = Suggestion.nearest(to: text, in: options).map { "did you mean '\($0.excerpt)'? " }
    throw invalid(
      text, found.isEmpty ? "is not an option" : "means several options",
      hint: "\(near ?? "")the options are \(listedOptions)")
  }

  /// Returns the meaning of `yes`, `no` and similar words; nil for others.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "y", "true", "on", "1": true
    case "no", "n", "false", "off", "0": false
    default: nil
    }
  }

  func invalid(_ text: String, _ reason: String, hint: String) -> InvalidValue {
    InvalidValue(field: id, value: text, reason: reason, hint: hint)
  }

  /// Returns the edit that writes a value; null clears the field.
  package func write(_ value: JSONValue) -> Edit { .write(path, value) }

  /// Returns the edits that add and remove options of a field of kind `choices`.
  package func edits(adding added: [String], removing removed: [String]) -> [Edit] {
    added.map { .write(path(of: $0), .bool(true)) } + removed.map { .clear(path(of: $0)) }
  }
}
