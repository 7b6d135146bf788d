/// The JSON objects of an import file, before they are read as plans of a board.
package struct ImportText: Sendable {
  struct Entry: Sendable {
    /// The line number, from 1.
    let number: Int
    let object: JSONObject
  }

  /// The plans, one per line.
  private(set) var entries: [Entry] = []
  /// The settings of a board, if the first line has them.
  package private(set) var settings: ImportSettings?
  /// The problems of lines that are neither plans nor settings.
  package private(set) var problems: [ImportError.Problem] = []

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(_ bytes: [UInt8]) {
    // Programs on Windows write a byte order mark at the beginning of a file; it is ignored.
    let bytes = bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? 3 : 0)
    let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    var isFirst = true
    for (index, text) in texts.enumerated() {
      guard !text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { continue }
      if isFirst, let problem = Self.multilineProblem(at: text, number: index + 1) {
        problems = [problem]
        break
      }
      do {
        try read(Array(text), number: index + 1, isFirst: isFirst)
      } catch {
        problems += error.problems
      }
      isFirst = false
    }
  }

  /// Returns the problem of a file whose object or list spans several lines; nil for other files.
  ///
  /// One hint for the whole file is clearer than an error for each line.
  private static func multilineProblem(
    at line: some Sequence<UInt8>, number: Int
  ) -> ImportError.Problem? {
    let written = line.filter { ![0x20, 0x09, 0x0D].contains($0) }
    let filter: String
    switch written {
    case [UInt8(ascii: "{")]: filter = "."
    case [UInt8(ascii: "[")]: filter = "'.[]'"
    default: return nil
    }
    return ImportError.Problem(
      line: number,
      reason: "a plan must stand on one line; \"jq -c \(filter)\" writes each on a line of its own")
  }

  private mutating func read(
    _ bytes: [UInt8], number: Int, isFirst: Bool
  ) throws(ImportError) {
    let value: JSONValue
    do { value = try JSONReader.value(in: bytes) } catch {
      let first = bytes.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
        throw ImportError(line: number, reason: "a plan must be a JSON object on one line")
      }
      throw ImportError(line: number, reason: "column \(error.column): \(error.reason)")
    }
    guard let object = value.object else {
      throw ImportError(
        line: number,
        reason: "a plan must be an object"
          + (value.array == nil ? "" : "; \"jq -c '.[]'\" writes the elements of a list one a line")
      )
    }
    guard let settings = ImportSettings.members(of: object) else {
      return entries.append(Entry(number: number, object: object))
    }
    guard isFirst else {
      throw ImportError(
        line: number, reason: "the settings of a board must stand on the first line")
    }
    self.settings = try ImportSettings(settings, line: number)
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
