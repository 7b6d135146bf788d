/// A file attached to a plan. The plan stores its name, size and type; the bytes are a blob in the
/// board's repository.
package struct Attachment: Hashable, Sendable {
  package internal(set) var id: String
  /// The name that a person gave the file. It may be unsafe; see `AttachmentName`.
  package var name: String
  /// The number of bytes; nil if the plan has no valid size.
  package var size: Int?
  /// The media type, as `FileType` guessed it when the file was attached.
  package var type: String
  package var at: Timestamp?
  /// The person who attached the file, `Name <email>`.
  package var by: String
  /// The id of the blob, in 40 hexadecimal digits.
  package var blob: String

  package init(
    id: String, name: String, size: Int?, type: String, at: Timestamp?, by: String, blob: String
  ) {
    (self.id, self.name, self.size, self.type) = (id, name, size, type)
    (self.at, self.by, self.blob) = (at, by, blob)
  }
}

extension Attachment {
  /// The members of a record that are written when the file is attached, and never again.
  static let writtenOnce: Set<ExactString> = ["name", "size", "type", "at", "by", "blob"]

  /// The members of a record that this version knows.
  static let members = writtenOnce.union(["gone"])

  init(_ record: PlanRecords.Record) {
    let (id, record) = (record.id, record.members)
    let size = record["size"]?.number?.integer
    self.init(
      id: id.text, name: record["name"]?.string ?? "", size: size.flatMap { $0 < 0 ? nil : $0 },
      type: record["type"]?.string ?? "", at: record["at"]?.string.flatMap(Timestamp.init),
      by: record["by"]?.string ?? "", blob: record["blob"]?.string ?? "")
  }

  /// Whether `left` is shown before `right`. Files without a valid time come first, then the
  /// oldest. Files that were attached together are sorted by name.
  static func precedes(_ left: Attachment, _ right: Attachment) -> Bool {
    if left.at != right.at {
      return (left.at?.milliseconds ?? .min) < (right.at?.milliseconds ?? .min)
    }
    return (ExactString(left.name), ExactString(left.id))
      < (ExactString(right.name), ExactString(right.id))
  }
}

extension Edit {
  package static func attachment(_ file: Attachment) -> [Edit] {
    let path = { (member: String) in PlanList.files.path(file.id, member) }
    return [
      .write(path("name"), .string(file.name)),
      .write(path("size"), file.size.map(JSONValue.number) ?? .null),
      .write(path("type"), .string(file.type)),
      .write(path("at"), .optional(file.at?.description)),
      .write(path("by"), .string(file.by)),
      .write(path("blob"), .string(file.blob)),
    ]
  }
}

// MARK: - Names

/// The rules for names of attached files.
///
/// Names may come from other people's clones, and a file may be saved here under its name. So names
/// that lead to another folder, hide the file, or look like an option are refused.
package enum AttachmentName {
  /// The longest name, in UTF-8 bytes; most file systems have this limit.
  package static let longest = 255

  /// Returns why a name is refused, as the end of a sentence: `is empty`. Returns nil if a file
  /// here can have the name.
  package static func fault(of name: String) -> String? {
    let bytes = name.utf8
    if bytes.isEmpty { return "is empty" }
    if bytes.count > longest { return "is longer than \(longest) bytes" }
    if bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
      return "has a slash or a backslash in it"
    }
    if name.unicodeScalars.contains(where: isUnseen) { return "has characters that can't be seen" }
    switch bytes.first {
    case UInt8(ascii: "."): return "begins with a full stop"
    case UInt8(ascii: "-"): return "begins with a hyphen"
    case UInt8(ascii: " "): return "begins with a space"
    default: break
    }
    return bytes.last == UInt8(ascii: " ") || bytes.last == UInt8(ascii: ".")
      ? "ends with a space or a full stop" : nil
  }

  /// Returns the last component of a path, which is the usual name of the file there.
  package static func last(of path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    return parts.last.map { String(decoding: Array($0), as: UTF8.self) } ?? ""
  }

  /// Whether a scalar is invisible and changes the text around it, or is not a character.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    // These two join letters of some scripts, and the parts of an emoji.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
    return [.control, .format, .lineSeparator, .paragraphSeparator, .surrogate]
      .contains(scalar.properties.generalCategory)
  }
}

extension PlanDocument {
  /// The attached files that the plan shows, oldest first; empty if the plan is deleted.
  package var files: [Attachment] {
    let files = records(in: "files").filter { !$0.value.isRemovedItem }
      .map { Attachment(PlanRecords.Record(id: $0.key, members: $0.value)) }
    if files.isEmpty || isHidden { return [] }
    return files.sorted { Attachment.precedes($0, $1) }
  }
}
