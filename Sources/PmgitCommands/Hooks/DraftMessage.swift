import Git
import PlanModel
import PlanStore

/// The message of a commit that git is about to make, as the file has it: with comments, and with what
/// git itself will take out.
struct DraftMessage {
  private let bytes: [UInt8]
  private let session: Session
  /// Its lines without comments and without white space at their ends, from the first that is not
  /// empty on.
  private let lines: [String]
  let text: String

  /// Behind the mark of a comment, where `git commit -v` begins to show the changes.
  private static let scissors = " ------------------------ >8 ------------------------"

  init(inFile file: String, _ session: Session) throws {
    try self.init(session.readFile(file), session)
  }

  private init(_ bytes: [UInt8], _ session: Session) throws {
    self.bytes = bytes
    self.session = session
    text = String(decoding: bytes, as: UTF8.self)
    let comment = try Self.commentMark(session)
    lines = Lines.split(text).prefix { $0 != comment.map { $0 + Self.scissors } }
      .filter { line in comment.map { !line.hasPrefix($0) } ?? true }
      .map { line in String(line.reversed().drop { $0.isWhitespace }.reversed()) }
      .drop { $0.isEmpty }.map(\.self)
  }

  /// The template that the configuration names, if it names one.
  static func template(_ session: Session) throws -> DraftMessage? {
    let configured = try git { () throws(GitError) in
      try session.store.repository.configString("commit.template")
    }
    guard var path = configured, !path.isEmpty else { return nil }
    if path.hasPrefix("~/") {
      path = (session.context.environment["HOME"] ?? "") + path.dropFirst()
    }
    return try DraftMessage(inFile: path, session)
  }

  /// What a line of comment begins with; nil where git keeps such lines, as it does with `-m`.
  private static func commentMark(_ session: Session) throws -> String? {
    // git sets this one where it opens no editor.
    if session.context.environment["GIT_EDITOR"] == ":" { return nil }
    return try git { () throws(GitError) -> String? in
      let repository = session.store.repository
      let cleanup = try repository.configString("commit.cleanup") ?? "default"
      guard ["default", "strip"].contains(cleanup) else { return nil }
      var mark = try repository.configString("core.commentString")
      if mark == nil { mark = try repository.configString("core.commentChar") }
      // With 'auto' git takes the first that no line begins with, nearly always the first of all.
      return mark == "auto" ? "#" : mark ?? "#"
    }
  }

  var subject: String { lines.first ?? "" }

  /// What it says of plans.
  func references() async throws -> [PlanReference] {
    guard PlanReference.mayBe(in: text) else { return [] }
    let trailers: String
    do {
      trailers = try await session.store.repository
        .program(environment: session.context.environment).trailers(ofMessage: bytes)
    } catch {
      throw StoreError.program(error)
    }
    return PlanReference.read(subject: subject, trailers: trailers)
  }

  /// What would be said of plans by lines that git takes for text, as they are not at the end.
  func linesLikeTrailers(besides references: [PlanReference]) -> [PlanReference] {
    let body = lines.dropFirst().joined(separator: "\n")
    return PlanReference.read(subject: "", trailers: body).filter { !references.contains($0) }
  }

  /// Whether nobody has written anything: there is nothing but the line that was put in before the
  /// editor opened, sign-offs, and the template.
  func isUntouched() throws -> Bool {
    // What was given with '-m' is meant as it is.
    guard session.context.environment["GIT_EDITOR"] != ":", lines.contains(where: Self.isAdded)
    else { return false }
    let template = try Self.template(session)?.written ?? []
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
