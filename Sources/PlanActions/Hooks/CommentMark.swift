import Git
import PlanStore

/// What lines of comment begin with in the draft of a message, and whether git takes them out.
struct CommentMark {
  /// nil where no editor was open: there is no line of git's own.
  let text: String?
  private let isTakenOut: Bool

  /// - Parameter draft: The draft, which tells the character that git chose by itself.
  init(of draft: String, _ workspace: Workspace) throws {
    // git sets this one where it opens no editor.
    if workspace.participant.environment["GIT_EDITOR"] == ":" {
      (text, isTakenOut) = (nil, false)
      return
    }
    let (cleanup, configured) = try git { () throws(GitError) in
      let repository = workspace.store.repository
      var mark = try repository.configString("core.commentString")
      if mark == nil { mark = try repository.configString("core.commentChar") }
      return (try repository.configString("commit.cleanup") ?? "default", mark)
    }
    isTakenOut = ["default", "strip"].contains(cleanup)
    text = configured == "auto" ? Self.chosen(in: draft) : configured ?? "#"
  }

  /// Of these git takes the first that no line of the message begins with; its own comments are at
  /// the end.
  private static func chosen(in draft: String) -> String {
    let candidates = "#;@!$%^&|:"
    let lines = draft.split(separator: "\n")
    let cut = lines.first { $0.dropFirst() == scissors && candidates.contains($0.prefix(1)) }
    guard let mark = (cut ?? lines.last)?.first, candidates.contains(mark) else { return "#" }
    return String(mark)
  }

  /// Where `git commit -v` begins to show the changes, behind the mark.
  private static let scissors = " ------------------------ >8 ------------------------"

  /// The line below which nothing belongs to the message.
  var scissors: String? { text.map { $0 + Self.scissors } }

  /// Whether a line is a comment that git takes out.
  func begins(_ line: String) -> Bool {
    isTakenOut && text.map { line.hasPrefix($0) } ?? false
  }
}
