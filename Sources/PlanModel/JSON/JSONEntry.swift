/// A member of an object inside a JSON file of somebody else, such as a server in
/// `{"mcpServers": {…}}`. All other bytes of the file stay as they are.
///
/// Adding the entry and removing it again gives the same bytes. The entry comes first in its
/// object, with the white space that separates the others. Whether the object was there before
/// shows in the white space before the entry: there is none in an object that was there and was
/// empty, and some in an object that was added with the entry. A file of white space alone gets
/// the content of a new file, but for the line feed at its end.
package struct JSONEntry: Sendable {
  /// The key of the outer object's member that has the entries.
  private let object: String
  private let key: String
  /// The entry's value, on one line.
  private let value: String
  /// Whether a value of that key was written for the same purpose, as by an older version.
  private let isOwn: @Sendable (JSONValue) -> Bool

  package init(
    _ key: String, in object: String, value: String,
    isOwn: @escaping @Sendable (JSONValue) -> Bool
  ) {
    (self.key, self.object, self.value, self.isOwn) = (key, object, value, isOwn)
  }

  package enum Failure: Error, Equatable {
    case invalid(JSONError)
    /// The file, or the member with the entries, is no object.
    case noObject
    /// Somebody else's entry has the key.
    case taken
  }

  package enum State: Hashable, Sendable {
    case absent, current, outdated
    /// Somebody else's entry has the key.
    case foreign
  }

  /// The content of a new file.
  package var file: [UInt8] {
    Array("{\n  \"\(object)\": {\n    \"\(key)\": \(value)\n  }\n}\n".utf8)
  }

  package func state(in text: [UInt8]) throws(Failure) -> State {
    if JSONFile.isBlank(text) { return .absent }
    let file = try JSONFile(text)
    guard let found = try anyEntry(in: file) else { return .absent }
    guard isOwn(try file.decode(found.value)) else { return .foreign }
    return try isCurrent(found, in: file) ? .current : .outdated
  }

  /// Returns the text with the entry, added or in place of an older one.
  package func added(to text: [UInt8]) throws(Failure) -> [UInt8] {
    if JSONFile.isBlank(text) { return text + self.file.dropLast() }
    let file = try JSONFile(text)
    if let found = try entry(in: file) {
      guard try !isCurrent(found, in: file) else { return text }
      return text[..<found.value.lowerBound] + Array(value.utf8) + text[found.value.upperBound...]
    }
    let entry = "\"\(key)\": \(value)"
    guard let members = try object(in: file) else {
      let root = file.root
      let space = root.members.isEmpty ? [] : text[root.spaceAtStart]
      let isOnLines = space.contains(0x0A)
      let inner = isOnLines ? Array(space) + space.afterLastLineFeed : [0x20]
      let outer = isOnLines ? Array(space) : [0x20]
      let added =
        Array("\"\(object)\": {".utf8) + inner + Array(entry.utf8) + outer + Array("}".utf8)
      return Self.inserting(added, into: root, of: text)
    }
    return Self.inserting(Array(entry.utf8), into: members, of: text)
  }

  /// Returns the text without the entry: the bytes that were there before it was added.
  ///
  /// - Returns: nil if the file was made for the entry. The unchanged text if it has no entry.
  package func removed(from text: [UInt8]) throws(Failure) -> [UInt8]? {
    if JSONFile.isBlank(text) { return text }
    let file = try JSONFile(text)
    guard let members = try object(in: file), let entry = try entry(in: file) else { return text }
    let isAlone = members.members.count == 1
    let wasAdded = isAlone && entry.key.lowerBound > members.start + 1
    guard wasAdded else { return Self.removing(entry, from: members, of: text) }
    if file.root.members.count == 1, file.root.members[0].key.lowerBound > file.root.start + 1 {
      return file.isEndOfText ? Array(text[..<file.root.start]) : nil
    }
    guard let whole = file.root.members.first(where: { file.name($0) == object }) else {
      return text
    }
    return Self.removing(whole, from: file.root, of: text)
  }

  // MARK: - Places

  /// Returns the object with the entries; nil if there is none.
  private func object(in file: JSONFile) throws(Failure) -> JSONFile.Object? {
    guard let member = file.root.members.first(where: { file.name($0) == object }) else {
      return nil
    }
    return try file.object(at: member.value.lowerBound)
  }

  private func anyEntry(in file: JSONFile) throws(Failure) -> JSONFile.Member? {
    try object(in: file)?.members.first { file.name($0) == key }
  }

  /// Whether the entry has the value, in any spelling and with any white space.
  private func isCurrent(_ entry: JSONFile.Member, in file: JSONFile) throws(Failure) -> Bool {
    let found = try file.decode(entry.value)
    do {
      return try JSONReader.value(in: Array(value.utf8)) == found
    } catch {
      throw .invalid(error)
    }
  }

  private func entry(in file: JSONFile) throws(Failure) -> JSONFile.Member? {
    guard let found = try anyEntry(in: file) else { return nil }
    guard isOwn(try file.decode(found.value)) else { throw .taken }
    return found
  }

  /// Inserts a member at the beginning of an object.
  private static func inserting(
    _ member: [UInt8], into object: JSONFile.Object, of text: [UInt8]
  ) -> [UInt8] {
    let start = object.start + 1
    let added =
      object.members.isEmpty
      ? member : text[object.spaceAtStart] + member + Array(",".utf8)
    return text[..<start] + added + text[start...]
  }

  /// Removes a member and the comma after it. That of the last one is before it.
  private static func removing(
    _ member: JSONFile.Member, from object: JSONFile.Object, of text: [UInt8]
  ) -> [UInt8] {
    let place = object.members.firstIndex { $0.key == member.key } ?? 0
    let removed: Range<Int>
    if place + 1 < object.members.count {
      let previous = place == 0 ? object.start + 1 : object.members[place - 1].afterComma
      removed = previous..<member.afterComma
    } else if place > 0 {
      removed = (object.members[place - 1].value.upperBound)..<member.value.upperBound
    } else {
      removed = (object.start + 1)..<member.value.upperBound
    }
    return Array(text[..<removed.lowerBound]) + text[removed.upperBound...]
  }
}

