import Git
import PlanModel
import PlanStore
import PlanView

/// Describes the findings of `pmgit doctor`: the fault, its history, and the remedies.
struct FindingProblems {
  private let store: BoardStore
  /// The present board; nil if it can't be read.
  private let snapshot: BoardSnapshot?
  private let now: Timestamp
  /// The paths of the broken files whose history is included.
  private let explained: Set<String>

  init(_ findings: [Finding], of store: BoardStore, snapshot: BoardSnapshot?, now: Timestamp) {
    (self.store, self.snapshot, self.now) = (store, snapshot, now)
    let broken = findings.compactMap { finding -> String? in
      if case .unreadablePlan(let plan, _) = finding { plan.path } else { nil }
    }
    explained = Set(broken.prefix(BrokenFile.mostExplained))
  }

  func problem(_ finding: Finding) throws -> FoundProblem {
    var found = try words(finding)
    (found.isNote, found.isFixable) = (finding.isNote, finding.isFixable)
    if finding.isFixable {
      found.problem.hints.insert("repair it with \(pmgit: "doctor", "--fix")", at: 0)
    }
    return found
  }

  private func words(_ finding: Finding) throws -> FoundProblem {
    switch finding {
    case .lock(let lock): try self.lock(lock)
    case .mergeDriver(let found): mergeDriver(found)
    case .failure(let error): FoundProblem(Problem(error))
    case .notOnRemote(let remote):
      FoundProblem(
        code: .notOnRemote, message: "'\(remote)' does not have this board yet",
        hints: ["share it with \(pmgit: "sync")"])
    case .damaged(let damage, let tip, let whole): damaged(damage, at: tip, whole)
    case .brokenSettings(let reason, let commit): try brokenSettings(reason, at: commit)
    case .brokenRemoteSettings(let reason, let commit, let remote):
      try brokenSettings(reason, at: commit, of: remote)
    case .unreadablePlan(let plan, let canRestore):
      try unreadable(plan, canRestore: canRestore)
    case .removedPlan(let id): try removed(id)
    case .misplaced(let path, let id):
      FoundProblem(Problem(StoreError.misplacedPlan(id, path: path)), plan: id)
    case .notCanonical(let path, let id):
      FoundProblem(
        code: .notCanonical, plan: id,
        message: "'\(path)' was written by hand, in another form or mode than pmgit's",
        detail: ["it can be read and merged; only its history shows more than was changed"])
    case .rule(let name, let reason):
      FoundProblem(
        code: .uselessRule, message: "rule '\(name.excerpt)' \(reason)",
        hints: ["see the rules with \(pmgit: "rule", "list")"])
    case .wrongStamp(let problem, let id):
      FoundProblem(
        code: .wrongStamp, plan: id,
        message: "\(problem.path.fieldName.quotedForMessage) of "
          + "\(id.map { "plan '\($0)'" } ?? "the settings") has the stamp "
          + "\(problem.stamp.text.text.quotedForMessage), which is not from a correct clock",
        detail: ["in a conflict it is shown before newer values"])
    case .attributes:
      FoundProblem(
        code: .noAttributes,
        message: "'.gitattributes' on the branch does not give plans to pmgit's merge driver",
        detail: ["'git merge' by hand would merge them by lines"])
    case .unsound(let violation): try unsound(violation)
    case .plan(let finding): plan(finding)
    case .wrongValue(let found): wrongValue(found, isFixable: finding.isFixable)
    case .unread(let unread): self.unread(unread)
    case .missingContent(let id, let file): missingContent(of: file, on: id)
    case .wrongContent(let path):
      FoundProblem(
        code: .wrongContent,
        message: "'\(path)' is not named after its content, as attached files are",
        detail: ["no plan can show it"],
        hints: ["take it out of 'files/' in a work tree of the board's branch"])
    case .commitsFromTheFuture(let commit, let count): future(commit, count)
    }
  }

  // MARK: - This clone

  private func lock(_ lock: LockFile) throws -> FoundProblem {
    let made = Timestamp(seconds: lock.seconds)
    let use = try store.repository.use(of: lock)
    let words =
      switch use {
      case .inUse(let program, let process): "\(program) (process \(process)) is at work here"
      case .unused: "no program seems to use it"
      case .unknown: "it is unknown whether a program uses it"
      }
    return FoundProblem(
      code: .lock,
      message: "the lock file '\(lock.path)' keeps everybody from writing",
      detail: ["it was made \(made.relativeWords(now: now)); \(words)"],
      hints: ["if no git is running here, remove it with \(pmgit: "doctor", "--unlock")"])
  }

