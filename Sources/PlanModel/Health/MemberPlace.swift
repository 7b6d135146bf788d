/// The sections of a file in which known members belong.
enum MemberPlace {
  /// Returns the section in which a path belongs; nil if it is already there or its name is
  /// unknown.
  static func section(for path: ElementPath, isBoard: Bool) -> String? {
    let (name, section): (ExactString, String) =
      switch path {
      case .field(let name): (name, "fields")
      case .setMember(let set, _): (set, "sets")
      case .item(let list, _, _): (list, "items")
      case .other(let name): (name, "")
      }
    let known = isBoard ? boardSections[name] : planSections[name]
    return known == section ? nil : known
  }

  /// Returns the value at a path in the form that the file has.
  static func shown(_ path: ElementPath, _ value: JSONValue) -> JSONValue {
    if case .setMember(_, let member) = path { .string(member) } else { value }
  }

  private static let planSections: [ExactString: String] = {
    var sections: [ExactString: String] = ["checklist": "items", "comments": "items"]
    for field in PlanField.allCases { sections[ExactString(field.rawValue)] = "fields" }
    for set in PlanSet.allCases { sections[ExactString(set.rawValue)] = "sets" }
    return sections
  }()
  private static let boardSections: [ExactString: String] = ["title": "fields", "columns": "items"]
}
