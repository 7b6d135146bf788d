/// The lines of an import file as plans of a board, and the problems of invalid lines.
package struct ImportFile: Sendable {
  package private(set) var lines: [ImportLine] = []
  package private(set) var problems: [ImportError.Problem]

  /// - Parameters:
  ///   - board: The board that receives the plans.
  ///   - me: The stored form of `@me`.
  ///   - keepsUnknownStates: Whether plans may name columns that the board does not have.
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
