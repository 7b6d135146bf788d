/// The place in another tracker from which an alias comes: `github:owner/repo` of
/// `github:owner/repo#12`, `jira:APP` of `jira:APP-12`, `jira:host/APP` of `jira:host/APP-12`,
/// `trello` of `trello:Qr7`.
///
/// A file lists the plans of some sources. Plans of other sources are not missing from it.
///
/// Sources are compared as aliases are; see `AliasKey`.
struct ImportSource: Hashable, Sendable {
  /// The source in the spelling of the alias.
  let text: String
  private let key: ExactString

  /// Finds the tracker and the repository in an alias.
  ///
  /// - Returns: nil for an alias that names no tracker.
  init?(of written: String) {
    let alias = AliasKey(written).text.text
    guard let colon = alias.firstIndex(of: ":"), colon != alias.startIndex else { return nil }
    let name = alias[alias.index(after: colon)...]
    let end: String.Index
    if let number = name.lastIndex(of: "#") {
      end = number
    } else if let dash = name.lastIndex(of: "-"), Self.hasKey(name[..<dash]),
      Self.isNumber(name[name.index(after: dash)...])
    {
      end = dash
    } else {
      end = colon
    }
    key = ExactString(String(alias[..<end]))
    // The alias has the same length in both spellings.
    text = String(decoding: written.utf8.prefix(alias[..<end].utf8.count), as: UTF8.self)
  }

  static func == (left: ImportSource, right: ImportSource) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Whether a text is the key of a project, such as `APP` or `WEB2`, possibly after a host.
  private static func hasKey(_ text: Substring) -> Bool {
    let slash = text.lastIndex(of: "/")
    let text = slash.map { text[text.index(after: $0)...] } ?? text
    let isUpper = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    return text.utf8.first.map(isUpper) == true
      && text.utf8.allSatisfy { isUpper($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
