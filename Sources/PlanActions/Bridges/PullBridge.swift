import Git
import PlanFormats
package import PlanModel
package import PlanStore
import PlanView

/// A request to import the plans of a bridge's source.
package struct PullBridge: Sendable {
  /// Whether to finish open plans that are missing from the source, even if the bridge does not.
  package var closesMissing = false
  /// The most plans to add and to finish; nil for the limit of the bridge.
  package var mostSurprises: Int?
  /// The numbers of the issues whose comments could not be read, and that may have a sent comment.
  package var unread: [String] = []
  /// Which settings of the source the board takes: none, or the columns and milestones it lacks.
  package var settings = SettingsScope.nothing

  package init() {}
}

/// A program that lists all comments of an issue.
package struct CommentListing {
  package let number: String
  /// The program with its arguments.
  package let words: [String]
  /// Whether the issue may have a comment that was sent, and whose answer was lost.
  package let mayHaveSentComment: Bool
}

extension Workspace {
  /// The folder in which the command of a bridge runs.
  package var bridgeFolder: String { store.repository.workTree ?? store.repository.gitDirectory }

  /// How long a command of a bridge may take.
  package var bridgeTimeout: Duration { store.settings.timeout }

  /// Returns the programs that list all comments of those issues in a list whose comments it lacks.
  /// Issues that may have a sent comment come first.
  package func commentListings(of bridge: Bridge, for list: [UInt8]) throws -> [CommentListing] {
    let snapshot = try store.snapshot()
    var plans: [String: (alias: String, plan: PlanID)]?
    let memory = { (number: String) throws -> TrackerMemory? in
      if plans == nil { plans = try self.plansByIssue(of: bridge) }
      guard let (alias, plan) = plans?[number], let document = try snapshot.document(plan) else {
        return nil
      }
      return TrackerMemory(of: alias, in: document, on: snapshot.board, bridge.source.limits)
    }
    let numbers = try bridge.source.issuesWithoutComments(in: list) { number in
      let memory = try memory(number)
      return memory?.mayHaveSentComment == true ? nil : memory?.commentCount ?? 0
    }
    let listings = try numbers.compactMap { number in
      try bridge.source.commentListing(of: number).map {
        CommentListing(
          number: number, words: $0.words,
          mayHaveSentComment: try memory(number)?.mayHaveSentComment ?? false)
      }
    }
    return listings.filter(\.mayHaveSentComment) + listings.filter { !$0.mayHaveSentComment }
  }

  /// Returns the plans with issues of a bridge's source, by the numbers of the issues.
  private func plansByIssue(of bridge: Bridge) throws -> [String: (alias: String, plan: PlanID)] {
    var found: [String: (alias: String, plan: PlanID)] = [:]
    for plan in try store.snapshot().plans(withTexts: false).plans where !plan.isDeleted {
      for alias in plan.aliases {
        if let number = bridge.source.number(of: alias) { found[number] = (alias, plan.id) }
      }
    }
    return found
  }

  /// Waits until no other pull or push of a bridge runs in this clone. Two at the same time would
  /// create an issue twice.
  package func bridgeTurn() async throws -> WriterLock {
    do {
      return try await store.bridgeTurn()
    } catch StoreError.busy {
      throw Problem(
        code: .busy, message: "another pull or push of a bridge runs in this clone",
        hints: ["try again when it has ended"], kind: .tryAgain)
    }
  }

