/// A person and a time: the author or committer of a commit, or the writer of a reflog line.
package struct Signature: Equatable, Sendable {
  /// The person's name.
  package var name: String

  /// The person's email address, which may be empty.
  package var email: String

  /// Seconds since 1970, UTC.
  package var seconds: Int64

  /// The time zone in minutes east of UTC.
  package var offsetMinutes: Int

  /// Creates a signature without checking it. `writeCommit` refuses values that git cannot store.
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
  /// The reason why git could not store this signature in a commit; `nil` if it can.
  ///
  /// The rules are those of `git fsck`. The name must not be empty. Name and email must not contain
  /// `<`, `>`, a newline or NUL. The time must not be before 1970. The offset must have four
  /// digits.
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

  /// Whether git stores a name or an address unchanged: `withoutCrud` has nothing to remove, and
  /// the text is not empty.
  package static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && withoutCrud(text) == text
  }

  /// Returns `text` as git writes it in a signature: without `<`, `>`, newlines and NULs, and
  /// without spaces and punctuation around it, which git calls crud.
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
