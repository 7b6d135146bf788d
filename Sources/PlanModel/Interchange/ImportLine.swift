/// One line of an import: a plan object. Only the members that it has are changed.
package struct ImportLine: Sendable {
  /// The line number, from 1.
  package let number: Int
  package internal(set) var id: PlanID?
  package internal(set) var title: String?
  package internal(set) var state: String?
  /// The edits for the line's fields, labels and assignees.
  package internal(set) var edits: [Edit] = []
  package internal(set) var links: [Link] = []
  package internal(set) var aliases: [String] = []
  package internal(set) var checklist: [ChecklistItem] = []
  package internal(set) var comments: [Comment] = []
  package internal(set) var created: Creation?
  package internal(set) var updated: Timestamp?
  /// When the plan entered its column, when it was finished, and when work began, in the source.
  package internal(set) var moved: Timestamp?
  package internal(set) var closed: Timestamp?
  package internal(set) var started: Timestamp?
  /// The rank of the plan; nil if the line has none or an invalid one.
  package internal(set) var rank: String?
  /// The deletion that the line gives; nil if the plan is not deleted.
  package internal(set) var deletion: Deletion?
  /// The unknown members of checklist items and comments.
  var itemMembers: [UnknownMembers.ItemMember] = []
  /// The names of unknown members, which the plan keeps.
  package internal(set) var unknown: [ExactString] = []
  /// The members and values that the import drops, as text: `'fields'`, `an empty label`.
  package internal(set) var ignored: [String] = []
  /// Whether the plan may name a column that the board does not have.
  let keepsUnknownState: Bool

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - board: The board that receives the plan; its columns are the valid states.
  ///   - me: The stored form of `@me`.
  ///   - keepsUnknownState: Whether the plan may name a column that the board does not have.
  /// - Throws: `ImportError` with all problems of the line.
  package init(
    _ object: JSONObject, number: Int, board: Board, me: String, keepsUnknownState: Bool = false
  ) throws(ImportError) {
    self.number = number
    self.keepsUnknownState = keepsUnknownState
    var problems: [ImportError.Problem] = []
    for member in object.members {
      do { try read(member, on: board, me: me) } catch {
        problems.append(ImportError.Problem(line: number, error, of: member.key))
      }
    }
    guard problems.isEmpty else { throw ImportError(problems) }
  }
}

extension ImportLine {
  /// Returns when a new plan entered its column; nil if the line has no such time.
  func entered(_ column: String?, on board: Board) -> Timestamp? {
    switch board.kind(of: column ?? "") {
    case .done: closed ?? moved
    case .doing: moved ?? started
    case .todo: moved
    }
  }
}

extension ImportError.Problem {
  fileprivate init(line: Int, _ error: ImportValueError, of member: ExactString) {
    self.init(line: line, reason: error.words(for: member))
    if case .unknownColumn = error { isUnknownColumn = true }
  }
}
