import Git
import PlanModel
import PlanStore
import PlanView

/// Says of each finding what it is, what is known about it, and what to type next.
struct DoctorWords {
  let session: Session
  /// The board as it is; nil where it can't be read.
  let snapshot: BoardSnapshot?
  /// The broken files whose history is told.
  let explained: Set<String>

  init(session: Session, snapshot: BoardSnapshot?, findings: [Finding]) {
    (self.session, self.snapshot) = (session, snapshot)
    let broken = findings.compactMap { finding -> String? in
      if case .unreadablePlan(let plan, _) = finding { plan.path } else { nil }
    }
    explained = Set(broken.prefix(Session.mostExplainedFiles))
  }

  private var option: String { session.store.boardOption }

  private typealias Entry = FindingList.Entry

  func entry(_ finding: Finding) throws -> FindingList.Entry {
    var entry = try words(finding)
    entry.isFixable = finding.isFixable
    if finding.isFixable { entry.hints.insert("mend it with 'pmgit doctor --fix\(option)'", at: 0) }
    return entry
  }

  private func words(_ finding: Finding) throws -> Entry {
    switch finding {
    case .lock(let lock): try self.lock(lock)
    case .mergeDriver(let found): mergeDriver(found)
    case .failure(let error): failure(error, isNote: finding.isNote)
    case .notOnRemote(let remote):
      Entry(
        isNote: true, code: "not-on-remote", message: "'\(remote)' does not have this board yet",
        hints: ["share it with 'pmgit sync\(option)'"])
    case .damaged(let damage, let tip, let whole): damaged(damage, at: tip, whole)
    case .brokenSettings(let reason, let commit): try brokenSettings(reason, at: commit)
    case .brokenRemoteSettings(let reason, let commit, let remote):
      try brokenSettings(reason, at: commit, of: remote)
    case .unreadablePlan(let plan, let canRestore):
      try unreadable(plan, canRestore: canRestore, isNote: finding.isNote)
    case .removedPlan(let id): try removed(id)
    case .misplaced(let path, let id):
      failure(.misplacedPlan(id, path: path), isNote: false, plan: id)
    case .notCanonical(let path, let id):
      Entry(
        isNote: false, code: "not-canonical", plan: id?.text,
        message: "'\(path)' was written by hand, in another form than pmgit's",
        details: ["it can be read, and merges; only its history shows more than was changed"])
    case .wrongStamp(let problem, let id):
      Entry(
        isNote: false, code: "wrong-stamp", plan: id?.text,
        message: "\(problem.path.fieldName.quotedForMessage) of "
          + "\(id.map { "plan '\($0)'" } ?? "the settings") has the stamp "
          + "\(problem.stamp.text.text.quotedForMessage), which no right clock has written",
        details: ["it is shown before what others write apart from it"])
    case .attributes:
      Entry(
        isNote: false, code: "no-attributes",
        message: "'.gitattributes' on the branch does not give plans to pmgit's merge driver",
        details: ["'git merge' by hand would merge them by lines"])
    case .plan(let finding): plan(finding)
    case .wrongValue(let found): wrongValue(found, isFixable: finding.isFixable)
    case .commitFromTheFuture(let commit): future(commit)
    }
  }

  // MARK: - This clone

  private func lock(_ lock: LockFile) throws -> Entry {
    let made = Timestamp(seconds: lock.seconds)
    let use = try git { [store = session.store] () throws(GitError) in
      try store.repository.use(of: lock)
    }
    let words =
      switch use {
      case .inUse(let program, let process): "\(program) (process \(process)) is at work here"
      case .unused: "no program is seen that could use it"
      case .unknown: "it can't be seen here whether a program uses it"
      }
    return Entry(
      isNote: false, code: "lock",
      message: "the lock file '\(lock.path)' keeps everybody from writing",
      details: ["it was made \(RelativeTime.words(for: made, now: session.context.now)); \(words)"],
      hints: ["if no git is running here, remove it with 'pmgit doctor --unlock'"])
  }

