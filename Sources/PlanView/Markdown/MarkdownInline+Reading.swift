extension MarkdownInline {
  /// Parses a paragraph, a heading or a table cell, whose lines are separated by line feeds.
  ///
  /// - Complexity: Linear in the length of the text.
  static func pieces(of text: String) -> [MarkdownInline] {
    var tree = InlineTree()
    for token in InlineTokens(text) { tree.add(token) }
    return tree.finished()
  }
}

/// Builds nested inline elements from marks and the text between them.
struct InlineTree {
  private var frames = [Frame(opener: nil)]

  /// The deepest nesting of elements.
  private static let deepest = 16

  private enum Opener: Equatable {
    case run(mark: UInt8, count: Int)
    case link(text: String)

    /// The opener as it was typed.
    var text: String {
      switch self {
      case .run(let mark, let count):
        String(repeating: String(decoding: [mark], as: UTF8.self), count: count)
      case .link(let text): text
      }
    }
  }

  private struct Frame {
    let opener: Opener?
    private var pieces: [MarkdownInline] = []
    /// The text after the last piece.
    private var text = ""
    var hasLink = false

    init(opener: Opener?) { self.opener = opener }

    /// The pieces, including the text after the last piece.
    var all: [MarkdownInline] { text.isEmpty ? pieces : pieces + [.text(text)] }

    mutating func add(_ more: String) { text += more }

    mutating func add(_ piece: MarkdownInline) {
      if case .text(let more) = piece { return add(more) }
      // `pieces = all` is not used, because each call would copy all earlier pieces.
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(piece)
    }

    mutating func add(_ other: Frame) {
      for piece in other.all { add(piece) }
      hasLink = hasLink || other.hasLink
    }
  }

  private var top: Frame {
    get { frames[frames.count - 1] }
    _modify { yield &frames[frames.count - 1] }
  }

  mutating func add(_ token: InlineToken) {
    switch token {
    case .text(let text): top.add(text)
    case .code(let code): top.add(.code(code))
    case .lineBreak: top.add(.lineBreak)
    case .link(let target):
      top.add(.link(target: target, [.text(target)]))
      top.hasLink = true
    case .run(let run): add(run)
    case .linkStart(let text): open(.link(text: text))
    case .linkEnd(let text, let target): closeLink(text, target)
    }
  }

  private mutating func open(_ opener: Opener) {
    if frames.count < Self.deepest {
      frames.append(Frame(opener: opener))
    } else {
      top.add(opener.text)
    }
  }

  // MARK: - Emphasis

  private mutating func add(_ run: InlineToken.Run) {
    var left = run.count
    while left > 0, run.canClose, let (index, size) = opener(of: run.mark, upTo: left) {
      flatten(downTo: index + 1)
      let frame = frames.removeLast()
      top.add(Self.piece(run.mark, size, frame.all))
      top.hasLink = top.hasLink || frame.hasLink
      left -= size
    }
    guard left > 0 else { return }
    // Three marks are strong emphasis within emphasis; more than three are text.
    let opened = run.mark == UInt8(ascii: "~") ? [2] : left == 3 ? [1, 2] : [left]
    if run.canOpen, opened.reduce(0, +) == left, left <= 3 {
      for count in opened { open(.run(mark: run.mark, count: count)) }
    } else {
      top.add(Opener.run(mark: run.mark, count: left).text)
    }
  }

  /// Returns the index of the innermost opener with this mark and at most `most` marks, and its
  /// number of marks. Returns nil if there is none inside the innermost open link.
  private func opener(of mark: UInt8, upTo most: Int) -> (index: Int, size: Int)? {
    for index in frames.indices.reversed() {
      switch frames[index].opener {
      case .run(mark, let count) where count <= most: return (index, count)
      case .run: continue
      case .link, nil: return nil
      }
    }
    return nil
  }

  private static func piece(_ mark: UInt8, _ count: Int, _ inner: [MarkdownInline])
    -> MarkdownInline
  {
    if mark == UInt8(ascii: "~") { return .struck(inner) }
    return count == 2 ? .strong(inner) : .emphasis(inner)
  }

  /// Keeps the first `count` frames. The openers of the others become text, because they were not
  /// closed.
  private mutating func flatten(downTo count: Int) {
    while frames.count > count, let frame = frames.popLast() {
      top.add(frame.opener?.text ?? "")
      top.add(frame)
    }
  }

  // MARK: - Links

  private mutating func closeLink(_ text: String, _ target: String?) {
    let start = frames.lastIndex { if case .link? = $0.opener { true } else { false } }
    guard let start else { return top.add(text) }
    flatten(downTo: start + 1)
    // A link can't contain another link.
    guard let target, !top.hasLink else {
      flatten(downTo: start)
      return top.add(text)
    }
    let words = frames.removeLast().all
    top.add(.link(target: target, words.isEmpty ? [.text(target)] : words))
    top.hasLink = true
  }

  mutating func finished() -> [MarkdownInline] {
    flatten(downTo: 1)
    return top.all
  }
}
