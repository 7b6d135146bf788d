/// A message whose trailers are beyond doubt, so that git need not be started to tell them.
///
/// `git interpret-trailers` has many rules; these messages meet none but the first: the last
/// paragraph, if it is not the subject's, is trailers if each of its lines is `Key: value`, and is none
/// if no line has a colon. All others are for git. That both say the same is tried on random messages.
package struct PlainMessage {
  private let bytes: [UInt8]
  /// The lines of the last paragraph; none if it is that of the subject.
  private let last: [ArraySlice<UInt8>]
  /// Whether it ends in one line feed.
  private let hasPlainEnd: Bool
  /// The trailers, each as git prints it: `Key: value`.
  package let trailers: [String]

  /// - Returns: nil for a message about which git must be asked.
  package init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A carriage return, a page break or a NUL is for git to judge, and so is what begins with a
    // blank line, a line of scissors, and a list of conflicts, as old versions of git wrote it.
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

  /// The message with one trailer more.
  ///
  /// - Parameter trailer: `Key: value`, which the message does not have.
  /// - Returns: nil where it does not end as git lets messages end, in one line feed.
  package func adding(_ trailer: String) -> [UInt8]? {
    guard hasPlainEnd else { return nil }
    let isOfTrailers = !trailers.isEmpty
    // git would put those that are there into its own form.
    if isOfTrailers, !zip(last, trailers).allSatisfy({ $0.elementsEqual($1.utf8) }) { return nil }
    return bytes + (isOfTrailers ? "" : "\n").utf8 + "\(trailer)\n".utf8
  }

  /// Whether a line begins as lines of comment do.
  package func hasLine(beginningWith mark: String) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: mark.utf8) }
  }

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether a line is text, and neither a comment nor what git itself adds in brackets.
  private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    !line.contains(UInt8(ascii: ":")) && line.first.map { !"#;@!$%^&|(".utf8.contains($0) } ?? false
  }

  private static func has(_ text: String, _ line: ArraySlice<UInt8>) -> Bool {
    line.firstRange(of: Array(text.utf8)) != nil
  }

  /// A line in the form `Key: value`, without white space around the value.
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
  /// Returns the trailers of a message, one a line, if they are beyond doubt; `nil` if git must be
  /// asked, as where any setting is about trailers.
  package func plainTrailers(of message: [UInt8]) throws(GitError) -> String? {
    guard let plain = PlainMessage(message), try !isConfigured(section: "trailer") else {
      return nil
    }
    return plain.trailers.joined(separator: "\n")
  }
}