  private func mergeDriver(_ found: String?) -> Entry {
    guard let found else {
      return Entry(
        isNote: false, code: "no-merge-driver",
        message: "in this clone git merges plans by lines, not by pmgit",
        details: ["'\(MergeDriver.key)' is not set"])
    }
    return Entry(
      isNote: false, code: "other-merge-driver",
      message: "in this clone git merges plans by '\(found)', not by pmgit",
      hints: ["set it with 'git config \(MergeDriver.key) \"\(MergeDriver.command)\"'"])
  }

  private func failure(_ error: StoreError, isNote: Bool, plan: PlanID? = nil) -> Entry {
    let failure = Failure(error)
    return Entry(
      isNote: isNote, code: failure.code, plan: plan?.text, message: failure.message,
      details: failure.detail, hints: failure.hints)
  }

  // MARK: - The board

  private func damaged(
    _ damage: DamagedObject, at tip: ObjectID, _ whole: WholeCommit?
  ) -> Entry {
    let store = session.store
    let commit = damage.commit.abbreviated()
    let place = damage.path.map { $0.isEmpty ? " the files" : " '\($0)'" }
    var entry = Entry(
      isNote: false, code: "damaged",
      message: "the board's history is damaged: commit '\(commit)'"
        + (place.map { " lacks\($0)" } ?? " can't be read"),
      details: ["object \(damage.object): \(damage.reason)"])
    if let remote = store.settings.remote {
      entry.hints.append(
        "what was pushed can be fetched again: 'git fetch --refetch \(ShellWord.quoted(remote)) "
          + "\(store.branch)'; then run 'pmgit doctor' again")
    }
    guard let whole else {
      entry.details.append("no whole commit was found, neither here nor of the remote")
      return entry
    }
    let made = Timestamp(seconds: whole.commit.committer.seconds)
    entry.details.append(
      "the newest whole commit is \(whole.commit.id.abbreviated()), \(whole.source.words), "
        + "\(RelativeTime.words(for: made, now: session.context.now)): \(whole.commit.subject)")
    entry.hints.append(
      "go back to it, without what was changed since, with 'git update-ref \(store.branch) "
        + "\(whole.commit.id) \(tip)'")
    return entry
  }

  private func unreadable(
    _ plan: BoardSnapshot.UnreadablePlan, canRestore: Bool, isNote: Bool
  ) throws -> Entry {
    var file = BrokenFile(path: plan.path, reason: plan.reason, id: plan.id)
    // The stories of all would be read from the history one by one.
    if let snapshot, explained.contains(plan.path) {
      file = try session.brokenFile(plan, in: snapshot)
    } else if canRestore, let id = plan.id {
      file.hints = ["take its last readable version with 'pmgit restore \(id)\(option)'"]
    }
    return Entry(
      isNote: isNote, code: plan.isTooNew ? "format-too-new" : "unreadable-plan",
      plan: plan.id?.text, message: "'\(file.path)' can't be read: \(file.reason)",
      details: file.story(now: session.context.now).map { [$0] } ?? [], hints: file.allHints)
  }

  private func brokenSettings(
    _ reason: String, at commit: ObjectID, of remote: String? = nil
  ) throws -> Entry {
    var file = try session.brokenSettings(reason, at: commit)
    if remote != nil { file.hints.insert("bring it here with 'pmgit sync\(option)'", at: 0) }
    return Entry(
      isNote: false, code: "unreadable-board",
      message: "'\(file.path)'\(remote.map { " of '\($0)'" } ?? "") can't be read: \(reason)",
      details: file.story(now: session.context.now).map { [$0] } ?? [], hints: file.allHints)
  }

