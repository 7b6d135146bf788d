import PlanStore

/// A file for agents' clients that pmgit writes as a whole.
///
/// A file is pmgit's own if it begins and ends as every version of pmgit writes it, and has between
/// them only what pmgit writes there. Any other file is somebody else's, and pmgit does not change
/// it.
struct OwnFile: Sendable {
  let path: String
  /// The clients that read the file; empty for instructions that no client asked for.
  let clients: [AgentClient]
  /// The beginning and the end of the file in all versions, and what this version writes between
  /// them. The line breaks are line feeds.
  let head: String
  let body: String
  let tail: String
  /// Whether any version writes such a text between the beginning and the end.
  let isBody: @Sendable (String) -> Bool
  /// What to put into a file of somebody else instead.
  let addition: Addition

  /// Lines that people put into a file of their own.
  struct Addition: Sendable {
    let lines: [String]
    /// What to do with the lines.
    let advice: Hint
    /// A text in files that have the lines already, in any form.
    let trace: String
  }

  /// The content that pmgit writes.
  var bytes: [UInt8] { Array((head + body + tail).utf8) }

  /// Returns the state of a file with some content.
  func state(of content: CodeFiles.Content) -> AgentSetup.State {
    switch content {
    case .absent: .absent
    case .obstacle: .foreign
    case .linked(let text): foreignState(of: text)
    case .bytes(let text): ownState(of: text) ?? foreignState(of: text)
    }
  }

  /// Returns nil if the file is not pmgit's own.
  private func ownState(of text: [UInt8]) -> AgentSetup.State? {
    let text = Self.withLineFeeds(text)
    let (head, tail) = (Array(head.utf8), Array(tail.utf8))
    guard text.count >= head.count + tail.count, text.starts(with: head),
      text.suffix(tail.count).elementsEqual(tail),
      isBody(String(decoding: text.dropFirst(head.count).dropLast(tail.count), as: UTF8.self))
    else { return nil }
    return text == bytes ? .installed : .outdated
  }

  private func foreignState(of text: [UInt8]) -> AgentSetup.State {
    String(decoding: text, as: UTF8.self).contains(addition.trace) ? .byHand : .foreign
  }

  /// Returns a text whose lines end in line feeds. git may have written them with carriage returns.
  private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
    text.reduce(into: []) { result, byte in
      if byte == 0x0A, result.last == 0x0D { result.removeLast() }
      result.append(byte)
    }
  }
}
