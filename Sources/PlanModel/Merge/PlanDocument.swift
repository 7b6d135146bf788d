/// An element of a plan: a value and its stamp. Merges compare, keep and drop whole elements.
package struct StampedValue: Hashable, Sendable {
  package let stamp: Stamp
  package let value: JSONValue

  package init(stamp: Stamp = .none, value: JSONValue) {
    (self.stamp, self.value) = (stamp, value)
  }

  /// Whether `left` is shown before `right`: the later stamp first, then the greater canonical
  /// bytes.
  static func isShownBefore(_ left: StampedValue, _ right: StampedValue) -> Bool {
    if left.stamp != right.stamp { return left.stamp > right.stamp }
    return CanonicalJSON.bytes(of: right.value)
      .lexicographicallyPrecedes(CanonicalJSON.bytes(of: left.value))
  }

  /// Returns the elements of one path in display order, without duplicates.
  static func inOrder(_ elements: [StampedValue]) -> [StampedValue] {
    elements.count > 1 ? Set(elements).sorted(by: isShownBefore) : elements
  }
}

/// A plan, or the settings of a board, in the form for merges: each path has a set of elements.
///
/// Nearly every set has one element. An edit replaces the sets at the paths that it writes.
package struct PlanDocument: Hashable, Sendable {
  /// The version of the format in which the file was written.
  package var format: Int
  /// The id of a plan, or `board`.
  package var id: ExactString
  /// The elements by path. No array is empty; each is sorted and has no duplicates, the shown
  /// element first.
  package private(set) var elements: [ElementPath: [StampedValue]] = [:]

  /// The newest format that this version can read.
  package static let supportedFormat = 1

  package init(id: ExactString, format: Int = supportedFormat) {
    (self.id, self.format) = (id, format)
  }

  package init(_ contents: PlanContents) {
    self.init(id: contents.id, format: contents.format)
    elements.reserveCapacity(contents.values.count)
    for place in contents.places { elements[place.path] = contents.elements(at: place) }
  }

  /// The elements at a path, the shown one first. The setter sorts them and drops duplicates.
  package subscript(path: ElementPath) -> [StampedValue] {
    get { elements[path] ?? [] }
    set {
      elements[path] = newValue.isEmpty ? nil : StampedValue.inOrder(newValue)
    }
  }

  /// Returns the shown value at a path; nil if the path has no elements.
  package func value(at path: ElementPath) -> JSONValue? { elements[path]?[0].value }
}

// MARK: - Stamps

/// The time when a value was written: a UTC time with milliseconds, `~` and five random characters.
///
/// Stamps decide only which value is *shown*; the commit graph decides which values an edit
/// replaces. So any text is accepted: a malformed stamp from another clone is just sorted by its
/// bytes.
///
/// A stamp that begins with `*` marks a value that the program derived from another change, such as
/// the values of a next plan. It sorts before all times, so a value that a person wrote
/// independently is shown instead.
package struct Stamp: Hashable, Comparable, Sendable {
  /// The stamp's text; empty for values from the plan's creation.
  package let text: ExactString

  package init(_ text: ExactString) { self.text = text }

  /// The empty stamp, for values from the plan's creation.
  package static let none = Stamp("")

  /// The stamp of the first values of a derived plan. It is the same in all clones.
  package static let derived = Stamp(ExactString(derivedMark))

  private static let derivedMark = "*"

  /// Whether the program derived the value from another change, so that no person chose it.
  package var isDerived: Bool { text.text.utf8.first == UInt8(ascii: "*") }

  /// The stamp of the values that the program derives from a change with this stamp.
  package var ofDerived: Stamp {
    isDerived ? self : Stamp(ExactString(Self.derivedMark + text.text))
  }

  /// The text without the mark of derived values.
  private var unmarked: Substring { text.text.dropFirst(isDerived ? 1 : 0) }

  /// Creates a stamp with this time and five random characters.
  package init(at time: Timestamp, using generator: inout some RandomNumberGenerator) {
    var suffix: [UInt8] = []
    for _ in 0..<5 {
      suffix.append(PlanID.digits[Int.random(in: PlanID.digits.indices, using: &generator)])
    }
    text = ExactString("\(time)~\(String(decoding: suffix, as: UTF8.self))")
  }

  /// The time in the stamp; nil if the stamp contains no valid time.
  package var time: Timestamp? {
    let text = unmarked
    guard let tilde = text.utf8.firstIndex(of: UInt8(ascii: "~")) else { return nil }
    return Timestamp(String(text[..<tilde]))
  }

  /// Whether the stamp has exactly the form that pmgit writes.
  var isWellFormed: Bool {
    let start = isDerived ? 1 : 0
    let bytes = text.text.utf8.span.extracting(droppingFirst: start)
    guard bytes.count == 30, time != nil, bytes[24] == UInt8(ascii: "~") else { return false }
    // `time` accepts several forms; pmgit writes only this one.
    let isWritten =
      bytes[10] == UInt8(ascii: "T") && bytes[19] == UInt8(ascii: ".")
      && bytes[23] == UInt8(ascii: "Z") && bytes[17] != UInt8(ascii: "6")
    return isWritten && (25..<30).allSatisfy { PlanID.digits.contains(bytes[$0]) }
  }

  /// Whether one command wrote both stamps: they end in the same characters.
  func isOfSameCommand(as other: Stamp) -> Bool {
    isWellFormed && other.isWellFormed
      && text.text.utf8.suffix(5).elementsEqual(other.text.text.utf8.suffix(5))
  }

  /// Returns a stamp with an earlier time and the same random characters; the same stamp if it has
  /// no time.
  func earlier(byMilliseconds milliseconds: Int64) -> Stamp {
    dated(time.map { Timestamp(milliseconds: $0.milliseconds - milliseconds) })
  }

  /// Returns a stamp with another time, and the same mark and random characters; the same stamp if
  /// `time` is nil or the stamp has no `~`.
  func dated(_ time: Timestamp?) -> Stamp {
    guard let time, let tilde = text.text.firstIndex(of: "~") else { return self }
    let mark = isDerived ? Self.derivedMark : ""
    return Stamp(ExactString("\(mark)\(time)\(text.text[tilde...])"))
  }

  package static func < (left: Stamp, right: Stamp) -> Bool { left.text < right.text }
}
