package import Git
package import PlanModel

/// The findings of `pmgit doctor`, and how much of the board was checked.
package struct Examination: Sendable {
  package var findings: [Finding] = []
  package fileprivate(set) var commits = 0
  package fileprivate(set) var plans = 0
  /// The board's commit that was checked; nil if there is no board.
  package fileprivate(set) var commit: ObjectID?
  /// The commits and trees in an unusual format, which git itself must check.
  fileprivate(set) var unusual: [ObjectID] = []
}

extension BoardStore {
  /// Checks everything that the board needs in this clone. Nothing is changed except that the index
  /// is removed. The next command builds it again from checked objects.
  ///
  /// A part that can't be checked becomes a finding, and the check continues.
  ///
  /// - Parameters:
  ///   - now: The local time, to find times that lie in the future.
  ///   - onProgress: Receives the number of checked commits, every 500 commits.
  /// - Complexity: Reads each object of the history once, and two objects for each present plan.
  package func examine(
    at now: Timestamp, onProgress: @escaping (Int) -> Void = { _ in }
  ) throws -> Examination {
    var result = Examination()
    try GitLibrary.limitMemory()
    // The index may have been built from damaged objects.
    index.remove()
    result.findings += try lockFiles().map { .lock($0) }
    let driver = try repository.configString(MergeDriver.key)
    if driver != MergeDriver.command { result.findings.append(.mergeDriver(found: driver)) }
    do {
      let local = try localTip()
      let known = if let local { Optional(local) } else { try trackingTip() }
      guard let tip = known else {
        throw StoreError.noBoard(name, remote: settings.remote, others: try boards().map(\.name))
      }
      result.commit = tip
      guard let everyPlan = try examineObjects(at: tip, into: &result, onProgress) else {
        return result
      }
      if let finding = try fetchedFinding(beside: tip) { result.findings.append(finding) }
      // All commits of the history were read above.
      try checkTrees(of: tip, except: nil)
      let snapshot = try snapshot(at: tip)
      try examineFiles(of: snapshot, at: now, into: &result)
      // A renamed file is a finding of its own.
      let misplaced = result.findings.compactMap(\.misplacedPlan)
      let gone = everyPlan.subtracting(try snapshot.ids()).subtracting(misplaced)
      result.findings += gone.sorted().map { .removedPlan($0) }
    } catch {
      result.findings.append(.failure(error))
    }
    return result
  }

  /// Returns the lock files that block the board's references.
  package func lockFiles() throws -> [LockFile] {
    let references = [branch, trackingBranch].compactMap(\.self)
    return try repository.lockFiles(for: references)
  }

  /// Returns a finding if the last fetched commit can't be merged, or if its settings are broken.
  private func fetchedFinding(beside tip: ObjectID) throws -> Finding? {
    guard let fetched = try trackingTip(), let remote = settings.remote,
      try !relation(of: tip, to: fetched).hasOther
    else { return nil }
    do {
      try check(fetched, except: tip)
      return try snapshot(at: fetched).brokenSettings.map {
        .brokenRemoteSettings(reason: $0, at: fetched, remote: remote)
      }
    } catch {
      return .failure(error)
    }
  }

  /// Checks every object in the history of a commit. Adds a finding for a damaged one.
  ///
  /// - Returns: All plans that ever had a file; nil if an object is missing or damaged.
  private func examineObjects(
    at tip: ObjectID, into result: inout Examination, _ onProgress: @escaping (Int) -> Void
  ) throws -> Set<PlanID>? {
    var check = try ObjectCheck(repository, onProgress: onProgress)
    guard let damage = check.damage(of: tip) else {
      result.commits = check.commitCount
      result.unusual = check.unusual
      return check.plans
    }
    if try repository.isPartialClone {
      throw StoreError.partialClone(path: damage.path ?? "")
    }
    let whole = try lastWholeCommit(before: tip, &check)
    result.findings.append(.damaged(damage, tip: tip, lastWhole: whole))
    return nil
  }

