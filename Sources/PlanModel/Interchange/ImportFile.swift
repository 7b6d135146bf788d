/// The lines of a file to import, without empty ones, and the problems in the others.
package struct ImportFile: Sendable {
  package private(set) var lines: [ImportLine] = []
  package private(set) var problems: [ImportError.Problem] = []

  /// - Parameters:
  ///   - board: The board that the plans are to be on.
  ///   - me: The stored form of `@me`.
  package init(_ bytes: [UInt8], board: Board, me: String) {
    let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      guard !text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { continue }
      do {
        lines.append(try ImportLine(Array(text), number: index + 1, board: board, me: me))
      } catch {
        problems += error.problems
      }
    }
  }
}
