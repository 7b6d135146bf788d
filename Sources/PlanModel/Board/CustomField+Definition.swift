extension Board {
  /// Returns a rank after all fields of the board.
  package func rankOfNewField(using generator: inout some RandomNumberGenerator) -> String {
    Rank.between(fields.last?.rank, nil, using: &generator)
  }
}

extension CustomField {
  /// The most fields of a board that are read.
  package static let most = 200

  package static let mostOptions = 200

  /// Reads a definition; nil for an invalid id, or a kind that this version does not know.
  init?(_ id: ExactString, _ record: JSONObject) {
    guard Self.isID(id.text), let kind = record["kind"]?.string.flatMap(Kind.init) else {
      return nil
    }
    self.init(
      id: id.text, title: record["title"]?.string, kind: kind,
      options: record["options"]?.array?.compactMap(\.string) ?? [],
      help: record["help"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      isOnCard: record["card"]?.bool ?? false, rank: record["rank"]?.string ?? "")
  }

  /// Returns options without surrounding spaces. Throws for an option that can't be typed, such as
  /// one with a comma, and for two options that differ only in case and accents.
  package static func validOptions(_ texts: [String]) throws(InvalidValue) -> [String] {
    guard texts.count <= mostOptions else {
      throw InvalidValue(
        field: "option", value: String(texts.count), reason: "are too many options",
        hint: "a field has at most \(mostOptions)")
    }
    var seen: Set<String> = []
    return try texts.map { text throws(InvalidValue) in
      let option = try Validation.line(text, field: "option")
      guard !option.contains(","), let first = option.first, !"+-<>=".contains(first),
        !["none", "any", "*"].contains(option.lowercased())
      else {
        throw InvalidValue(
          field: "option", value: option, reason: "can't be typed as a value",
          hint: "leave out commas, signs at the beginning, and the words none and any")
      }
      guard seen.insert(TextFolding.folded(option).text).inserted else {
        throw InvalidValue(
          field: "option", value: option, reason: "is there twice",
          hint: "options must differ by more than case and accents")
      }
      return option
    }
  }

  /// Returns the edits that write the definition.
  package var definition: [Edit] {
    let path = { (member: String) in PlanList.fields.path(id, member) }
    return [
      .write(path("title"), .string(title)), .write(path("kind"), .string(kind.rawValue)),
      .write(path("options"), options.isEmpty ? .null : .strings(options)),
      .write(path("help"), .optional(help)),
      .write(path("card"), isOnCard ? .bool(true) : .null),
      .write(path("rank"), .string(rank)),
    ]
  }
}
