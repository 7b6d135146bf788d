/// Which section the members belong into whose names pmgit knows.
enum MemberPlace {
  /// The section in which a path should be; nil if it is there, or if its name is not known.
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

  /// What stands at a path in the file.
  static func shown(_ path: ElementPath, _ value: JSONValue) -> JSONValue {
    if case .setMember(_, let member) = path { .string(member) } else { value }
  }

  /// The fields that may be written into another place; positions, columns and what is written once may not.
  static let movableFields: Set<ExactString> = [
    "title", "body", "due", "priority", "owner", "estimate",
  ]

  private static let planSections: [ExactString: String] = {
    var sections: [ExactString: String] = ["rank": "fields", "checklist": "items"]
    sections["comments"] = "items"
    for name in ValueRule.planFields.keys { sections[name] = "fields" }
    for set in PlanSet.allCases { sections[ExactString(set.rawValue)] = "sets" }
    return sections
  }()
  private static let boardSections: [ExactString: String] = ["title": "fields", "columns": "items"]
}
