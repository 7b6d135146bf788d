import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct ValidateCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check boards and files of plans, as the guard of a server does.",
    usage: "pmgit validate [<rev>|<old>..<new>|<file>...] [<options>]",
    discussion: """
      Without an argument it checks the board here. A commit is checked with all
      of its plans; OLD..NEW checks what a push from one to the other would
      change, the column rules and the committers of 'pmgit.guard.committer'
      included; a file is checked by itself. What is no commit here is a file.
      Values that are not shown, as a priority that is none, are named as well;
      a server's guard lets those pass.

      It prints what is wrong and exits with 1; where nothing is, it exits with 0.

      Examples:
        pmgit validate
        pmgit validate origin/pmgit/main..pmgit/main
        pmgit validate plans/k7/k7m2q9x4t1ab.json
        pmgit validate --json
      """)

  @Argument(
    help: ArgumentHelp("Commits, ranges of commits, and files.", valueName: "rev|range|file"))
  var things: [String] = []

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    var found: [FoundProblem] = []
    if things.isEmpty { found += try await check(session.store.tip(), session) }
    for thing in things { found += try await check(thing, session) }
    if options.json {
      session.show(JSONOutput.violations(found, board: session.store.name, naming: options.board))
    } else {
      try await session.show(context.terminal.text(ProblemText(found.map(\.row))))
      for hint in found.map({ $0.hintWords(naming: options.board) }).unique {
        session.tell("hint: \(hint)")
      }
    }
    if !found.isEmpty {
      session.tell("found \(CountWords.words(found.count, "problem"))")
      throw Verdict(exit: .failed)
    }
    session.tell("nothing is wrong")
  }

  private func check(_ thing: String, _ session: Session) async throws -> [FoundProblem] {
    if thing.isEmpty {
      throw Problem.usage(
        "'' names neither a commit nor a file", hints: ["leave it out to check the board here"])
    }
    if let (old, new) = try range(thing, session) {
      let committers = try session.store.allowedCommitters()
      return try await check(new, since: old, by: committers, session)
    }
    if let found = try commit(thing, session) { return try await check(found, session) }
    let bytes: [UInt8]
    do {
      bytes = try HostFiles(directory: session.context.directory).read(thing)
    } catch {
      var problem = error
      problem.hints = ["it is no commit either, and no range of commits as OLD..NEW"]
      throw problem
    }
    return try FileCheck(of: bytes, named: thing).violations
      .map { FoundProblem($0, branch: thing, isOfFile: true) }
  }

  /// - Parameters:
  ///   - old: What was there before; nil to check everything.
  ///   - committers: Who may have made the commits since then; nil for everybody.
  private func check(
    _ new: ObjectID, since old: ObjectID? = nil, by committers: Committers? = nil,
    _ session: Session
  ) async throws -> [FoundProblem] {
    let store = session.store
    let branch = "pmgit/\(store.name)"
    let violations = try await BoardGuard.violations(
      in: store, from: old, to: new, committers: committers, now: session.context.now)
    let found = violations.map { FoundProblem($0, branch: branch) }
    // What is no board has no values either.
    if violations.contains(where: \.isOfHead) { return found }
    return try found
      + store.snapshot(at: new).wrongValues(since: old)
      .map { FoundProblem(Violation(.wrongValue($0), path: $0.path), branch: branch) }
  }

  /// The two ends of a range; zeros, which hosts have for a branch that was not there, are no end, and
  /// nothing is the board as it is here.
  private func range(
    _ thing: String, _ session: Session
  ) throws -> (old: ObjectID?, new: ObjectID)? {
    guard thing != "..", let range = try CommitRange(thing) else { return nil }
    let (first, last) = (range.old, range.new)
    let isNew = first.utf8.count >= 7 && first.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    let old = try isNew ? nil : end(first, session)
    let new = try end(last, session)
    if let new, isNew || old != nil { return (old, new) }
    // With one end that is a commit it can't be meant as a file.
    guard !first.isEmpty, !last.isEmpty, new != nil || old != nil else { return nil }
    throw Problem(
      code: .noCommit, message: "'\(new == nil ? last : first)' is no commit here",
      hints: ["a shallow clone may lack it, and a rewritten branch has lost it"])
  }

  private func end(_ text: String, _ session: Session) throws -> ObjectID? {
    try text.isEmpty ? session.store.tip() : commit(text, session)
  }

  private func commit(_ text: String, _ session: Session) throws -> ObjectID? {
    try git { () throws(GitError) -> ObjectID? in
      do throws(GitError) {
        return try session.store.repository.commit(named: text)
      } catch {
        // A file may be called 'f'.
        guard error.code == .ambiguous else { throw error }
        return nil
      }
    }
  }
}

extension FoundProblem {
  fileprivate var row: ProblemText.Problem {
    ProblemText.Problem(
      code: problem.code.rawValue, path: path, plan: plan?.text, field: field,
      commit: commit?.id.hex, message: problem.message, detail: commitWords)
  }
}
