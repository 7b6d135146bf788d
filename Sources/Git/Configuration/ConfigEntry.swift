/// An entry of the configuration; its key is `section.SUBSECTION.name` or `section.name`, with the
/// section and the name in lower case.
struct ConfigEntry {
  let key: String
  let value: String

  // Keys are compared as bytes: as characters, a combining mark would join the dot before it.

  func isOf(_ section: String) -> Bool { key.utf8.starts(with: "\(section).".utf8) }

  /// Returns the subsection of a key `section.SUBSECTION.name`; nil if the key has another form.
  func subsection(of section: String, before name: String) -> String? {
    let end = ".\(name)".utf8
    let rest = key.utf8.dropFirst(section.utf8.count + 1)
    guard isOf(section), rest.count > end.count, rest.suffix(end.count).elementsEqual(end) else {
      return nil
    }
    return String(decoding: Array(rest.dropLast(end.count)), as: UTF8.self)
  }
}
