import PlanModel

extension FieldChanges {
  /// The changes with each person in the stored form, and remarks about those who are not known.
  struct WithPeople {
    var fields: FieldChanges
    var notices: [Notice] = []
  }

  /// Returns the changes with the people found whom they name.
  ///
  /// Looked up once, before the change, which may be tried several times.
  func findingPeople(in workspace: Workspace) throws -> WithPeople {
    var found = WithPeople(fields: self)
    if let owner, owner.lowercased() != "none" {
      let person = try workspace.findPerson(owner, field: "owner")
      found.fields.owner = person.text
      found.notices += person.notices
    }
    found.fields.addedAssignees = try found.people(addedAssignees, in: workspace)
    found.fields.assignees = try assignees.map { try found.people($0, in: workspace) }
    return found
  }
}

extension FieldChanges.WithPeople {
  fileprivate mutating func people(_ typed: [String], in workspace: Workspace) throws -> [String] {
    try typed.map { name in
      let person = try workspace.findPerson(name, field: "assignee")
      notices += person.notices
      return person.text
    }
  }
}

extension FieldChanges {
  /// Splits a typed list at its commas; a text with `<` is one person, whose name may have commas.
  package static func separated(_ text: String) -> [String] {
    guard !text.contains("<") else { return [text] }
    return text.split(separator: ",").map { part in
      String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }
}
