import PlanModel

/// A Markdown file that begins with a YAML mapping between lines of `---`.
struct FrontMatter {
  var members: TrackerMembers
  /// The text after the mapping, without empty lines at its beginning and end.
  let body: String

  /// Reads a file with front matter.
  ///
  /// - Returns: nil for a text without front matter.
  /// - Throws: `YAMLError` if the front matter is not a YAML mapping.
  static func read(_ file: TrackerFile) throws(YAMLError) -> FrontMatter? {
    guard let (text, rest) = parts(of: file) else { return nil }
    let value: JSONValue
    do {
      value = try YAMLReader.value(in: Array(text.joined(separator: "\n").utf8))
    } catch {
      // YAML reserves '@', but people write `assignee: @ada`.
      let quoted = text.map(Self.quotingNames)
      value = try YAMLReader.value(in: Array(quoted.joined(separator: "\n").utf8))
    }
    guard let object = value.object else {
      throw YAMLError(line: 2, reason: "expected members, as in 'title: Fix login'")
    }
    return FrontMatter(
      members: TrackerMembers(object),
      body: Lines.joined(Array(rest)).trimmingBlankLines)
  }

  /// Returns the lines of the mapping, without carriage returns; nil for a text without front
  /// matter.
  static func lines(of file: TrackerFile) -> ArraySlice<String>? { parts(of: file)?.mapping }

  private static func parts(
    of file: TrackerFile
  ) -> (mapping: ArraySlice<String>, rest: ArraySlice<String>)? {
    guard file.text.hasPrefix("---") else { return nil }
    let lines = Lines.entered(file.text)
    guard Self.isMark(lines[0]), let end = lines.dropFirst().firstIndex(where: Self.isMark) else {
      return nil
    }
    return (lines[1..<end], lines[(end + 1)...])
  }

  private static func isMark(_ line: String) -> Bool {
    line.hasPrefix("---") && line.dropFirst(3).allSatisfy(\.isWhitespace)
  }

  /// Returns a line of YAML with quotes around values that begin with `@`: the rest of the line, or
  /// elements of a list in brackets.
  private static func quotingNames(_ line: String) -> String {
    guard let sign = line.firstIndex(of: "@") else { return line }
    if !line[..<sign].contains("[") {
      guard [": ", "- "].contains(where: line[..<sign].hasSuffix) else { return line }
      let name = String(line[sign...].filter { $0 != "\"" && $0 != "\\" }).trimmingSpaces
      return "\(line[..<sign])\"\(name)\""
    }
    var (quoted, name) = ("", "")
    var last: Character = " "
    for character in line {
      if !name.isEmpty {
        if ",]".contains(character) {
          quoted += "\"\(name)\""
          name = ""
          quoted.append(character)
        } else if character != "\"", character != "\\" {
          name.append(character)
        }
      } else if character == "@", " [,\t".contains(last) {
        name = "@"
      } else {
        quoted.append(character)
      }
      last = character
    }
    return name.isEmpty ? quoted : "\(quoted)\"\(name)\""
  }
}

extension TrackerPlans {
  /// Returns the front matter of a file. A file without front matter, or with unreadable front
  /// matter, is counted as a loss.
  mutating func frontMatter(of file: TrackerFile) -> FrontMatter? {
    do {
      if let matter = try FrontMatter.read(file) { return matter }
      lose("files without front matter", example: file.path)
    } catch {
      lose("files whose front matter can't be read", example: file.path)
    }
    return nil
  }

  /// Returns the members of a YAML configuration. An unreadable file is counted as a loss.
  mutating func configuration(in file: TrackerFile) -> JSONObject? {
    if let object = try? YAMLReader.value(in: Array(file.text.utf8)).object { return object }
    lose("configurations that can't be read", example: file.path)
    return nil
  }
}

extension String {
  /// The text without blank lines at its beginning and end.
  var trimmingBlankLines: String {
    let isEmpty = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let lines = Lines.split(self)
    guard let first = lines.firstIndex(where: { !isEmpty($0) }),
      let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return "" }
    return Lines.joined(Array(lines[first...last]))
  }
}
