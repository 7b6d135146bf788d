/// The JSON objects of an import file, before they are read as plans of a board.
package struct ImportText: Sendable {
  /// The plans, one per line.
  private(set) var entries: [JSONLines.Line] = []
  /// The settings of a board, if the first line has them.
  package private(set) var settings: ImportSettings?
  /// The problems of lines that are neither plans nor settings.
  package private(set) var problems: [ImportError.Problem] = []

  package init(_ bytes: [UInt8]) {
    let read = JSONLines(bytes, eachIs: "a plan")
    problems = read.problems
    for line in read.lines {
      do { try take(line, isFirst: line.number == read.first) } catch {
        problems += error.problems
      }
    }
    problems.sort { $0.line < $1.line }
  }

  private mutating func take(_ line: JSONLines.Line, isFirst: Bool) throws(ImportError) {
    guard let settings = ImportSettings.members(of: line.object) else {
      return entries.append(line)
    }
    guard isFirst else {
      throw ImportError(
        line: line.number, reason: "the settings of a board must stand on the first line")
    }
    self.settings = try ImportSettings(settings, line: line.number)
  }

  /// Returns the values of `state` that name no column of the board, each once, in order of
  /// appearance.
  func columnNames(unknownTo board: Board) -> [String] {
    var seen: Set<ExactString> = []
    return entries.compactMap { entry in
      guard let name = entry.object["state"]?.string, seen.insert(ExactString(name)).inserted
      else { return nil }
      return board.columns(named: name).isEmpty ? name : nil
    }
  }
}

/// The error that rejects a whole import; it lists all problems.
package struct ImportError: Error, Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// The line number, from 1.
    package let line: Int
    package let reason: String
    /// Whether the reason is that the board lacks a column that the line names.
    package internal(set) var isUnknownColumn = false

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// The problems in line order; at least one.
  package let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package init(line: Int, reason: String) { problems = [Problem(line: line, reason: reason)] }
}
