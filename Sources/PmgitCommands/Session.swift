import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

/// One run of a command: its context, its global options, and the board that it works on.
struct Session {
  var context: CommandContext
  let options: GlobalOptions
  let store: BoardStore

  init(_ context: CommandContext, _ options: GlobalOptions) throws {
    self.context = context
    self.options = options
    store = try BoardStore(
      at: Self.directory(context, options), environment: context.environment,
      board: try options.boardName())
    let configured = try git { [store] () throws(GitError) -> String? in
      let own = try store.repository.configString("color.pmgit")
      return if let own { own } else { try store.repository.configString("color.ui") }
    }
    self.context.terminal.decide(
      color: options.color, environment: context.environment, gitColor: configured)
    if let patience = context.patience { store.patience = patience }
    store.onStaleWorktree = { [self] in warn(of: $0) }
  }

  /// The folder of the command: each `-C` is relative to the one before.
  static func directory(_ context: CommandContext, _ options: GlobalOptions) -> String {
    options.directory.reduce(context.directory) { $1.hasPrefix("/") ? $1 : "\($0)/\($1)" }
  }

  // MARK: - Who and when

  /// Who makes a change now, with a stamp of its own.
  ///
  /// - Parameter role: Where the person's identity is. In a hook it is the committer's: git sets the
  ///   author's to that of the commit, which may be somebody else.
  mutating func author(as role: SignatureRole = .author) throws -> Author {
    guard let author = try identity(role), let committer = try identity(.committer) else {
      throw StoreError.noIdentity
    }
    try installMergeDriver()
    return Author(
      author: author, committer: committer,
      stamp: Stamp(at: context.now, using: &context.random))
  }

  /// Tells git to merge plans with pmgit, in this clone, unless somebody set it otherwise.
  ///
  /// Done by 'init' and by the first write or sync, so that a clone that was never told of pmgit
  /// merges right by hand as well.
  func installMergeDriver() throws {
    try git { [store] () throws(GitError) in
      guard try store.repository.configString(MergeDriver.key) == nil else { return }
      try store.repository.setConfig(MergeDriver.nameKey, MergeDriver.name)
      try store.repository.setConfig(MergeDriver.key, MergeDriver.command)
    }
  }

  func identity(_ role: SignatureRole) throws -> Signature? {
    try git { () throws(GitError) in
      try store.repository.identity(
        role, environment: context.environment, seconds: context.now.seconds,
        offsetMinutes: context.minutesAheadOfUTC)
    }
  }

  /// The person whom `@me` means; nil where git has no identity.
  func me() throws -> Person? {
    try identity(.author).map { Person(name: $0.name, email: $0.email) }
  }

  // MARK: - Output

  /// Prints a result; a long one goes through the pager on a terminal.
  func show(_ text: String) async throws {
    guard let height = context.terminal.heightInLines, context.terminal.isTerminal,
      !options.noPager, text.utf8.count(where: { $0 == 0x0A }) >= height
    else {
      context.output.result(text)
      return
    }
    let program = store.repository.program(environment: context.environment)
    let pager: String
    do { pager = try await program.variable("GIT_PAGER") } catch {
      context.output.result(text)  // Without git there is no pager to ask for.
      return
    }
    guard Pager.isNeeded(for: text, on: context.terminal, command: pager) else {
      context.output.result(text)
      return
    }
    do {
      try await Pager.page(text, command: pager, environment: context.environment)
    } catch {
      tell("warning: the pager '\(pager)' could not be started")
      context.output.result(text)
    }
  }

  func show(_ document: JSONObject) {
    context.output.result(
      String(decoding: CanonicalJSON.file(of: .object(document)), as: UTF8.self))
  }

  /// Tells what helps; its commands name the board, if it was named to this one.
  func tell(hint: Hint) { tell("hint: \(words(of: hint))") }

  /// A sentence with commands in it, which name the board, if it was named to this one.
  func words(of hint: Hint) -> String { hint.text(naming: options.board) }

  /// Tells what happened, on standard error, unless messages are not wanted.
  func tell(_ message: String) {
    guard !options.quiet else { return }
    context.output.message(SafeText(message).string + "\n")
  }
}