/// The places of members in a valid JSON text.
private struct JSONFile {
  struct Member {
    let key: Range<Int>
    let value: Range<Int>
    /// The place after the comma that follows; that after the value for the last member.
    var afterComma: Int
  }

  struct Object {
    /// The place of the opening brace.
    let start: Int
    let members: [Member]

    /// The white space before the first member.
    var spaceAtStart: Range<Int> { (start + 1)..<(members.first?.key.lowerBound ?? start + 1) }
  }

  private let text: [UInt8]
  private(set) var root = Object(start: 0, members: [])

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let space: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]

  init(_ text: [UInt8]) throws(JSONEntry.Failure) {
    self.text = text
    let start = Self.start(of: text)
    do {
      _ = try JSONReader.value(in: Array(text[start...]))
    } catch {
      throw .invalid(error)
    }
    root = try object(at: afterSpace(start))
  }

  /// Whether the text is empty, or has white space only.
  static func isBlank(_ text: [UInt8]) -> Bool {
    text[start(of: text)...].allSatisfy(space.contains)
  }

  /// The place after the byte order mark.
  private static func start(of text: [UInt8]) -> Int {
    text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
  }

  /// Whether the text ends with its last brace.
  var isEndOfText: Bool { end(ofValueAt: root.start) == text.count }

  /// Returns the members of an object in their order.
  func object(at start: Int) throws(JSONEntry.Failure) -> Object {
    guard text[start] == UInt8(ascii: "{") else { throw .noObject }
    var members: [Member] = []
    var place = afterSpace(start + 1)
    while text[place] == UInt8(ascii: "\"") {
      let key = place..<end(ofValueAt: place)
      let valueStart = afterSpace(afterSpace(key.upperBound) + 1)
      let value = valueStart..<end(ofValueAt: valueStart)
      place = afterSpace(value.upperBound)
      let hasComma = text[place] == UInt8(ascii: ",")
      members.append(
        Member(key: key, value: value, afterComma: hasComma ? place + 1 : value.upperBound))
      if hasComma { place = afterSpace(place + 1) }
    }
    return Object(start: start, members: members)
  }

  /// The decoded key of a member.
  ///
  /// - Returns: nil never for a member of a valid text.
  func name(_ member: Member) -> String? {
    do { return try decode(member.key).string } catch { return nil }
  }

  func decode(_ place: Range<Int>) throws(JSONEntry.Failure) -> JSONValue {
    do { return try JSONReader.value(in: Array(text[place])) } catch { throw .invalid(error) }
  }

  private func afterSpace(_ start: Int) -> Int {
    var place = start
    while place < text.count, Self.space.contains(text[place]) { place += 1 }
    return place
  }

  /// Returns the end of the value that begins at a place.
  private func end(ofValueAt start: Int) -> Int {
    var (place, depth, isInString) = (start, 0, false)
    while place < text.count {
      let byte = text[place]
      if isInString {
        if byte == UInt8(ascii: "\\") { place += 1 }
        isInString = byte != UInt8(ascii: "\"")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          // The bracket of the object around a number or a word ends it.
          if depth == 0 { return place }
          depth -= 1
        case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
          if depth == 0 { return place }
        default: break
        }
      }
      place += 1
      let isClosed =
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "}")
        || byte == UInt8(ascii: "]")
      if depth == 0, !isInString, isClosed { return place }
    }
    return place
  }
}

extension ArraySlice<UInt8> {
  /// The bytes after the last line feed: an indentation.
  fileprivate var afterLastLineFeed: [UInt8] {
    Array(self[((lastIndex(of: 0x0A) ?? startIndex - 1) + 1)...])
  }
}
