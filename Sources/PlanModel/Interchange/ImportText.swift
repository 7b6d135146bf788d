/// The lines of an import that have been read so far, reduced to the data that is needed before
/// their plans are made.
///
/// An import may be larger than memory. So its text is read twice: first to find all problems and
/// the plan of each line, then to make the plans one after another. In between, only this data is
/// kept. The lines of a tracker's file are in memory.
package struct ImportText: Sendable {
  /// The lines with plans, in order.
  package private(set) var headings: [ImportHeading] = []
  /// The settings of a board, if the first line has them.
  package private(set) var settings: Board?
  /// The unknown members of the settings, which the import drops: `'colour'`.
  package private(set) var ignoredSettings: [String] = []
  /// The problems of lines that are neither plans nor settings, in line order.
  package private(set) var problems: [ImportError.Problem] = []
  /// The values of `state`, each once, in order of appearance.
  private(set) var states: [ExactString] = []
  /// The index of each value in `states`.
  private var stateIndices: [ExactString: Int] = [:]
  private var reader = JSONLines(eachIs: "a plan")
  /// The stored form of `@me`.
  package let me: String

  /// Creates a text without lines.
  ///
  /// - Parameter settings: The settings in a tracker's file.
  package init(me: String, settings: Board? = nil) {
    (self.me, self.settings) = (me, settings)
  }

  /// Whether the remaining lines are to be skipped.
  package var isAtEnd: Bool { reader.isAtEnd }

  /// Reads the next line, without its line feed.
  ///
  /// - Parameter offset: The position of the line in the text, in bytes.
  package mutating func read(_ text: ArraySlice<UInt8>, at offset: Int) {
    do throws(ImportError) {
      guard let line = try reader.read(text) else { return }
      try read(line, at: offset..<offset + text.count)
    } catch {
      problems += error.problems
    }
  }

  private mutating func read(_ line: JSONLines.Line, at place: Range<Int>) throws(ImportError) {
    if let settings = Board.settings(in: line.object) {
      guard line.number == reader.first ?? 1 else {
        throw ImportError(
          line: line.number, reason: "the settings of a board must stand on the first line")
      }
      self.settings = try Board(
        settings: settings, line: line.number, ignored: &ignoredSettings)
    } else {
      add(ImportLine(line.object, number: line.number, me: me), at: place)
    }
  }

  /// Adds the next line.
  ///
  /// - Parameter place: The position of the line in the text, in bytes; for a tracker's file the
  ///   index of the line.
  package mutating func add(_ line: ImportLine, at place: Range<Int>) {
    var heading = ImportHeading(line, place: place)
    // On a board without columns and fields, only a line with a problem of its own has one.
    let board = Board(columns: [])
    do { _ = try line.placed(on: board, me: me, keepsUnknownState: true) } catch {
      heading.isDoubtful = true
    }
    heading.state = line.state.map { index(ofState: ExactString($0)) }
    headings.append(heading)
  }

  private mutating func index(ofState name: ExactString) -> Int {
    if let index = stateIndices[name] { return index }
    stateIndices[name] = states.count
    states.append(name)
    return states.count - 1
  }

  /// Returns the values of `state` that name no column of the board, each once, in order of
  /// appearance.
  func columnNames(unknownTo board: Board) -> [String] {
    states.map(\.text).filter { board.columns(named: $0).isEmpty }
  }

  /// Returns the number of the first line with this value of `state`.
  func firstLine(withState name: String) -> Int? {
    guard let index = stateIndices[ExactString(name)] else { return nil }
    return headings.first { $0.state == index }?.number
  }

  /// Returns the line with a heading.
  ///
  /// - Parameter text: The bytes at the heading's place.
  /// - Throws: `ImportError` if the text has changed since the line was read first.
  package func line(
    _ heading: ImportHeading, _ text: ArraySlice<UInt8>
  ) throws(ImportError) -> ImportLine {
    // Only the first line may begin with a byte order mark.
    var reader = JSONLines(eachIs: "a plan")
    guard let line = try reader.read(text) else {
      throw ImportError(line: heading.number, reason: "the line was changed meanwhile")
    }
    return ImportLine(line.object, number: heading.number, me: me)
  }

  /// Returns the lines that may have problems on a board. All other lines have none.
  package func doubtful(on board: Board) -> [ImportHeading] {
    let isKnown = states.map { board.columns(named: $0.text).count == 1 }
    return headings.filter { heading in
      heading.isDoubtful || heading.hasCustomValues && !board.fields.isEmpty
        || heading.state.map { !isKnown[$0] } ?? false
    }
  }
}

/// The data about a line of an import that is needed before its plan is made.
package struct ImportHeading: Sendable {
  /// The line number, from 1.
  package let number: Int
  /// The position of the line in the text, in bytes; the index of a tracker's line.
  package let place: Range<Int>
  let id: PlanID?
  let aliases: [String]
  let hasTitle: Bool
  /// Whether the line has a problem on every board, whatever its columns are.
  fileprivate(set) var isDoubtful = false
  /// Whether the line has values of custom fields, which must be checked against a board's fields.
  let hasCustomValues: Bool
  /// The index of the line's `state` in `ImportText.states`; nil for a line without one.
  fileprivate(set) var state: Int?

  package init(_ line: ImportLine, place: Range<Int>) {
    (number, self.place) = (line.number, place)
    (id, aliases, hasTitle) = (line.id, line.aliases, line.title != nil)
    hasCustomValues =
      line.custom.map { custom in
        custom.object?.members.contains { !$0.value.isNull && $0.value != .array([]) } ?? true
      } ?? false
  }
}

/// The error that rejects a whole import; it lists all problems.
package struct ImportError: Error, Hashable, Sendable {
  package struct Problem: Hashable, Sendable {
    /// The line number, from 1; 0 if the problem is one of the whole input.
    package let line: Int
    package let reason: String
    /// The reason, after the line if there is one.
    package var words: String { line == 0 ? reason : "line \(line): \(reason)" }
    /// Whether the reason is that the board lacks a column that the line names.
    package internal(set) var isUnknownColumn = false

    package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  /// The problems in line order; at least one.
  package let problems: [Problem]

  package init(_ problems: [Problem]) { self.problems = problems }

  package init(line: Int, reason: String) { problems = [Problem(line: line, reason: reason)] }
}
