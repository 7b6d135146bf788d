import PlanModel
import PlanStore

/// The file in which git hands over the message of a commit that it is about to make.
package struct MessageFile {
  /// The absolute path.
  package let path: String
  /// Reads it, or another file, as a template that the configuration names.
  let read: (_ path: String) throws -> [UInt8]

  package init(path: String, read: @escaping (_ path: String) throws -> [UInt8]) {
    (self.path, self.read) = (path, read)
  }
}

/// The message of a commit that git is about to make, as in the file: with comments, and with the
/// lines that git itself will remove.
struct DraftMessage {
  let bytes: [UInt8]
  let comment: CommentMark
  private let workspace: Workspace
  private let file: MessageFile
  /// Its lines without comments and without trailing white space, from the first non-empty one on.
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

  /// Returns the template that the configuration names, if any.
  func template() throws -> DraftMessage? {
    guard var path = try workspace.configured("commit.template"), !path.isEmpty else { return nil }
    if path.hasPrefix("~/") {
      path = (workspace.participant.environment["HOME"] ?? "") + path.dropFirst()
    }
    return try DraftMessage(MessageFile(path: path, read: file.read), workspace)
  }

  var subject: String { lines.first ?? "" }

  /// Returns the message's references to plans.
  func references() async throws -> [PlanReference] {
    guard PlanReference.mayBe(in: text) else { return [] }
    return PlanReference.read(
      subject: subject,
      trailers: try await workspace.store.trailers(ofMessage: bytes, commentMark: comment.text))
  }

  /// Returns the message with the trailer added; nil if only git can find the trailer's place.
  func adding(_ trailer: String) -> [UInt8]? {
    // As 'git commit -s' does: the first line stays free for the subject, with an empty line below.
    if subject.isEmpty { return Array("\n\n\(trailer)\n".utf8) + bytes }
    return BoardStore.adding(trailer, toMessage: bytes, commentMark: comment.text)
  }

  /// The references to plans in its lines, trailers or not.
  var seemingReferences: [PlanReference] { PlanReference.likely(in: lines) }

  /// Whether the person has written nothing: the message is only the line that was added before the
  /// editor opened, sign-offs, and the template.
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
