package import PlanModel

extension FieldChanges {
  /// The changes with people and labels in stored form, and notices about unknown people and
  /// labels.
  struct WithNames {
    var fields: FieldChanges
    var notices: [Notice] = []
  }

  /// Returns the changes with the names of people and labels resolved.
  ///
  /// The names are resolved once before the change, because the change may be tried several times.
  func findingNames(in workspace: Workspace) throws -> WithNames {
    var found = WithNames(fields: self)
    for property in PlanProperty.all where property.kind == .person {
      guard let typed = self[property.field], typed.lowercased() != "none" else { continue }
      let person = try workspace.findPerson(typed, field: property.name)
      found.fields[property.field] = person.text
      found.notices += person.notices
    }
    try found.findCustomPeople(in: workspace)
    let assignees = self[.assignees]
    found.fields[.assignees].added = try found.people(assignees.added, in: workspace)
    found.fields[.assignees].all = try assignees.all.map { try found.people($0, in: workspace) }
    let labels = self[.labels]
    if !labels.added.isEmpty || labels.all?.isEmpty == false {
      let known = try workspace.knownLabels()
      found.fields[.labels].added = try found.labels(labels.added, known)
      found.fields[.labels].all = try labels.all.map { try found.labels($0, known) }
    }
    found.notices = found.notices.unique
    return found
  }
}

extension FieldChanges.WithNames {
  /// Resolves the people in values of the board's own fields.
  fileprivate mutating func findCustomPeople(in workspace: Workspace) throws {
    if fields.custom.isEmpty { return }
    let board = try workspace.board().board
    for (index, change) in fields.custom.enumerated() {
      guard let field = board.field(named: change.field), field.kind == .person,
        let typed = change.singleText, !CustomChange.clears(typed, field)
      else { continue }
      let person = try workspace.findPerson(typed, field: field.id)
      fields.custom[index].value = .all([person.text])
      notices += person.notices
    }
  }

  fileprivate mutating func people(_ typed: [String], in workspace: Workspace) throws -> [String] {
    try typed.map { name in
      let person = try workspace.findPerson(name, field: "assignee")
      notices += person.notices
      return person.text
    }
  }

  fileprivate mutating func labels(_ typed: [String], _ known: KnownLabels) throws -> [String] {
    try typed.map { typed in
      let label = try Validation.line(typed, field: "label")
      if let written = known.written(label) { return written }
      notices += [known.note(of: label)].compactMap(\.self)
      return label
    }
  }
}

extension FieldChanges {
  /// Splits typed people at commas. If a `>` ends an address, all text up to it is one person,
  /// because names may contain commas.
  package static func people(in text: String) -> [String] {
    guard let end = text.firstIndex(of: ">"), text.contains("<") else { return names(in: text) }
    let rest = text[text.index(after: end)...].drop { $0 == "," || $0.isWhitespace }
    return [String(text[...end])] + (rest.isEmpty ? [] : people(in: String(rest)))
  }

  /// Splits typed labels at commas; a `#` before a label, as in queries, is dropped.
  package static func labels(in text: String) -> [String] {
    let labels = names(in: text).map { $0.first == "#" ? String($0.dropFirst()) : $0 }
    // An empty text is kept, so that it is refused later.
    return labels.isEmpty ? [text] : labels
  }

  /// Splits typed names at commas, without white space around them and without empty names.
  private static func names(in text: String) -> [String] {
    text.split(separator: ",").map { part in
      String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }.filter { !$0.isEmpty }
  }
}
