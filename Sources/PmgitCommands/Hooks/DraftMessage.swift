import Git
import PlanModel
import PlanStore

/// The message of a commit that git is about to make, as the file has it: with comments, and with what
/// git itself will take out.
struct DraftMessage {
  let bytes: [UInt8]
  let comment: CommentMark
  private let session: Session
  /// Its lines without comments and without white space at their ends, from the first that is not
  /// empty on.
  private let lines: [String]
  let text: String

  init(inFile file: String, _ session: Session) throws {
    try self.init(session.readFile(file), session)
  }

  private init(_ bytes: [UInt8], _ session: Session) throws {
    self.bytes = bytes
    self.session = session
    text = String(decoding: bytes, as: UTF8.self)
    comment = try CommentMark(of: text, session)
    lines = Lines.split(text).prefix { [comment] in $0 != comment.scissors }
      .filter { [comment] in !comment.begins($0) }
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

  var subject: String { lines.first ?? "" }

  /// What it says of plans.
  func references() async throws -> [PlanReference] {
    guard PlanReference.mayBe(in: text) else { return [] }
    return PlanReference.read(subject: subject, trailers: try await trailers())
  }

  private func trailers() async throws -> String {
    let repository = session.store.repository
    let plain = try git { () throws(GitError) in try repository.plainTrailers(of: bytes) }
    if let plain { return plain }
    do {
      return try await repository.program(environment: session.context.environment)
        .trailers(ofMessage: bytes, commentMark: comment.text)
    } catch {
      throw StoreError.program(error)
    }
  }

  /// The message with a trailer more, if no git is needed to tell where it belongs.
  func adding(_ trailer: String) -> [UInt8]? {
    // As 'git commit -s' does: the subject comes into the first line, and a line stays empty.
    if subject.isEmpty { return Array("\n\n\(trailer)\n".utf8) + bytes }
    guard let plain = PlainMessage(bytes),
      comment.text.map({ !plain.hasLine(beginningWith: $0) }) ?? true
    else { return nil }
    return plain.adding(trailer)
  }

  /// What its lines seem to say of plans, be they trailers or not.
  var seemingReferences: [PlanReference] { PlanReference.likely(in: lines) }

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
