import Parallel
import PlanFormats
import PlanModel

/// The text of an import, which is read twice. It may be larger than memory.
package struct ImportInput {
  private let read: (_ offset: Int, _ count: Int) throws -> [UInt8]

  /// Reads the input in parts, so that it may be larger than the memory.
  ///
  /// - Parameter read: Returns the bytes from a position on, at most `count`; empty only at the
  ///   end. All calls must see the same text.
  package init(_ read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]) {
    self.read = read
  }

  /// Creates the input of a text in memory.
  package init(_ bytes: [UInt8]) {
    self.init { offset, count in
      let start = min(offset, bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  /// Returns the input in UTF-8. A text in UTF-16, as Windows PowerShell writes it, is converted in
  /// memory.
  ///
  /// - Throws: `Problem` if such a text is longer than 64 MiB.
  func inUTF8() throws -> ImportInput {
    guard TrackerText.isUTF16(try bytes(at: 0..<4)) else { return self }
    let most = ImportMaterial.maximumSize
    let bytes = try bytes(at: 0..<most + 1)
    guard bytes.count <= most else {
      throw Problem(
        code: .tooLarge, message: "a text in UTF-16 is longer than \(most >> 20) MiB",
        hints: ["convert it first: iconv -f UTF-16 -t UTF-8 FILE > NEW-FILE"])
    }
    return ImportInput(Array(TrackerText.decoded(bytes).utf8))
  }

  /// The number of bytes that are read together.
  private static let partSize = 1 << 18

  /// Calls `visit` with each line and the line's position, until `visit` returns false. The line
  /// has no line feed.
  func eachLine(_ visit: (ArraySlice<UInt8>, _ offset: Int) throws -> Bool) throws {
    var bytes: [UInt8] = []
    /// The position of `bytes` in the text.
    var position = 0
    while true {
      let searched = bytes.count
      let part = try read(position + bytes.count, Self.partSize)
      bytes += part
      var (start, rest) = (0, searched)
      while let end = bytes[rest...].firstIndex(of: 0x0A) {
        guard try visit(bytes[start..<end], position + start) else { return }
        (start, rest) = (end + 1, end + 1)
      }
      if part.isEmpty {
        if start < bytes.count { _ = try visit(bytes[start...], position + start) }
        return
      }
      bytes.removeSubrange(..<start)
      position += start
    }
  }

  /// Returns the bytes at a place; fewer only at the end of the text.
  func bytes(at place: Range<Int>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < place.count {
      let part = try read(place.lowerBound + bytes.count, place.count - bytes.count)
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}

/// The file of an import, which is read twice.
enum ImportedFile {
  /// A text in JSON Lines, in UTF-8.
  case lines(ImportInput)
  /// The plans of a tracker's file, which are in memory.
  case tracker(TrackerPlans)
}

/// The lines of an import as plans of a board, and the problems of invalid lines.
struct ImportedLines {
  let file: ImportedFile
  let text: ImportText
  let board: Board
  let keepsUnknownStates: Bool
  /// The lines without problems.
  private(set) var headings: [ImportHeading]
  private(set) var problems: [ImportError.Problem]

  /// Prepares the lines of an import for a board.
  ///
  /// - Parameters:
  ///   - board: The board that receives the plans.
  ///   - keepsUnknownStates: Whether plans may name columns that the board does not have.
  init(
    of text: ImportText, in file: ImportedFile, board: Board, keepsUnknownStates: Bool
  ) throws {
    (self.text, self.file, self.board) = (text, file, board)
    (self.keepsUnknownStates, headings, problems) = (
      keepsUnknownStates, text.headings, text.problems
    )
    // Only doubtful lines are read again here. Usually there are none.
    var checked: [Int: ImportHeading?] = [:]
    for heading in text.doubtful(on: board) {
      do {
        checked[heading.number] = ImportHeading(try line(heading), place: heading.place)
      } catch let error as ImportError {
        checked[heading.number] = .some(nil)
        problems += error.problems
      }
    }
    guard !checked.isEmpty else { return }
    headings = headings.compactMap { heading in checked[heading.number] ?? heading }
    problems.sort { $0.line < $1.line }
  }

  private func line(_ heading: ImportHeading) throws -> ImportLine {
    let line =
      switch file {
      case .lines(let input): try text.line(heading, input.bytes(at: heading.place)[...])
      case .tracker(let plans): plans.line(at: heading.place.lowerBound)
      }
    return try line.placed(on: board, me: text.me, keepsUnknownState: keepsUnknownStates)
  }

  /// A line that is not parsed yet.
  private typealias Waiting = (heading: ImportHeading, bytes: [UInt8])

  /// The number of bytes of lines that are parsed together, on all processors.
  private static let waveSize = 1 << 19
  /// The fewest lines that are parsed on several processors.
  private static let fewestForProcessors = 16

  /// Reads the lines without problems a second time, in order.
  func eachLine(_ visit: (ImportLine) throws -> Void) throws {
    guard case .lines(let input) = file else {
      for heading in headings { try visit(try line(heading)) }
      return
    }
    var rest = headings[...]
    var (wave, size): ([Waiting], Int) = ([], 0)
    try input.eachLine { bytes, offset in
      guard let next = rest.first, next.place.lowerBound == offset else { return !rest.isEmpty }
      rest.removeFirst()
      wave.append((next, Array(bytes)))
      size += bytes.count
      if size >= Self.waveSize || rest.isEmpty {
        for line in try read(wave) { try visit(line) }
        (wave, size) = ([], 0)
      }
      return !rest.isEmpty
    }
  }

  private func read(_ wave: [Waiting]) throws(ImportError) -> [ImportLine] {
    let (text, board, keepsUnknownState) = (text, board, keepsUnknownStates)
    return try Processors.flatMap(wave.count, fewest: Self.fewestForProcessors) {
      range throws(ImportError) in
      try wave[range].map { heading, bytes throws(ImportError) in
        try text.line(heading, bytes[...])
          .placed(on: board, me: text.me, keepsUnknownState: keepsUnknownState)
      }
    }
  }
}