  private func examineFiles(
    of snapshot: BoardSnapshot, at now: Timestamp, into result: inout Examination
  ) throws {
    let found = try snapshot.examineFiles(at: now, stampCheck(at: now, on: snapshot))
    result.plans = found.count
    if let reason = snapshot.brokenSettings {
      result.findings.append(.brokenSettings(reason: reason, at: snapshot.commit))
    }
    result.findings += snapshot.board.unread.map { .unread($0) }
    result.findings += try findings(found.unreadable, in: snapshot)
    result.findings += found.notCanonical.map { .notCanonical(path: $0.path, $0.planID) }
    result.findings += found.wrongValues.map { .wrongValue($0) }
    if try !snapshot.missingAttributes().isEmpty { result.findings.append(.attributes) }
    // A link to a plan that can be repaired is not broken.
    let present = found.unreadable.compactMap(\.id) + result.findings.compactMap(\.misplacedPlan)
    result.findings += found.plans.findings(besides: Set(present)).map { .plan($0) }
    result.findings += snapshot.board.checkedRules.compactMap { judged in
      judged.fault.map { .rule(name: judged.stored.id, reason: $0) }
    }
    result.findings += found.wrongStamps.map { .wrongStamp($0.problem, $0.plan) }
    result.findings += try contentFindings(of: found.files, in: snapshot)
    if let finding = try fastClockFinding(from: snapshot.commit, at: now) {
      result.findings.append(finding)
    }
  }

  /// Returns a finding for each attached file without content, for each file in the folder of
  /// contents that is not named after its content, and for a file in the place of that folder.
  ///
  /// - Complexity: Reads each folder of contents, but no contents.
  private func contentFindings(
    of files: [(plan: PlanID, file: Attachment)], in snapshot: BoardSnapshot
  ) throws -> [Finding] {
    var known: Set<String> = []
    var wrong: [Finding] = []
    for leaf in try repository.leaves(of: snapshot.tree, under: FileContent.folder) {
      let path = String(decoding: leaf.path, as: UTF8.self)
      if leaf.entry.mode == .blob, FileContent.id(at: path) == leaf.entry.id {
        known.insert(leaf.entry.id.hex)
      } else {
        wrong.append(.wrongContent(path: path))
      }
    }
    if try snapshot.lacksPlaceForContents {
      wrong.append(.failure(StoreError.noFolder(FileContent.folder)))
    }
    let missing = files.filter { !known.contains($0.file.blob) }
    return missing.map { .missingContent($0.plan, $0.file) } + wrong
  }

  /// Returns a finding if the clocks of some committers were ahead. This is so if `CommitTimes`
  /// corrects the time of a commit by more than an hour.
  private func fastClockFinding(from tip: ObjectID, at now: Timestamp) throws -> Finding? {
    let nodes = try repository.commits(from: [tip], order: .topological)
      .map { id in CommitTimes.Node(try repository.commit(id)) }
    let times = CommitTimes(nodes, dates: [:], now: Int(now.seconds))
    let ahead = nodes.compactMap { node in
      times[node.id].map { (node: node, by: node.committed - $0) }
    }.filter { $0.by > Self.toleratedSeconds }
    guard let first = ahead.max(by: { ($0.by, $0.node.id) < ($1.by, $1.node.id) }) else {
      return nil
    }
    let commit = try repository.commit(first.node.id)
    return .commitsFromTheFuture(commit, count: ahead.count)
  }

  /// Returns the check that finds wrong stamps on a board. Stamps up to the time of the board's
  /// newest commit are accepted, because the local clock may be slow.
  func stampCheck(at now: Timestamp, on snapshot: BoardSnapshot) throws -> StampCheck {
    let commit = try repository.commit(snapshot.commit)
    return StampCheck(now: max(now, Timestamp(seconds: commit.committer.seconds)))
  }

  /// Returns a finding for each file that can't be read as a plan. The finding is `.misplaced` if
  /// the file was renamed and its plan has no file at the right path, else `.unreadablePlan`.
  private func findings(
    _ unreadable: [UnreadablePlan], in snapshot: BoardSnapshot
  ) throws -> [Finding] {
    var budget = SearchBudget()
    var misplaced: Set<PlanID> = []
    var findings: [Finding] = []
    for plan in unreadable {
      let held = try plan.id == nil ? snapshot.misplacedPlan(at: plan.path)?.id : nil
      if let held, try !snapshot.hasFile(of: held), misplaced.insert(held).inserted {
        findings.append(.misplaced(path: plan.path, held))
        continue
      }
      var canRestore = false
      if let id = plan.id, !plan.isTooNew {
        let version = try lastReadable(.plan(id), at: snapshot.commit, budget: &budget)
        canRestore = version.map { $0.format <= PlanDocument.supportedFormat } ?? false
      }
      findings.append(.unreadablePlan(plan, canRestore: canRestore))
    }
    return findings
  }

