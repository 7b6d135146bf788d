/// The objects of a text in JSON Lines: one JSON object on each line. Empty lines and empty lists
/// are skipped.
package struct JSONLines: Sendable {
  package struct Line: Sendable {
    /// The line number, from 1.
    package let number: Int
    package let object: JSONObject
  }

  package private(set) var lines: [Line] = []
  /// The problems of the other lines, in line order.
  package private(set) var problems: [ImportError.Problem] = []
  /// The noun for each object with its article, such as `a plan`, for messages.
  private let noun: String
  /// The number of lines so far.
  private var count = 0
  /// The number of the first line that is not empty; nil if there is none so far.
  package private(set) var first: Int?
  /// Whether the remaining lines are to be skipped, because an object spans several lines.
  package private(set) var isAtEnd = false

  /// Splits an input into lines, each with one JSON object.
  ///
  /// - Parameter noun: The noun for each object with its article, such as `a plan`, for messages.
  package init(_ bytes: [UInt8], eachIs noun: String) {
    self.init(eachIs: noun)
    for text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      do throws(ImportError) {
        if let line = try read(text) { lines.append(line) }
      } catch {
        problems += error.problems
      }
      if isAtEnd { break }
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a reader of single lines.
  init(eachIs noun: String) { self.noun = noun }

  /// Reads the next line, without its line feed; returns nil for an empty one, and for `[]`, which
  /// programs print as a list of nothing.
  mutating func read(_ text: ArraySlice<UInt8>) throws(ImportError) -> Line? {
    count += 1
    // Programs on Windows write a byte order mark at the beginning of a file; it is ignored.
    let hasMark = count == 1 && text.starts(with: Self.byteOrderMark)
    let text = text.dropFirst(hasMark ? Self.byteOrderMark.count : 0)
    let written = text.lazy.filter { !Self.isSpace($0) }
    if written.isEmpty || written.elementsEqual("[]".utf8) { return nil }
    if first == nil {
      first = count
      if let problem = Self.multilineProblem(at: text, number: count, noun) {
        isAtEnd = true
        throw ImportError([problem])
      }
    }
    return Line(number: count, object: try object(in: Array(text)))
  }

  /// Returns the problem of a file whose object or list spans several lines; nil for other files.
  ///
  /// One hint for the whole file is clearer than an error for each line.
  private static func multilineProblem(
    at line: some Sequence<UInt8>, number: Int, _ noun: String
  ) -> ImportError.Problem? {
    let written = line.filter { !isSpace($0) }
    let filter: String
    switch written {
    case [UInt8(ascii: "{")]: filter = "."
    case [UInt8(ascii: "[")]: filter = "'.[]'"
    default: return nil
    }
    return ImportError.Problem(
      line: number,
      reason: "\(noun) must stand on one line; \"jq -c \(filter)\" writes each on a line of its own"
    )
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private func object(in bytes: [UInt8]) throws(ImportError) -> JSONObject {
    let value: JSONValue
    do { value = try JSONReader.value(in: bytes) } catch {
      let first = bytes.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      throw ImportError(
        line: count,
        reason: isJSON
          ? "column \(error.column): \(error.reason)" : "\(noun) must be a JSON object on one line")
    }
    if let object = value.object { return object }
    let hint =
      value.array == nil ? "" : "; \"jq -c '.[]'\" writes the elements of a list one a line"
    throw ImportError(line: count, reason: "\(noun) must be an object\(hint)")
  }
}