  /// Imports the plans of a bridge's source. The outcome is recorded for 'status'.
  ///
  /// - Parameter material: The output of the source's command, or the source's files.
  package func pull(
    _ bridge: Bridge, _ material: ImportMaterial, _ request: PullBridge = PullBridge()
  ) async throws -> PlansImported {
    var options = ImportOptions(settings: request.settings)
    options.hints = .bridge(bridge.name)
    options.closesMissing = request.closesMissing || bridge.closesMissing
    // The first pull has no default limit, because the number of issues is unknown before it.
    let usual = try isFirstPull(of: bridge) ? nil : bridge.mostSurprises
    options.mostSurprises = request.mostSurprises ?? usual
    var listed: Set<String> = []
    var imported: PlansImported
    do {
      imported = try await take(
        material, of: bridge, options, isSure: request.mostSurprises != nil, listing: &listed)
    } catch let error as ImportError {
      throw Problem(error, options.hints)
    }
    if !participant.isDryRun {
      try await removeDuplicateComments(of: bridge)
      var result = BridgeResult(at: now)
      (result.added, result.updated) = (imported.added, imported.updated)
      (result.closed, result.conflicts) = (imported.closed.count, imported.conflicts)
      do {
        try record(
          result, missing: missing(of: bridge, in: listed), doubtful: imported.doubtful,
          unread: request.unread, of: bridge)
      } catch {
        // The plans are imported already, so a note that can't be written is only a warning.
        imported.notices.append(
          .warning("could not note the outcome of the pull: \(Problem(error).message)", hints: []))
      }
    }
    return imported
  }

  private func take(
    _ material: ImportMaterial, of bridge: Bridge, _ options: ImportOptions, isSure: Bool,
    listing listed: inout Set<String>
  ) async throws -> PlansImported {
    let tracker = try readTracker(
      Self.list(material, of: bridge), named: bridge.sourceText, as: bridge.format,
      from: bridge.origin, hints: options.hints)
    guard var tracker else {
      guard case .file(let input) = material else {
        throw Problem(
          code: .badImport, message: "the folder '\(bridge.sourceText)' has no known format",
          hints: [options.hints.format])
      }
      return try await importPlans(input, options)
    }
    guard bridge.takesChanges else { return try await importPlans(tracker, options) }
    try checkSource(of: tracker.plans, bridge)
    listed = Set(tracker.plans.aliases.compactMap { bridge.source.number(of: $0) })
    let options = try tracker.count > 0 ? options : optionsOfNothing(options, bridge, isSure)
    try respell(&tracker.plans)
    let notices = try leaveOutSeconds(of: &tracker.plans, bridge)
    let isFirst = try isFirstPull(of: bridge)
    var imported = try await importPlans(tracker, options)
    // Later pulls would repeat what can't be carried over.
    let losses = isFirst || participant.isDryRun ? tracker.noticesOfLosses : []
    imported.notices = losses + notices + imported.notices
    return imported
  }

  /// Returns the list of a tracker. Without issues, gh and glab print nothing.
  private static func list(_ material: ImportMaterial, of bridge: Bridge) throws -> ImportMaterial {
    guard bridge.takesChanges, case .file(let input) = material,
      try input.bytes(at: 0..<64).allSatisfy({ [0x20, 0x09, 0x0D, 0x0A].contains($0) })
    else { return material }
    return .file(ImportInput(Array("[]".utf8)))
  }

  /// Returns the options for an empty list. All plans of the source are finished only if the
  /// request has a limit, because the reason may be another account or a mistake.
  private func optionsOfNothing(
    _ options: ImportOptions, _ bridge: Bridge, _ isSure: Bool
  ) throws -> ImportOptions {
    var options = options
    options.sourceAliases = try issues(of: bridge)
    options.closesMissing = options.closesMissing && !options.sourceAliases.isEmpty
    if options.closesMissing, !isSure { options.mostSurprises = 0 }
    return options
  }

  /// Whether no clone has pulled from a bridge's source. A clone without a note, such as that of a
  /// CI job, may have a board with the issues; for a file or a command, only the note counts.
  package func isFirstPull(of bridge: Bridge) throws -> Bool {
    try !bridge.note.isTried && issues(of: bridge).isEmpty
  }

  /// Returns those aliases of plans that are issues of a bridge's source.
  private func issues(of bridge: Bridge) throws -> [String] {
    try store.snapshot().plans().plans.filter { !$0.isDeleted }.flatMap(\.aliases)
      .filter { bridge.source.number(of: $0) != nil }
  }

