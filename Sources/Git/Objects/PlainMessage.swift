/// A message whose trailers are simple enough to be read without running git.
///
/// `git interpret-trailers` has many rules. This type looks only at the last paragraph of a
/// message, and finds no trailers if the subject is the only paragraph. If all lines of the last
/// paragraph are `Key: value`, they are trailers; if all are plain text without a colon, there are
/// none. Other messages are left to git. A test compares this type with git on random messages.
package struct PlainMessage {
  private let bytes: [UInt8]
  /// The lines of the last paragraph; empty if the message has only one paragraph, the subject.
  private let last: [ArraySlice<UInt8>]
  /// Whether the message ends in exactly one line feed.
  private let hasPlainEnd: Bool
  /// The trailers as git prints them: `Key: value`.
  package let trailers: [String]

  /// Parses a message whose trailers can be found without git.
  ///
  /// - Returns: nil if the message must be left to git.
  package init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // These are left to git: control characters other than tabs and line feeds; a blank first line;
    // a line that begins with `---`, which may end the message; a scissors line; a list of
    // conflicts as old versions of git wrote it.
    guard bytes.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }),
      let subject = lines.first, !Self.isBlank(subject),
      !lines.contains(where: { line in
        ["---", "Conflicts:"].contains { line.starts(with: $0.utf8) } || Self.has(">8", line)
      })
    else { return nil }
    self.bytes = bytes
    let text = lines.reversed().drop(while: Self.isBlank).reversed() as [ArraySlice<UInt8>]
    hasPlainEnd = bytes.last == 0x0A && text.count == lines.count - 1
    let start = text.lastIndex(where: Self.isBlank)
    last = start.map { Array(text[($0 + 1)...]) } ?? []
    let read = last.map(Self.trailer)
    if read.allSatisfy({ $0 != nil }) {
      trailers = read.compactMap(\.self)
    } else if last.allSatisfy(Self.isText) {
      trailers = []
    } else {
      return nil
    }
  }

  /// Returns the message with one more trailer.
  ///
  /// - Parameter trailer: The new trailer, `Key: value`. The message must not have it yet.
  /// - Returns: nil if the message does not end in exactly one line feed, as git's messages do.
  ///   Also nil if git would reformat the existing trailers.
  package func adding(_ trailer: String) -> [UInt8]? {
    guard hasPlainEnd else { return nil }
    let isOfTrailers = !trailers.isEmpty
    // git would reformat the existing trailers.
    if isOfTrailers, !zip(last, trailers).allSatisfy({ $0.elementsEqual($1.utf8) }) { return nil }
    return bytes + (isOfTrailers ? "" : "\n").utf8 + "\(trailer)\n".utf8
  }

  /// Returns whether any line of the message begins with `mark`, the text that begins a comment.
  package func hasLine(beginningWith mark: String) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: mark.utf8) }
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Returns whether a line is plain text: without a colon, not a comment, and not a line that git
  /// may add, such as `(cherry picked from …)`.
  private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    !line.contains(UInt8(ascii: ":")) && line.first.map { !"#;@!$%^&|(".utf8.contains($0) } ?? false
  }

  private static func has(_ text: String, _ line: ArraySlice<UInt8>) -> Bool {
    line.firstRange(of: Array(text.utf8)) != nil
  }

  /// Returns a line as `Key: value`, without white space around the value; nil if it is not a
  /// trailer.
  private static func trailer(_ line: ArraySlice<UInt8>) -> String? {
    let key = line.prefix { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D
    }
    let rest = line[key.endIndex...]
    guard !key.isEmpty, rest.first == UInt8(ascii: ":") else { return nil }
    let value = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }.reversed()
      .drop { $0 == 0x20 || $0 == 0x09 }.reversed()
    if value.isEmpty { return nil }
    return String(decoding: key, as: UTF8.self) + ": " + String(decoding: value, as: UTF8.self)
  }
}

extension Repository {
  /// Returns the trailers of a message, one per line; `nil` if git must read them. git must do so
  /// if the message is not plain, or if the configuration has a section `trailer`.
  package func plainTrailers(of message: [UInt8]) throws(GitError) -> String? {
    guard let plain = PlainMessage(message), try !isConfigured(section: "trailer") else {
      return nil
    }
    return plain.trailers.joined(separator: "\n")
  }
}