  private func mergeDriver(_ found: String?) -> FoundProblem {
    guard let found else {
      return FoundProblem(
        code: .noMergeDriver,
        message: "in this clone git merges plans by lines, not by pmgit",
        detail: ["'\(MergeDriver.key)' is not set"])
    }
    guard found != MergeDriver.former else {
      return FoundProblem(
        code: .otherMergeDriver,
        message: "in this clone git merges plans by '\(found)', which pmgit no longer has")
    }
    return FoundProblem(
      code: .otherMergeDriver,
      message: "in this clone git merges plans by '\(found)', not by pmgit",
      hints: ["set it with 'git config \(MergeDriver.key) \"\(MergeDriver.command)\"'"])
  }

  private func missingContent(of file: Attachment, on id: PlanID) -> FoundProblem {
    let name = file.name.excerpt.quotedForMessage
    return FoundProblem(
      code: .missingContent, plan: id,
      message: "plan '\(id)' has the file \(name), but its content is not on the board",
      hints: [
        "if somebody has the file, attach it again with \(pmgit: "attach", id, "FILE")",
        "take it off the plan with \(pmgit: "attach", id, "--remove", file.id)",
      ])
  }

  // MARK: - The board

  private func damaged(
    _ damage: DamagedObject, at tip: ObjectID, _ whole: WholeCommit?
  ) -> FoundProblem {
    let commit = damage.commit.abbreviated()
    let place = damage.path.map { $0.isEmpty ? " the files" : " '\($0)'" }
    var found = FoundProblem(
      code: .damaged,
      message: "the board's history is damaged: commit '\(commit)'"
        + (place.map { " lacks\($0)" } ?? " can't be read"),
      detail: ["object \(damage.object): \(damage.reason)"])
    if let remote = store.settings.remote {
      found.problem.hints.append(
        "what was pushed can be fetched again: \(run: "git", "fetch", "--refetch", remote, store.branch)"
          + "; then \(running: "doctor") again")
    }
    guard let whole else {
      found.problem.detail.append("no whole commit was found, here or on the remote")
      return found
    }
    let made = Timestamp(seconds: whole.commit.committer.seconds)
    found.problem.detail.append(
      "the newest whole commit is \(whole.commit.id.abbreviated()), \(whole.source.words), "
        + "\(made.relativeWords(now: now)): \(whole.commit.subject)")
    found.problem.hints.append(
      "return to it, without later changes, with "
        + "\(run: "git", "update-ref", store.branch, whole.commit.id, tip)")
    return found
  }

  private func unreadable(_ plan: UnreadablePlan, canRestore: Bool) throws -> FoundProblem {
    var file = BrokenFile(path: plan.path, reason: plan.reason, id: plan.id)
    // Searching the history takes time per file, so it is done for the first files only.
    if let snapshot, explained.contains(plan.path) {
      file = try store.brokenFile(plan, in: snapshot)
    } else if canRestore, let id = plan.id {
      file.hints = ["take its last readable version with \(pmgit: "restore", id)"]
    }
    return FoundProblem(
      code: plan.isTooNew ? .formatTooNew : .unreadablePlan,
      plan: plan.id, message: "'\(file.path)' can't be read: \(file.reason)",
      detail: file.story(now: now).map { [$0] } ?? [], hints: file.allHints)
  }

  private func brokenSettings(
    _ reason: String, at commit: ObjectID, of remote: String? = nil
  ) throws -> FoundProblem {
    var file = try store.brokenSettings(reason, at: commit)
    if remote != nil { file.hints.insert("bring it here with \(pmgit: "sync")", at: 0) }
    return FoundProblem(
      code: .unreadableBoard,
      message: "'\(file.path)'\(remote.map { " of '\($0)'" } ?? "") can't be read: \(reason)",
      detail: file.story(now: now).map { [$0] } ?? [], hints: file.allHints)
  }

  private func unread(_ unread: UnreadSettings) -> FoundProblem {
    let list = unread.list.rawValue
    return FoundProblem(
      code: .tooMany,
      message: "the board has \(unread.count) \(list), and only the first \(unread.read) are read",
      detail: ["the others are kept, and read when there are fewer"], hints: [unread.remedy])
  }

  private func removed(_ id: PlanID) throws -> FoundProblem {
    var file = BrokenFile(path: id.path, reason: "its file was removed", id: id)
    if let snapshot {
      file.origin = try store.origin(of: id.path, from: snapshot.commit).map { CommitSummary($0) }
    }
    return FoundProblem(
      code: .removedPlan, plan: id,
      message: "plan '\(id)' was on the board, and its file was removed",
      detail: file.story(now: now).map { [$0] } ?? [],
      hints: ["bring it back with \(pmgit: "restore", id)"])
  }

