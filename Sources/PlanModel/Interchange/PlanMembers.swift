/// The members of a plan's JSON object that are shown, chosen by name.
package struct PlanMembers: Hashable, Sendable {
  /// The names in the order of the request, each once.
  package let names: [String]
  private let keys: Set<ExactString>
  /// The names that must belong to fields of the board.
  private let custom: [String]

  /// A name that is not one of `all`.
  package struct UnknownName: Error, Equatable {
    package let name: String
  }

  /// The names that can be chosen: the members that every plan has, as `PlanJSON` sorts them.
  package static let all = PlanJSON.ownNames

  private static let texts: Set<ExactString> = ["body", "checklist", "comments", "time", "files"]

  /// Also accepts names that may belong to fields of a board; `requireFields` checks these later.
  ///
  /// - Throws: `UnknownName` for the first name that no plan has.
  package init(_ names: some Sequence<String>) throws(UnknownName) {
    var (known, keys): ([String], Set<ExactString>) = ([], [])
    for name in names {
      let bare =
        name.hasPrefix(CustomField.prefix) ? String(name.dropFirst(CustomField.prefix.count)) : name
      guard PlanJSON.isOwn(ExactString(name)) || CustomField.isID(bare) else {
        throw UnknownName(name: name)
      }
      if keys.insert(ExactString(name)).inserted { known.append(name) }
    }
    self.init(known: known)
  }

  /// Checks the names that were accepted as possible fields of a board.
  ///
  /// - Throws: `UnknownName` for the first name that neither every plan nor this board has.
  package func requireFields(of board: Board) throws(UnknownName) {
    if let name = custom.first(where: { board.field(called: $0) == nil }) {
      throw UnknownName(name: name)
    }
  }

  /// The chosen fields of a board, in the order of the request.
  package func fields(of board: Board) -> [CustomField] {
    var seen: Set<String> = []
    return custom.compactMap { board.field(called: $0) }.filter { seen.insert($0.id).inserted }
  }

  /// The id alone.
  package static let id = PlanMembers(known: ["id"])

  /// Makes a list of members without checking the names.
  ///
  /// - Parameter names: Names that are known to be valid: names from `all`, or names of fields of
  ///   the board.
  package init(known: [String]) {
    (names, keys) = (known, Set(known.map { ExactString($0) }))
    custom = known.filter { !PlanJSON.isOwn(ExactString($0)) }
  }

  /// Whether a chosen member needs the texts of a plan, which take longer to read.
  package var needsTexts: Bool { !keys.isDisjoint(with: Self.texts) }

  func contains(_ key: ExactString) -> Bool { keys.contains(key) }
}
