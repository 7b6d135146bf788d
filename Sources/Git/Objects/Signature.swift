/// A person and a time: the author or committer of a commit, or the writer of a reflog line.
package struct Signature: Equatable, Sendable {
  /// The person's name.
  package var name: String

  /// The person's address; git allows it to be empty.
  package var email: String

  /// Seconds since 1970, UTC.
  package var seconds: Int64

  /// The local time's distance from UTC in minutes, positive in the east.
  package var offsetMinutes: Int

  /// Creates a signature from unchanged parts; `writeCommit` refuses those that git cannot store.
  package init(name: String, email: String, seconds: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }

  /// The person without the time: `Ada Lovelace <ada@example.org>`.
  package var formatted: String { "\(name) <\(email)>" }

  /// The time as git writes it: `1700000000 +0130`.
  package var formattedTime: String { "\(seconds) \(formattedOffset)" }

  private var formattedOffset: String {
    let minutes = abs(offsetMinutes)
    let digits = String(minutes / 60 * 100 + minutes % 60)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return (offsetMinutes < 0 ? "-" : "+") + padding + digits
  }
}

extension Signature {
  /// The reason why a commit cannot carry this signature, or `nil` if it can.
  ///
  /// The rules are those of `git fsck`: a name that is not empty, no `<`, `>`, newline or NUL in
  /// name and email, no time before 1970, and an offset of four digits.
  var problem: String? {
    let forbidden: Set<UInt8> = [0, UInt8(ascii: "\n"), UInt8(ascii: "<"), UInt8(ascii: ">")]
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) { return "the name is empty" }
    if name.utf8.contains(where: forbidden.contains) { return "the name has '<', '>' or a newline" }
    if email.utf8.contains(where: forbidden.contains) {
      return "the email has '<', '>' or a newline"
    }
    if seconds < 0 { return "the time is before 1970" }
    if abs(offsetMinutes) >= 100 * 60 { return "the time zone is out of range" }
    return nil
  }

  /// Whether git writes a name or an address as it is: it has a letter or digit, no `<`, `>` or newline, and no crud
  /// around it.
  package static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && withoutCrud(text) == text
  }

  /// Returns `text` as git writes it in a signature: without `<`, `>`, newlines and NULs, and
  /// without the spaces and punctuation around it, which git calls crud.
  ///
  /// The C function is git's `strbuf_addstr_without_crud`.
  static func withoutCrud(_ text: String) -> String {
    let removed = Set("\0\n<>".utf8)
    let crud = Set(".,:;<>\"\\'".utf8)
    func isCrud(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") || crud.contains(byte) }

    let trimmed = Array(text.utf8.drop(while: isCrud)).reversed().drop(while: isCrud).reversed()
    return String(decoding: trimmed.filter { !removed.contains($0) }, as: UTF8.self)
  }
}
