import PlanStore

/// The mark of comment lines in the draft of a message, and whether git removes such lines.
struct CommentMark {
  /// nil if no editor was open: git adds no comment then.
  let text: String?
  private let isTakenOut: Bool

  /// - Parameter draft: The draft, from which a mark chosen by git is read.
  init(of draft: String, _ workspace: Workspace) throws {
    // git sets the editor ':' if it opens none.
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

  /// Returns the mark that git chose. Git takes the first of these that begins no line of the
  /// message, and its own comments are at the end.
  private static func chosen(in draft: String) -> String {
    let candidates = "#;@!$%^&|:"
    let lines = draft.split(separator: "\n")
    let cut = lines.first { $0.dropFirst() == scissors && candidates.contains($0.prefix(1)) }
    guard let mark = (cut ?? lines.last)?.first, candidates.contains(mark) else { return "#" }
    return String(mark)
  }

  /// The line after which `git commit -v` shows the changes, without the mark.
  private static let scissors = " ------------------------ >8 ------------------------"

  /// The line below which no text belongs to the message.
  var scissors: String? { text.map { $0 + Self.scissors } }

  /// Whether a line is a comment that git removes.
  func begins(_ line: String) -> Bool {
    isTakenOut && text.map { line.hasPrefix($0) } ?? false
  }
}
