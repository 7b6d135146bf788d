import PlanStore

/// The mark that begins comment lines in a draft message, and whether git removes such lines.
struct CommentMark {
  /// The mark; nil if no editor was opened, because git adds no comments then.
  let text: String?
  private let isTakenOut: Bool

  /// - Parameter draft: The draft; an automatically chosen mark is read from it.
  init(of draft: String, _ workspace: Workspace) throws {
    // git sets the editor ':' if it opens no editor.
    if workspace.participant.environment["GIT_EDITOR"] == ":" {
      (text, isTakenOut) = (nil, false)
      return
    }
    let repository = workspace.store.repository
    let configured =
      try repository.configString("core.commentString")
      ?? repository.configString("core.commentChar")
    isTakenOut = try ["default", "strip"].contains(
      repository.configString("commit.cleanup") ?? "default")
    text = configured == "auto" ? Self.chosen(in: draft) : configured ?? "#"
  }

  /// Returns the mark that git chose for the draft.
  ///
  /// Git takes the first candidate that begins no line of the message. Its own comments are at the
  /// end of the draft.
  private static func chosen(in draft: String) -> String {
    let candidates = "#;@!$%^&|:"
    let lines = draft.split(separator: "\n")
    let cut = lines.first { $0.dropFirst() == scissors && candidates.contains($0.prefix(1)) }
    guard let mark = (cut ?? lines.last)?.first, candidates.contains(mark) else { return "#" }
    return String(mark)
  }

  /// The line above the diff of `git commit -v`, without the comment mark.
  private static let scissors = " ------------------------ >8 ------------------------"

  /// The line that ends the message; git ignores all text below it.
  var scissors: String? { text.map { $0 + Self.scissors } }

  /// Whether a line is a comment that git removes.
  func begins(_ line: String) -> Bool {
    isTakenOut && text.map { line.hasPrefix($0) } ?? false
  }
}
