/// Finds fenced blocks of code among the lines of a Markdown text.
///
/// A fence is at least three backticks or tildes. A block ends at a fence of the same character
/// that is at least as long and has no text after it. Fences may be indented, as in the items of a
/// list.
package struct MarkdownFence {
  /// The fence that began the block; nil outside blocks.
  private var mark: Substring?

  package init() {}

  /// Whether a block of code has begun and not ended yet.
  package var isOpen: Bool { mark != nil }

  /// Takes the next line, and returns whether it belongs to a block of code.
  package mutating func take(_ line: String) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    guard let first = text.first, first == "`" || first == "~" else { return isOpen }
    let found = text.prefix { $0 == first }
    let rest = text[found.endIndex...]
    if let mark {
      if found.hasPrefix(mark), rest.allSatisfy(\.isWhitespace) { self.mark = nil }
      return true
    }
    // Backticks with more backticks after them are code within the line.
    guard found.count >= 3, first == "~" || !rest.contains("`") else { return false }
    mark = found
    return true
  }
}
