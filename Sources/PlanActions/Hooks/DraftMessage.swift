import Git
import PlanModel
import PlanStore

/// The file in which git passes the message of a commit that is about to be made.
package struct MessageFile {
  /// The absolute path.
  package let path: String
  /// Reads this file, or another one such as a template named by the configuration.
  let read: (_ path: String) throws -> [UInt8]

  package init(path: String, read: @escaping (_ path: String) throws -> [UInt8]) {
    (self.path, self.read) = (path, read)
  }
}

/// The message of a commit that is about to be made, as it is in git's file. It still has the
/// comments and other lines that git will remove.
struct DraftMessage {
  let bytes: [UInt8]
  let comment: CommentMark
  let workspace: Workspace
  let file: MessageFile
  /// The lines above git's scissors line, without comments and trailing white space. Leading empty
  /// lines are dropped.
  private let lines: [String]
  let text: String

  init(_ file: MessageFile, _ workspace: Workspace) throws {
    (self.file, self.workspace, bytes) = (file, workspace, try file.read(file.path))
    text = String(decoding: bytes, as: UTF8.self)
    comment = try CommentMark(of: text, workspace)
    lines = Lines.split(text).prefix { [comment] in $0 != comment.scissors }
      .filter { [comment] in !comment.begins($0) }
      .map { line in String(line.reversed().drop { $0.isWhitespace }.reversed()) }
      .drop { $0.isEmpty }.map(\.self)
  }

  /// Returns the template that the configuration names; nil if it names none.
  func template() throws -> DraftMessage? {
    guard var path = try workspace.configured("commit.template"), !path.isEmpty else { return nil }
    if path.hasPrefix("~/") {
      path = (workspace.participant.environment["HOME"] ?? "") + path.dropFirst()
    }
    return try DraftMessage(MessageFile(path: path, read: file.read), workspace)
  }

  var subject: String { lines.first ?? "" }

  /// Returns the message's trailers as git finds them, one per line; empty if they can't name a
  /// plan.
  func trailers() async throws -> String {
    guard PlanReference.mayBe(in: text) else { return "" }
    return try await workspace.store.trailers(ofMessage: bytes, commentMark: comment.text)
  }

  /// Returns the message's references to plans.
  func references(in trailers: String) -> [PlanReference] {
    PlanReference.read(subject: subject, trailers: trailers)
  }

  /// Returns the message with the trailer added; nil if only git can determine the trailer's place.
  func adding(_ trailer: String) -> [UInt8]? {
    // As in 'git commit -s', the first line stays free for the subject, with an empty line below
    // it.
    if subject.isEmpty { return Array("\n\n\(trailer)\n".utf8) + bytes }
    return BoardStore.adding(trailer, toMessage: bytes, commentMark: comment.text)
  }

  /// The references to plans in all lines, whether or not the lines are trailers.
  var seemingReferences: [PlanReference] { PlanReference.likely(in: lines) }

  /// Whether the author wrote nothing in the editor.
  ///
  /// The message then has only the line that pmgit added, sign-offs, and the template.
  func isUntouched() throws -> Bool {
    // A message given with '-m' is complete.
    guard workspace.participant.environment["GIT_EDITOR"] != ":",
      lines.contains(where: Self.isAdded)
    else { return false }
    let template = try template()?.written ?? []
    return written.isEmpty || written == template
  }

  private var written: [String] {
    lines.filter { !$0.isEmpty && !Self.isAdded($0) && !$0.hasPrefix("Signed-off-by: ") }
  }

  private static func isAdded(_ line: String) -> Bool {
    let lead = "Plan: "
    return line.hasPrefix(lead) && PlanID(String(line.dropFirst(lead.count))) != nil
  }
}

/// The mark that begins comment lines in a draft message, and whether git removes such lines.
struct CommentMark {
  /// The mark; nil if no editor was opened, because git adds no comments then.
  let text: String?
  private let isTakenOut: Bool

  /// Finds the text that begins a comment line in a draft of a commit message.
  ///
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
  /// Git chooses a character that begins no line of the message, and puts its own comments at the
  /// end of the draft. So the mark begins the scissors line, or else the last line. Returns `#` if
  /// that line begins with no possible mark.
  private static func chosen(in draft: String) -> String {
    let candidates = "#;@!$%^&|:"
    let lines = draft.split(separator: "\n")
    let cut = lines.first { $0.dropFirst() == scissors && candidates.contains($0.prefix(1)) }
    guard let mark = (cut ?? lines.last)?.first, candidates.contains(mark) else { return "#" }
    return String(mark)
  }

  /// The line above the diff of `git commit -v`, without the comment mark.
  private static let scissors = " ------------------------ >8 ------------------------"

  /// The line that ends the message; git ignores all text below it. nil without a mark.
  var scissors: String? { text.map { $0 + Self.scissors } }

  /// Whether a line is a comment that git removes.
  func begins(_ line: String) -> Bool {
    isTakenOut && text.map { line.hasPrefix($0) } ?? false
  }
}
