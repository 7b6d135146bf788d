/// The objects of a text in JSON Lines: one JSON object on each line. Empty lines are skipped.
package struct JSONLines: Sendable {
  package struct Line: Sendable {
    /// The line number, from 1.
    package let number: Int
    package let object: JSONObject
  }

  package private(set) var lines: [Line] = []
  /// The problems of the other lines, in line order.
  package private(set) var problems: [ImportError.Problem] = []
  /// The number of the first line that is not empty; nil if there is none.
  package private(set) var first: Int?

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameter noun: What each object is, with an article, as in `a plan`.
  package init(_ bytes: [UInt8], eachIs noun: String) {
    // Programs on Windows write a byte order mark at the beginning of a file; it is ignored.
    let bytes = bytes.dropFirst(bytes.starts(with: Self.byteOrderMark) ? 3 : 0)
    let texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      guard !text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { continue }
      if first == nil {
        first = index + 1
        if let problem = Self.multilineProblem(at: text, number: index + 1, noun) {
          problems = [problem]
          break
        }
      }
      switch Self.object(in: Array(text), noun) {
      case .success(let object): lines.append(Line(number: index + 1, object: object))
      case .failure(let fault):
        problems.append(ImportError.Problem(line: index + 1, reason: fault.reason))
      }
    }
  }

  /// Returns the problem of a file whose object or list spans several lines; nil for other files.
  ///
  /// One hint for the whole file is clearer than an error for each line.
  private static func multilineProblem(
    at line: some Sequence<UInt8>, number: Int, _ noun: String
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
      reason: "\(noun) must stand on one line; \"jq -c \(filter)\" writes each on a line of its own"
    )
  }

  private struct Fault: Error { let reason: String }

  private static func object(in bytes: [UInt8], _ noun: String) -> Result<JSONObject, Fault> {
    let value: JSONValue
    do { value = try JSONReader.value(in: bytes) } catch {
      let first = bytes.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
        return .failure(Fault(reason: "\(noun) must be a JSON object on one line"))
      }
      return .failure(Fault(reason: "column \(error.column): \(error.reason)"))
    }
    if let object = value.object { return .success(object) }
    let hint =
      value.array == nil ? "" : "; \"jq -c '.[]'\" writes the elements of a list one a line"
    return .failure(Fault(reason: "\(noun) must be an object\(hint)"))
  }
}
