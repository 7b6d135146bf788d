/// When a value was written: UTC milliseconds, `~` and five random characters.
///
/// A stamp orders what is *shown*; which edit has seen which is read from the commit graph. So any
/// text is a stamp: a malformed one from elsewhere is only sorted by its bytes.
package struct Stamp: Hashable, Comparable, Sendable {
  /// The stamp's text; empty for a value that was set when its plan was created.
  package let text: ExactString

  package init(_ text: ExactString) { self.text = text }

  /// The stamp of values that carry none.
  package static let none = Stamp("")

  /// Makes the stamp of one command.
  package init(at time: Timestamp, using generator: inout some RandomNumberGenerator) {
    var suffix: [UInt8] = []
    for _ in 0..<5 {
      suffix.append(PlanID.digits[Int.random(in: PlanID.digits.indices, using: &generator)])
    }
    text = ExactString("\(time)~\(String(decoding: suffix, as: UTF8.self))")
  }

  /// Makes the stamp of what became of a plan elsewhere: the same in every clone that imports it.
  init(at time: Timestamp, of id: PlanID) {
    text = ExactString("\(time)~\(id.text.suffix(5))")
  }

  /// The time part as it is written, or nil where the stamp has none.
  package var time: Timestamp? {
    guard let tilde = text.text.utf8.firstIndex(of: UInt8(ascii: "~")) else { return nil }
    return Timestamp(String(text.text[..<tilde]))
  }

  /// Whether it is of the form that pmgit writes, to the byte.
  var isWellFormed: Bool {
    guard let time else { return false }
    let suffix = text.text.utf8.suffix(5)
    return suffix.allSatisfy(PlanID.digits.contains)
      && text.text == "\(time)~\(String(decoding: Array(suffix), as: UTF8.self))"
  }

  /// A stamp like this one, of a moment before; the same one if it has no time.
  func earlier(byMilliseconds milliseconds: Int64) -> Stamp {
    guard let time, let tilde = text.text.firstIndex(of: "~") else { return self }
    let before = Timestamp(milliseconds: time.milliseconds - milliseconds)
    return Stamp(ExactString("\(before)\(text.text[tilde...])"))
  }

  package static func < (left: Stamp, right: Stamp) -> Bool { left.text < right.text }
}