  /// Returns the issues of plans that are missing from a list, because they were deleted there.
  ///
  /// - Parameter listed: The numbers of the issues in the list.
  private func missing(of bridge: Bridge, in listed: Set<String>) throws -> [String] {
    guard bridge.takesChanges else { return [] }
    return try issues(of: bridge).filter { alias in
      bridge.source.number(of: alias).map { !listed.contains($0) } ?? false
    }.sorted(by: CreatedIssues.precedes)
  }

  /// Throws if an issue belongs to another source than the bridge's. The bridge could not find the
  /// plan of such an issue by its alias.
  private func checkSource(of tracker: TrackerPlans, _ bridge: Bridge) throws {
    let stranger = tracker.aliases.first { bridge.source.number(of: $0) == nil }
    guard let stranger else { return }
    let other = stranger[..<(stranger.lastIndex(of: "#") ?? stranger.endIndex)]
    throw Problem(
      code: .bridge,
      message: "'\(bridge.sourceText)' has the issues of '\(String(other).excerpt)'",
      hints: [
        "if it was renamed or is on that host, first \(pmgit: "bridge", "remove", bridge.name)",
        "then \(pmgit: "bridge", "add", bridge.name, String(other))",
      ])
  }

  /// Leaves out second issues of a plan.
  private func leaveOutSeconds(of tracker: inout TrackerPlans, _ bridge: Bridge) throws -> [Notice]
  {
    let known = AliasIndex(try store.snapshot().plans().plans)
    var firsts: [PlanID: String] = [:]
    var second: [DuplicateIssue] = []
    for alias in tracker.aliases.sorted(by: CreatedIssues.precedes) {
      guard let plan = known.plans(called: alias).first else { continue }
      if let first = firsts[plan] {
        second.append(
          DuplicateIssue(
            alias: alias, first: first, isMarked: false, isDone: tracker.isDone(alias)))
      } else {
        firsts[plan] = alias
      }
    }
    tracker.leaveOut(second.map(\.alias))
    return DuplicateIssue.notices(of: second)
  }

  /// Records for 'status' that a pull has failed, unless it was a dry run.
  package func recordFailure(_ problem: Problem, of bridge: Bridge) throws {
    guard !participant.isDryRun else { return }
    try record(BridgeResult(at: now, error: problem.message), of: bridge)
  }
}

// MARK: - Duplicate comments

extension Workspace {
  /// Removes duplicates of comments that are one comment in the source. They are created if a
  /// comment is written in one clone, sent, and then imported in another clone before the clones
  /// sync. All clones keep the comment that was written on the board.
  private func removeDuplicateComments(of bridge: Bridge) async throws {
    guard bridge.takesChanges else { return }
    let snapshot = try store.snapshot()
    var twins: [PlanID: [ExactString]] = [:]
    for plan in try snapshot.plans().plans where plan.comments.count > 1 && !plan.isDeleted {
      guard Set(plan.comments.map(\.text)).count < plan.comments.count,
        plan.aliases.contains(where: { bridge.source.number(of: $0) != nil }),
        let document = try snapshot.document(plan.id)
      else { continue }
      let found = plan.twins(in: document)
      if !found.isEmpty { twins[plan.id] = found }
    }
    guard !twins.isEmpty else { return }
    let author = try author()
    _ = try await store.change(by: author) { [twins] transaction in
      transaction.skipsRules = true
      for (id, items) in twins.sorted(by: { $0.key < $1.key }) {
        let document = try transaction.document(id)
        try transaction.edit(id, document.removals(ofItems: items, in: "comments"))
      }
      let count = CountWords.words(twins.count, "plan")
      return CommitMessage(
        subject: "keep one of equal comments on \(count)", plans: twins.keys.sorted(),
        trailers: [CommitTrailer(.bridge, bridge.name)])
    }
  }
}
