import Git
import PlanStore

/// A file for agent clients that pmgit writes as a whole.
///
/// A file counts as pmgit's own if it has the beginning and the end that every version of pmgit
/// writes, and between them only text that pmgit may have written. pmgit does not change any other
/// file, except that a removal takes its part out of instructions.
struct OwnFile: Sendable {
  let path: String
  /// The clients that read the file; empty for common instructions that no client in use reads.
  let clients: [AgentClient]
  /// The beginning and the end of the file are `head` and `tail` in all versions of pmgit; `body`
  /// is what this version writes between them. Lines end in line feeds.
  let head: String
  let body: String
  let tail: String
  /// Whether some version of pmgit may have written this text between `head` and `tail`.
  let isBody: @Sendable (String) -> Bool
  /// Whether `head` and `tail` mark a part that can be removed from a file with other lines.
  let isSection: Bool
  /// The lines to add by hand to a file that pmgit did not write.
  let addition: [String]
  /// The advice where to insert these lines.
  let advice: Hint
  /// A text that shows that a file already has the lines, in any wording.
  let trace: String

  /// The content that pmgit writes.
  var bytes: [UInt8] { Array((head + body + tail).utf8) }

  /// Returns the state of a file with the given content.
  func state(of content: WorkTreeFiles.Content) -> AgentSetup.State {
    switch content {
    case .absent: .absent
    case .obstacle: .foreign
    case .linked(let text): foreignState(of: text)
    case .bytes(let text): ownState(of: text) ?? foreignState(of: text)
    }
  }

  /// Returns the state of a file of pmgit's own; nil if the file is not pmgit's own.
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
    String(decoding: text, as: UTF8.self).contains(trace) ? .byHand : .foreign
  }

  /// Returns a file without the part that pmgit wrote, with all other bytes as they are; nil if the
  /// file has no such part, or several.
  func remainder(of text: [UInt8]) -> [UInt8]? {
    guard isSection else { return nil }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let plain = lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }
    let begins = plain.indices.filter { plain[$0...].starts(with: Self.lines(of: head)) }
    let ends = plain.indices.filter { plain[$0...].starts(with: Self.lines(of: tail)) }
    guard let begin = begins.first, let end = ends.first, begins.count == 1, ends.count == 1,
      begin < end
    else { return nil }
    let part = text[lines[begin].startIndex..<lines[end].startIndex]
    guard isBody(String(decoding: part.dropFirst(head.utf8.count), as: UTF8.self)) else {
      return nil
    }
    return Array(text[..<part.startIndex] + text[lines[end].endIndex...].dropFirst())
  }

  private static func lines(of text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split(separator: 0x0A)
  }

  /// Returns a text with LF instead of CRLF line endings. git may have checked the file out with
  /// CRLF.
  private static func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
    text.reduce(into: []) { result, byte in
      if byte == 0x0A, result.last == 0x0D { result.removeLast() }
      result.append(byte)
    }
  }
}