  private func removed(_ id: PlanID) throws -> Entry {
    var file = BrokenFile(path: id.path, reason: "its file was removed", id: id)
    if let snapshot {
      file.origin = try session.store.origin(of: id.path, from: snapshot.commit)
    }
    return Entry(
      isNote: true, code: "removed-plan", plan: id.text,
      message: "plan '\(id)' was on the board, and its file was removed",
      details: file.story(now: session.context.now).map { [$0] } ?? [],
      hints: ["bring it back with 'pmgit restore \(id)\(option)'"])
  }

  private func future(_ commit: Commit) -> Entry {
    let made = Timestamp(seconds: commit.committer.seconds)
    let when = RelativeTime.words(for: made, now: session.context.now)
    return Entry(
      isNote: true, code: "clock",
      message: "the newest commit, by \(commit.author.name), was made \(when): "
        + "their clock is wrong, or the one here",
      hints: ["see what time it is here with 'date'"])
  }

  // MARK: - Plans

  private func wrongValue(_ found: FoundValue, isFixable: Bool) -> Entry {
    let words = WrongValueWords(
      found, board: session.store.name, option: session.store.boardOption)
    return Entry(
      isNote: false, code: "wrong-value", plan: found.plan?.text, message: words.message,
      hints: isFixable ? [] : words.hints)
  }

  private func plan(_ finding: PlanFinding) -> Entry {
    switch finding {
    case .invalidRank(let id):
      return Entry(
        isNote: false, code: "no-rank", plan: id.text,
        message: "plan '\(id)' has no position in its column, and stands last")
    case .unknownColumn(let id, let state):
      return Entry(
        isNote: false, code: "unknown-column", plan: id.text,
        message: "plan '\(id)' is in column '\(state)', which the board does not have",
        hints: [
          "move it with 'pmgit move \(id) COLUMN\(option)'",
          "see the columns with 'pmgit config\(option)'",
        ])
    case .danglingLink(let id, let link):
      return Entry(
        isNote: false, code: "dangling-link", plan: id.text,
        message: "plan '\(id)' has the link '\(link)', and there is no such plan",
        hints: [
          "take the link away with 'pmgit edit \(id)\(option) --no-link "
            + "\(ShellWord.quoted(link.description))'"
        ])
    case .cycle(let ids, let kind): return cycle(ids, kind)
    case .sharedAlias(let alias, let ids):
      return Entry(
        isNote: false, code: "shared-alias", plan: ids.first?.text,
        message: "\(CountText.words(ids.count, "plan")) have the alias '\(alias)', by which an "
          + "import finds one",
        details: [ids.map(\.text).joined(separator: ", ")],
        hints: ids.dropFirst().prefix(3).map {
          "take it away with 'pmgit edit \($0)\(option) --no-alias \(ShellWord.quoted(alias))'"
        })
    case .fromTheFuture(let id, let path, let time):
      return Entry(
        isNote: true, code: "clock", plan: id.text,
        message: "\(path.fieldName) of plan '\(id)' was written at \(time), by a wrong clock",
        details: ["until then it is shown before what others write apart from it"])
    }
  }

  private func cycle(_ ids: [PlanID], _ kind: String) -> Entry {
    let relation = kind == "parent" ? "a part of" : "blocked by"
    let names = ids.map(\.text)
    guard ids.count > 1 else {
      return Entry(
        isNote: false, code: "cycle", plan: names[0],
        message: "plan '\(names[0])' is \(relation) itself",
        hints: [
          "take the link away with 'pmgit edit \(names[0])\(option) --no-link \(kind):\(names[0])'"
        ])
    }
    return Entry(
      isNote: false, code: "cycle", plan: names[0],
      message: "\(CountText.words(ids.count, "plan")) are each \(relation) the next one: "
        + (names + [names[0]]).joined(separator: " → "),
      hints: [
        "take one link away, as with 'pmgit edit \(names[0])\(option) --no-link \(kind):\(names[1])'"
      ])
  }
}

extension WholeCommit.Source {
  fileprivate var words: String {
    switch self {
    case .reflog: "where the branch was"
    case .remote: "as the remote had it"
    case .history: "an ancestor of it"
    }
  }
}
