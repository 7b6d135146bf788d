import ArgumentParser
import Git
import PlanActions
import PlanModel
import PlanStore
import PlanView

struct FollowCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Record commits of the code on the plans that they name, and move these.",
    usage: "pmgit follow [<rev>|<old>..<new>...] [<options>]",
    discussion: """
      For commits that no hook has seen: made on a host, as by a button that
      merges, or by somebody without hooks. It does what the hooks do: a commit
      that a plan has moves nothing again. Without an argument it is about HEAD.

      Examples:
        pmgit follow
        pmgit follow ORIG_HEAD..HEAD          what 'git pull' has brought
        pmgit follow v1.2..main && pmgit sync
      """)

  @Argument(help: ArgumentHelp("Commits and ranges of commits.", valueName: "rev|range"))
  var things: [String] = ["HEAD"]

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    // Where there is no board, no commit is followed: that is an error, and not nothing to do.
    _ = try session.store.tip()
    var commits: [ObjectID] = []
    var seen: Set<ObjectID> = []
    for thing in things {
      for id in try session.commits(named: thing) where seen.insert(id).inserted {
        commits.append(id)
      }
    }
    let recording = try await session.record(commits.map { CodeCommit($0, isNew: false) })
    if options.json {
      session.show(JSONOutput.recording(recording, board: session.store.name))
    }
    let count = recording?.entries.count ?? 0
    session.tell(
      "looked at \(CountWords.words(commits.count, "commit")): "
        + (count == 0
          ? "nothing new for any plan" : "new for \(CountWords.words(count, "plan"))"))
  }
}

extension Session {
  /// The commits that a revision, or a range of them, names: the oldest first, as they were made.
  fileprivate func commits(named text: String) throws -> [ObjectID] {
    guard let range = try CommitRange(text) else { return [try workspace.commit(named: text)] }
    let old = try workspace.commit(named: range.old.isEmpty ? "HEAD" : range.old)
    let new = try workspace.commit(named: range.new.isEmpty ? "HEAD" : range.new)
    return try git { [store] () throws(GitError) in
      try store.repository.commits(from: [new], hiding: [old], order: .topological).reversed()
    }
  }
}