  /// The largest difference between clocks, in seconds, that is not reported.
  private static let toleratedSeconds: Int64 = 3600
}

extension Finding {
  fileprivate var misplacedPlan: PlanID? {
    if case .misplaced(_, let id) = self { id } else { nil }
  }
}

extension BoardStore {
  /// Checks that the board's remote can be reached and has the board. Nothing is fetched.
  ///
  /// - Parameter terminalPrompt: Whether git may ask for a password on the terminal.
  /// - Returns: nil if there is no problem or no remote.
  package func examineRemote(terminalPrompt: Bool) async throws -> Finding? {
    let remotes = try repository.remoteNames()
    if settings.remote == nil, remotes.isEmpty { return nil }
    do {
      let remote = try remote(terminalPrompt: terminalPrompt)
      let head: ObjectID?
      do {
        head = try await remote.program.remoteReference(
          branch, of: remote.name, deadline: settings.timeout, terminalPrompt: terminalPrompt)
      } catch {
        throw StoreError.remote(remote.name, error)
      }
      return head == nil ? .notOnRemote(remote: remote.name) : nil
    } catch {
      return .failure(error)
    }
  }
}

/// A problem that `pmgit doctor` found in the board or in this clone.
package enum Finding: Sendable {
  // This clone.

  /// A lock file blocks the board's references.
  case lock(LockFile)
  /// git merges plans by lines in this clone: its merge driver is not pmgit's. `found` is the
  /// configured driver, if any.
  case mergeDriver(found: String?)
  /// The remote, the branch or the settings of the board can't be used.
  case failure(any Error)
  /// The remote answers but does not have the board.
  case notOnRemote(remote: String)

  // The board.

  /// Objects in the board's history are missing or damaged.
  case damaged(DamagedObject, tip: ObjectID, lastWhole: WholeCommit?)
  /// The settings can't be read. Their last readable version is used instead.
  case brokenSettings(reason: String, at: ObjectID)
  /// The settings of the last fetched commit, which is not merged yet, can't be read.
  case brokenRemoteSettings(reason: String, at: ObjectID, remote: String)
  /// A plan can't be read. `canRestore` is true if an older version can be read.
  case unreadablePlan(UnreadablePlan, canRestore: Bool)
  /// A plan's file was removed by hand at some time.
  case removedPlan(PlanID)
  /// A plan's file was renamed.
  case misplaced(path: String, PlanID)
  /// A file has valid content, but is executable or has other bytes than pmgit would write.
  case notCanonical(path: String, PlanID?)
  /// A value of a plan, or of the settings, has a stamp that no command writes.
  case wrongStamp(StampCheck.Problem, PlanID?)
  /// The board's `.gitattributes` does not make git merge plans with pmgit.
  case attributes
  /// git refuses to fetch an object of the history if git checks received objects.
  case unsound(Violation)
  case plan(PlanFinding)
  /// A value exists but is not shown, because it is invalid.
  case wrongValue(FoundValue)
  /// The settings have more items in a list than are read.
  case unread(UnreadSettings)
  /// A plan lists a file whose content the board lacks.
  case missingContent(PlanID, Attachment)
  /// A file in the folder of contents is not at the path that follows from its content.
  case wrongContent(path: String)
  /// Commits have times ahead of this clock or of later commits. `count` is their number; the given
  /// commit is the one furthest ahead.
  case commitsFromTheFuture(Commit, count: Int)
  /// A rule of the board does not run, or can't do all of its actions. `reason` is worded as the
  /// end of a sentence.
  case rule(name: String, reason: String)

  /// Whether the finding is only a note: the board works and no action is needed.
  package var isNote: Bool {
    switch self {
    // The file may have been removed on purpose.
    case .notOnRemote, .commitsFromTheFuture, .plan(.fromTheFuture), .removedPlan: true
    case .plan(.span), .rule: true
    // A fresh clone has no driver until its first change or sync.
    case .mergeDriver(found: nil): true
    case .unreadablePlan(let plan, _): plan.isTooNew
    default: false
    }
  }

  /// Whether the finding can be repaired without a person's decision.
  package var isFixable: Bool {
    switch self {
    case .mergeDriver(found: nil), .mergeDriver(found: MergeDriver.former), .misplaced,
      .notCanonical, .wrongStamp, .attributes, .plan(.invalidRank), .brokenSettings:
      true
    case .unreadablePlan(_, let canRestore): canRestore
    case .wrongValue(let found): found.wrong.repair != nil
    default: false
    }
  }
}
