import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct DoctorCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the board and this clone, and say how to mend what is wrong.",
    usage: "pmgit doctor [--fix] [--unlock] [--offline] [<options>]",
    discussion: """
      Looks at every object of the board's history, at every plan, at lock files, at
      git's configuration here, and asks the remote. It changes nothing, unless told
      to. The exit code is 1 if something is wrong; notes alone leave it 0.

      --fix mends what needs nobody's decision, as an ordinary commit: broken and
      renamed plans, missing positions, files in another form than pmgit's. What
      was there stays in the history. --unlock removes lock files that a killed
      program left behind, unless a git is at work in this repository.

      Examples:
        pmgit doctor
        pmgit doctor --fix
        pmgit doctor --json --offline | jq '.findings[] | select(.level == "problem")'
      """)

  @Flag(help: "Mend what can be mended without a decision.")
  var fix = false

  @Flag(help: "Remove lock files that were left behind.")
  var unlock = false

  @Flag(help: "Do not ask the remote.")
  var offline = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let unlocked = unlock ? try await session.unlock() : []
    var examination = try await examine(session)
    var mended: [FindingList.Entry] = []
    if fix, examination.findings.contains(where: \.isFixable) {
      mended = try await session.mend(examination)
      examination = try await examine(session)
    }
    let list = try session.words(for: examination)
    if options.json {
      session.show(
        JSONOutput.findings(
          list, mended: mended, unlocked: unlocked, board: session.store.name,
          commit: examination.commit))
    } else {
      try await session.show(session.context.terminal.text(FindingText(list)))
      // Plain records have no room for them.
      if !session.context.terminal.isForPeople {
        for hint in list.entries.flatMap(\.hints).unique { session.tell("hint: \(hint)") }
      }
    }
    if list.problemCount > 0 { throw Verdict(exit: .failed) }
  }

  private func examine(_ session: Session) async throws -> Examination {
    let progress = Progress("checking the board …", on: session.context.terminal)
    defer { progress.finish() }
    var examination = try session.store.examine(at: session.context.now)
    if let tip = examination.commit, examination.findings.allSatisfy(\.isReadable) {
      let finding = await session.store.examineSoundness(of: tip)
      if let finding { examination.findings.append(finding) }
    }
    if offline { return examination }
    let finding = try await session.store.examineRemote(
      terminalPrompt: session.context.terminal.errorIsTerminal)
    if let finding { examination.findings.append(finding) }
    return examination
  }
}

extension Session {
  /// Removes lock files that were left behind, and returns their paths.
  fileprivate func unlock() async throws -> [String] {
    let progress = Progress("waiting to see whether the lock is in use …", on: context.terminal)
    defer { progress.finish() }
    let removed = try await store.unlock(now: context.now.seconds)
    for lock in removed { tell("removed '\(lock.path)'") }
    if removed.isEmpty { tell("no lock file is in the way") }
    return removed.map(\.path)
  }

  /// Mends what can be, and returns it in words.
  fileprivate mutating func mend(_ examination: Examination) async throws -> [FindingList.Entry] {
    let author = try workspace.author()  // Sets the merge driver, too.
    let (store, now) = (store, context.now)
    var mended: [Finding] = examination.findings.filter {
      if case .mergeDriver(found: nil) = $0 { true } else { false }
    }
    let inClone = mended
    if examination.findings.contains(where: { $0.isFixable && !$0.isOfClone }) {
      _ = try await store.change(by: author) { transaction in
        let found = try store.mend(
          examination.findings, in: &transaction, at: now, using: &workspace.participant.random)
        mended = inClone + found
        return CommitMessage(
          subject: "doctor: mend \(CountWords.words(found.count, "thing"))",
          lines: try words(for: found, in: nil).map(\.message), plans: [])
      }
    }
    let entries = try words(for: mended, in: nil)
    for entry in entries { tell("mended: \(entry.message)") }
    return entries
  }

  fileprivate func words(for examination: Examination) throws -> FindingList {
    // What can't be read is a finding, and has no snapshot to tell more.
    let snapshot = examination.plans > 0 ? try store.snapshot() : nil
    return FindingList(
      try words(for: examination.findings, in: snapshot), commits: examination.commits,
      plans: examination.plans)
  }

  private func words(
    for findings: [Finding], in snapshot: BoardSnapshot?
  ) throws -> [FindingList.Entry] {
    let problems = FindingProblems(findings, of: store, snapshot: snapshot, now: context.now)
    return try findings.map { finding in
      let found = try problems.problem(finding)
      return FindingList.Entry(
        isNote: found.isNote, code: found.problem.code.rawValue, plan: found.plan?.text,
        message: found.problem.message, details: found.problem.detail,
        hints: found.problem.hints.map(words(of:)), isFixable: found.isFixable)
    }
  }
}

extension Finding {
  /// Whether the objects can be looked at all the same.
  fileprivate var isReadable: Bool {
    switch self {
    case .damaged, .failure: false
    default: true
    }
  }

  fileprivate var isOfClone: Bool { if case .mergeDriver = self { true } else { false } }
}