  private func future(_ commit: Commit, _ count: Int) -> FoundProblem {
    let made = Timestamp(seconds: commit.committer.seconds)
    let others = count == 1 ? "" : ", as \(CountWords.words(count - 1, "other")) were"
    return FoundProblem(
      code: .clock,
      message: "commit \(commit.id.abbreviated()), by \(commit.author.name) and dated \(made), "
        + "was made by a clock that is ahead\(others)",
      detail: [
        "'--at', 'diff', 'digest --changelog' and 'log --until' treat it as made right before the "
          + "next commit, or now if there is none"
      ],
      hints: ["check the clock of this machine with 'date'"])
  }

  private func unsound(_ violation: Violation) throws -> FoundProblem {
    var found = FoundProblem(violation, branch: "pmgit/\(store.name)")
    let shared = try store.trackingTip()
    if let remote = store.settings.remote, let shared, let commit = violation.commit,
      try store.isAncestor(commit.id, of: shared)
    {
      found.problem.hints = [.unsound(on: remote)]
    }
    return found
  }

  // MARK: - Plans

  private func wrongValue(_ found: FoundValue, isFixable: Bool) -> FoundProblem {
    var problem = Problem(found, on: store.name)
    if isFixable { problem.hints = [] }
    return FoundProblem(problem, plan: found.plan)
  }

  private func plan(_ finding: PlanFinding) -> FoundProblem {
    switch finding {
    case .invalidRank(let id):
      return FoundProblem(
        code: .noRank, plan: id,
        message: "plan '\(id)' has no position in its column, and is shown last")
    case .unknownColumn(let id, let state):
      return FoundProblem(
        code: .unknownColumn, plan: id,
        message: "plan '\(id)' is in column '\(state)', which the board does not have",
        hints: [
          "move it with \(pmgit: "move", id, "COLUMN")",
          "see the columns with \(pmgit: "column")",
        ])
    case .unknownPhase(let id, let kind, let name):
      return FoundProblem(
        code: kind == .milestone ? .unknownMilestone : .unknownIteration, plan: id,
        message: "plan '\(id)' is in \(kind) '\(name.excerpt)', which the board does not have",
        hints: [
          "give it another one, or 'none', with \(pmgit: "edit", id, "--\(kind)", "NAME")",
          "see them with \(pmgit: kind.rawValue, "--all")",
        ])
    case .span(let id, let contradiction):
      let words = contradiction.words { "'\($0)'" }
      return FoundProblem(
        code: .contradictingDays, plan: id, message: "plan '\(id)' \(words)",
        hints: ["change its days with \(pmgit: "edit", id, "--start", "DAY", "--due", "DAY")"])
    case .danglingLink(let id, let link):
      return FoundProblem(
        code: .danglingLink, plan: id,
        message: "plan '\(id)' has the link '\(link)', and there is no such plan",
        hints: [
          "remove the link with \(pmgit: "edit", id, "--no-link", link)"
        ])
    case .cycle(let ids, let kind): return cycle(ids, kind)
    case .sharedAlias(let alias, let ids):
      return FoundProblem(
        code: .sharedAlias, plan: ids.first,
        message: "\(CountWords.words(ids.count, "plan")) have the alias '\(alias)', by which an "
          + "import finds one",
        detail: [ids.map(\.text).joined(separator: ", ")],
        hints: ids.dropFirst().prefix(3).map {
          "remove it with \(pmgit: "edit", $0, "--no-alias", alias)"
        })
    case .fromTheFuture(let id, let path, let time):
      return FoundProblem(
        code: .clock, plan: id,
        message: "\(path.fieldName) of plan '\(id)' was written at \(time), by a wrong clock",
        detail: ["until then, in a conflict it is shown before newer values"])
    }
  }

  private func cycle(_ ids: [PlanID], _ kind: String) -> FoundProblem {
    let relation = kind == "parent" ? "a part of" : "blocked by"
    let names = ids.map(\.text)
    guard ids.count > 1 else {
      return FoundProblem(
        code: .cycle, plan: ids[0],
        message: "plan '\(names[0])' is \(relation) itself",
        hints: [
          "remove the link with \(pmgit: "edit", names[0], "--no-link", "\(kind):\(names[0])")"
        ])
    }
    return FoundProblem(
      code: .cycle, plan: ids[0],
      message: "\(CountWords.words(ids.count, "plan")) are each \(relation) the next one: "
        + (names + [names[0]]).joined(separator: " → "),
      hints: [
        "remove one link, as with \(pmgit: "edit", names[0], "--no-link", "\(kind):\(names[1])")"
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
