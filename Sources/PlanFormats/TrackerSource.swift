package import PlanModel

/// A file of another tool.
package struct TrackerFile: Sendable {
  /// The path relative to the imported folder; for an imported file, its name.
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
    _text = Lazy { TrackerText.decoded(bytes) }
  }

  /// The name of the file without its folders.
  package var name: String { path.split(separator: "/").last.map { String($0) } ?? path }

  /// The content as text, without a byte order mark. Invalid bytes become U+FFFD.
  @Lazy package var text: String
}

/// The source of an import: a file, or a folder with its files.
package struct TrackerSource: Sendable {
  /// The most bytes of all files together: 64 MiB.
  package static let maximumSize = 64 << 20
  /// The most files of a folder.
  package static let maximumFiles = 50_000
  /// The most plans of a source.
  package static let maximumPlans = 250_000
  /// The most lines of all files together. A line of one byte takes many bytes in memory.
  package static let maximumLines = 4_000_000
  /// The most values of a JSON text, including keys.
  static let maximumValues = 8_000_000

  package let name: String
  package let isFolder: Bool
  /// The files, sorted by path.
  package let files: [TrackerFile]
  /// The JSON values of a single file.
  package let json: TrackerJSON
  /// The table of a single file in CSV; nil if the file is not one.
  let table: CSVTable?
  /// Whether the files have more than `maximumLines` together. Then they are not read.
  package let hasTooManyLines: Bool

  package init(name: String, bytes: [UInt8]) {
    (self.name, isFolder) = (name, false)
    files = [TrackerFile(path: name, bytes: bytes)]
    json = TrackerJSON(bytes)
    if case .absent = json {
      hasTooManyLines = Self.hasTooManyLines(files)
      table = hasTooManyLines ? nil : CSVTable(bytes)
    } else {
      (hasTooManyLines, table) = (false, nil)
    }
  }

  package init(folder name: String, files: [TrackerFile]) {
    (self.name, isFolder) = (name, true)
    self.files = files.sorted { ExactString($0.path) < ExactString($1.path) }
    json = .absent("a folder is not a JSON text")
    table = nil
    hasTooManyLines = Self.hasTooManyLines(files)
  }

  private static func hasTooManyLines(_ files: [TrackerFile]) -> Bool {
    files.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } } > maximumLines
  }

  /// Checks that the files are UTF-8 or UTF-16, because other bytes would be lost.
  ///
  /// In a folder, Markdown files without front matter are skipped: no tool has written them.
  package func checkText() throws(FormatError) {
    for file in files {
      if let kind = BinaryFile(file.bytes) { throw .binary(file: file.path, kind) }
      let isRead = !isFolder || !file.name.hasSuffix(".md") || file.bytes.starts(with: "---".utf8)
      if isRead, let line = TrackerText.firstLineNotUTF8(file.bytes) {
        throw .notUTF8(file: file.path, line: line)
      }
    }
  }

  /// The file; nil for a folder.
  package var file: TrackerFile? { isFolder ? nil : files.first }
}

/// The JSON of a file: one value, or several, such as one on each line.
package enum TrackerJSON: Sendable {
  case value(JSONValue)
  case lines([JSONValue])
  /// The file is not JSON. The text is the reason.
  case absent(String)

  init(_ bytes: [UInt8]) {
    let text = TrackerText.isUTF16(bytes) ? Array(TrackerText.decoded(bytes).utf8) : bytes
    let start = Self.start(of: text)
    guard let first = start.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      self = .absent("expected JSON")
      return
    }
    do {
      self = .value(try JSONReader.countedValue(in: Array(start), Self.limits).value)
    } catch {
      self = Self.lines(of: start) ?? Self.pages(of: start) ?? .absent(error.description)
    }
  }

  /// Returns a text without its byte order mark and leading white space.
  package static func start(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).drop(while: isSpace)
  }

  /// The limits for files of other programs, which nest deeper than pmgit and may cut texts within
  /// a character.
  private static var limits: JSONLimits {
    var limits = JSONLimits(size: TrackerSource.maximumSize * 2)
    (limits.depth, limits.count) = (96, TrackerSource.maximumValues)
    limits.mendsSurrogates = true
    return limits
  }

  /// Returns the values of lines; nil if the first line is not a JSON value of its own.
  private static func lines(of text: ArraySlice<UInt8>) -> TrackerJSON? {
    var values: [JSONValue] = []
    var number = 0
    var limits = limits
    var place = text.startIndex
    while place < text.endIndex {
      let end = text[place...].firstIndex(of: 0x0A) ?? text.endIndex
      let line = text[place..<end]
      place = min(end + 1, text.endIndex)
      number += 1
      if line.allSatisfy(isSpace) { continue }
      guard values.count < TrackerSource.maximumPlans else {
        return .absent("more than \(TrackerSource.maximumPlans) lines")
      }
      do {
        let (value, count) = try JSONReader.countedValue(in: Array(line), limits)
        values.append(value)
        limits.count -= count
      } catch {
        guard !values.isEmpty else { return nil }
        return .absent("line \(number), column \(error.column): \(error.reason)")
      }
    }
    return .lines(values)
  }

  /// Returns the arrays of a text without anything between them, as glab prints the pages of an
  /// API: `[…][…]`; nil for another text.
  private static func pages(of text: ArraySlice<UInt8>) -> TrackerJSON? {
    var values: [JSONValue] = []
    var limits = limits
    var rest = text
    while let end = endOfArray(in: rest) {
      guard let page = try? JSONReader.countedValue(in: Array(rest[...end]), limits) else {
        return nil
      }
      values.append(page.value)
      limits.count -= page.count
      rest = rest[(end + 1)...].drop(while: isSpace)
    }
    return rest.isEmpty ? .lines(values) : nil
  }

  /// Returns the place of the bracket that ends the array with which a text begins; nil if it does
  /// not begin with one.
  private static func endOfArray(in text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "[") else { return nil }
    var (depth, isString, isEscaped) = (0, false, false)
    for (place, byte) in zip(text.indices, text) {
      if isString {
        if byte == UInt8(ascii: "\""), !isEscaped { isString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }

  /// The object of a file with one object; nil for other files.
  package var object: JSONObject? {
    switch self {
    case .value(let value): value.object
    case .lines(let values): values.count == 1 ? values[0].object : nil
    case .absent: nil
    }
  }

  /// The objects of an array, or of lines; nil if the file has other values, or more than
  /// `TrackerSource.maximumPlans`.
  ///
  /// A line may contain an array of objects, for example if pages of an API were joined.
  package var records: [JSONObject]? {
    let values: [JSONValue]
    switch self {
    case .value(let value): values = value.array ?? [value]
    case .lines(let lines): values = lines
    case .absent: return nil
    }
    var objects: [JSONObject] = []
    for value in values {
      let given = value.array ?? [value]
      guard objects.count + given.count <= TrackerSource.maximumPlans else { return nil }
      for value in given {
        guard let object = value.object else { return nil }
        objects.append(object)
      }
    }
    return objects
  }

  /// Returns the objects of an array or of lines.
  ///
  /// - Throws: `FormatError` if the file is not JSON, or has other values.
  func givenRecords() throws(FormatError) -> [JSONObject] {
    guard let records else { throw .invalid(problem) }
    return records
  }

  /// The reason why `records` is nil.
  var problem: String {
    if case .absent(let reason) = self { return reason }
    return "expected a list of at most \(TrackerSource.maximumPlans) JSON objects"
  }
}
