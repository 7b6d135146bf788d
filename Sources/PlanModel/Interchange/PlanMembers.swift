/// Members of a plan's JSON object, chosen by name: only these are shown of each plan.
package struct PlanMembers: Hashable, Sendable {
  /// The names in the order of the request, each once.
  package let names: [String]
  private let keys: Set<ExactString>

  /// A name that is not one of `all`.
  package struct UnknownName: Error, Equatable {
    package let name: String
  }

  /// The names that can be chosen: the members that every plan has, as `PlanJSON` sorts them.
  package static let all = PlanJSON.ownNames

  private static let texts: Set<ExactString> = ["body", "checklist", "comments"]

  /// - Throws: `UnknownName` for the first name that no plan has.
  package init(_ names: some Sequence<String>) throws(UnknownName) {
    var (known, keys): ([String], Set<ExactString>) = ([], [])
    for name in names {
      guard PlanJSON.isOwn(ExactString(name)) else { throw UnknownName(name: name) }
      if keys.insert(ExactString(name)).inserted { known.append(name) }
    }
    self.init(known: known)
  }

  /// The id alone.
  package static let id = PlanMembers(known: ["id"])

  private init(known: [String]) { (names, keys) = (known, Set(known.map { ExactString($0) })) }

  /// Whether a member is in the texts of a plan, which take longer to read.
  package var needsTexts: Bool { !keys.isDisjoint(with: Self.texts) }

  func contains(_ key: ExactString) -> Bool { keys.contains(key) }
}
