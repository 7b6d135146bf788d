/// The lines of a file to import, as plans of a board, and the problems in the others.
package struct ImportFile: Sendable {
  package private(set) var lines: [ImportLine] = []
  package private(set) var problems: [ImportError.Problem]

  /// - Parameters:
  ///   - board: The board that the plans are to be on.
  ///   - me: The stored form of `@me`.
  ///   - keepsUnknownStates: Whether plans may be in columns that the board lacks.
  package init(
    _ text: ImportText, board: Board, me: String, keepsUnknownStates: Bool = false
  ) {
    problems = text.problems
    for entry in text.entries {
      do {
        lines.append(
          try ImportLine(
            entry.object, number: entry.number, board: board, me: me,
            keepsUnknownState: keepsUnknownStates))
      } catch {
        problems += error.problems
      }
    }
    problems.sort { $0.line < $1.line }
  }

  package init(_ bytes: [UInt8], board: Board, me: String) {
    self.init(ImportText(bytes), board: board, me: me)
  }
}
