package import PlanModel

extension ImportText {
  /// Creates the text of all lines in some bytes.
  package init(_ bytes: [UInt8], me: String = "") {
    self.init(me: me)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      read(line, at: line.startIndex)
      if isAtEnd { break }
    }
  }
}

/// The lines of an import file in memory as plans of a board, and the problems of invalid lines.
package struct ImportFile: Sendable {
  package private(set) var lines: [ImportLine] = []
  package private(set) var problems: [ImportError.Problem]
  /// The headings of `lines`.
  package private(set) var headings: [ImportHeading] = []

  /// - Parameters:
  ///   - board: The board that receives the plans.
  ///   - me: The stored form of `@me`.
  ///   - keepsUnknownStates: Whether plans may name columns that the board does not have.
  package init(_ bytes: [UInt8], board: Board, me: String, keepsUnknownStates: Bool = false) {
    let text = ImportText(bytes, me: me)
    self.init(text, board: board, keepsUnknownStates) { heading throws(ImportError) in
      try text.line(heading, bytes[heading.place])
    }
  }

  /// Creates the lines from those of a tracker's file.
  package init(
    _ lines: [ImportLine], board: Board, me: String, keepsUnknownStates: Bool = false
  ) {
    var text = ImportText(me: me)
    for (index, line) in lines.enumerated() { text.add(line, at: index..<index + 1) }
    self.init(text, board: board, keepsUnknownStates) { lines[$0.place.lowerBound] }
  }

  private init(
    _ text: ImportText, board: Board, _ keepsUnknownStates: Bool,
    reading line: (ImportHeading) throws(ImportError) -> ImportLine
  ) {
    problems = text.problems
    for heading in text.headings {
      do throws(ImportError) {
        let line = try line(heading)
          .placed(on: board, me: text.me, keepsUnknownState: keepsUnknownStates)
        lines.append(line)
        headings.append(ImportHeading(line, place: heading.place))
      } catch {
        problems += error.problems
      }
    }
    problems.sort { $0.line < $1.line }
  }
}

/// All steps of an import in memory.
@dynamicMemberLookup package struct ImportPlan: Sendable {
  /// One step for each line, except lines of deleted plans that are not restored.
  package private(set) var steps: [ImportStep] = []
  package let report: ImportReport

  package subscript<Value>(dynamicMember member: KeyPath<ImportReport, Value>) -> Value {
    report[keyPath: member]
  }

  /// - Parameters:
  ///   - file: The lines. If the file has problems, they are thrown together with those found here.
  ///   - ranks: A rank for each line, ascending.
  ///
  /// The other parameters are those of `ImportSteps`.
  package init(
    _ file: ImportFile, existing: [Plan], board: Board, ranks: [String],
    restoresDeleted: Bool = false, bases: [PlanID: ImportBase] = [:], now: Timestamp,
    person: String, using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    var steps = try ImportSteps(
      of: file.headings, problems: file.problems, existing: existing, board: board,
      restoresDeleted: restoresDeleted, now: now, person: person, using: &generator)
    steps.bases = bases
    for (line, rank) in zip(file.lines, ranks) {
      if let step = steps.next(line, rank: rank, using: &generator) { self.steps.append(step) }
    }
    _ = steps.relinkOthers()
    report = steps.report
  }
}
