import PlanFormats
import PlanModel
import PlanStore
import PlanView

/// Another issue of a plan that already has one. Pulls leave it out, and nothing is sent to it.
struct DuplicateIssue {
  let alias: String
  /// The plan's first issue, which pulls and pushes use.
  let first: String
  /// Whether its text has the mark of a bridge.
  let isMarked: Bool
  /// Whether the issue is closed in the tracker, so that nobody has to act.
  let isDone: Bool

  /// Returns a warning about the second issues that are open; empty if there are none.
  static func notices(of issues: [DuplicateIssue]) -> [Notice] {
    let open = issues.filter { !$0.isDone }
    guard let one = open.first else { return [] }
    let words =
      open.count == 1
      ? "'\(one.alias.excerpt)', a second issue of the plan of '\(one.first.excerpt)'"
      : "\(open.count) second issues of plans, such as '\(one.alias.excerpt)'"
        + " of the plan of '\(one.first.excerpt)'"
    return [.warning("left out \(words)", hints: one.hints)]
  }

  private var hints: [Hint] {
    let source = CreatedIssues.source(of: alias, isExact: true)
    let closing = BridgeSource(source).flatMap { source in
      source.number(of: alias).flatMap { number in
        source.command(
          sending: .close(.notPlanned), to: number, marker: nil, milestone: { $0 })
      }
    }
    let other: Hint =
      isMarked
      ? "if it is about something else, remove the mark '<!-- pmgit:… -->' from its text there"
      : "or take the alias away with \(pmgit: "edit", first, "--no-alias", alias)"
    // Several requests are no command that a person can run.
    let close = closing.flatMap { closing in
      closing.action == nil ? Hint([.text("close it with "), .command(closing.words)]) : nil
    }
    return [close ?? "close it there", other]
  }
}

/// Assigns issues with marks to plans.
///
/// A mark counts only on the issue that a push of this board created. Such a push stores the seal
/// of the mark on the board before it creates the issue, and afterwards the issue's alias with the
/// mark.
struct CreatedIssues {
  typealias Made = (plan: PlanID, issue: MarkedIssue)

  /// The issues whose aliases are added to plans.
  private(set) var adopted: [Made] = []
  /// The issues that were made of plans that are deleted now.
  private(set) var ofDeleted: [String] = []
  /// The second issues of plans, which are made if two clones push at the same time.
  private(set) var second: [(alias: String, first: String)] = []
  /// Issues with an unknown mark, which another clone may have made without syncing yet. Each has
  /// the plan that its mark names; nil if this clone does not have the plan.
  private(set) var unchecked: [(issue: MarkedIssue, plan: PlanID?)] = []
  /// The new issues whose marks were not written by a push of this board.
  private(set) var foreign: [String] = []

  /// Assigns the issues that pushes created to the plans that they were created for.
  ///
  /// - Parameters:
  ///   - listed: The aliases of all issues.
  ///   - known: The plans by their aliases.
  ///   - mayBeUnknown: Returns whether another clone may have made an issue that it has not shared
  ///     yet.
  init(
    _ issues: [MarkedIssue], among plans: [Plan], listed: Set<String>, _ known: AliasIndex,
    mayBeUnknown: (MarkedIssue) -> Bool
  ) {
    let sources = Set(issues.map { Self.source(of: $0.alias) })
    let owners = Owners(plans, in: sources)
    var found: [PlanID: [MarkedIssue]] = [:]
    let groups = Dictionary(grouping: issues) { Self.key(Self.source(of: $0.alias), $0.mark.text) }
    for (key, issues) in groups.sorted(by: { $0.key < $1.key }) {
      let unknown = issues.filter { known.plans(called: $0.alias).isEmpty }
        .sorted { Self.precedes($0.alias, $1.alias) }
      // If the mark is recorded, all unknown issues with it are copies; otherwise all but one are.
      guard let first = unknown.first, !owners.recorded.contains(key) else { continue }
      let source = Self.source(of: first.alias)
      if let made = owners.sealed[Self.key(source, first.mark.seal)] {
        // An issue that existed before the push can only have a copy of the mark. Issues made later
        // have higher numbers.
        let issue = unknown.first { Self.number(of: $0.alias).map { $0 > made.newest } ?? true }
        if let issue { found[made.plan, default: []].append(issue) }
        continue
      }
      if owners.former.contains(key) { continue }
      for issue in unknown {
        if mayBeUnknown(issue) {
          unchecked.append((issue, owners.named[Self.key(source, issue.mark.name)]))
        } else {
          foreign.append(issue.alias)
        }
      }
    }
    for plan in plans {
      if let issues = found[plan.id] { add(issues, of: plan, listed) }
    }
  }

  /// Adds unrecorded issues that were made of a plan. The issue with the lowest number is the
  /// plan's.
  private mutating func add(_ issues: [MarkedIssue], of plan: Plan, _ listed: Set<String>) {
    if plan.isDeleted { return ofDeleted += issues.map(\.alias) }
    let sources = Set(issues.map { Self.source(of: $0.alias) })
    let own = plan.aliases.filter { listed.contains($0) && sources.contains(Self.source(of: $0)) }
    let all = (own + issues.map(\.alias)).sorted(by: Self.precedes)
    if let first = issues.first(where: { $0.alias == all[0] }) { adopted.append((plan.id, first)) }
    second += all.dropFirst().map { ($0, all[0]) }
  }

  /// Lookup tables from marks to plans. Each key has a source and a mark, or a part of one.
  private struct Owners {
    /// The marks of issues whose alias a plan has, and of issues whose alias a plan had before.
    var (recorded, former): (Set<String>, Set<String>) = ([], [])
    /// The plans by the seals of issues that a bridge began to create, each with the highest number
    /// of an issue that was known then.
    var sealed: [String: (plan: PlanID, newest: Int)] = [:]
    /// The plans by the names that begin the marks of their issues.
    var named: [String: PlanID] = [:]

    init(_ plans: [Plan], in sources: Set<String>) {
      for plan in plans {
        let aliases = Set(plan.aliases)
        for issue in plan.createdIssues {
          let key = CreatedIssues.key(issue.source, issue.mark)
          if aliases.contains(issue.alias) { recorded.insert(key) } else { former.insert(key) }
        }
        for (source, seal, newest) in plan.issueSeals {
          sealed[key(source, seal)] = (plan.id, newest)
        }
        for source in sources { named[key(source, IssueMark.name(of: plan, in: source))] = plan.id }
      }
    }
  }

  /// Returns the number of an issue: 12 for `github:o/r#12`; nil if it has none.
  static func number(of alias: String) -> Int? {
    alias.lastIndex(of: "#").flatMap { Int(alias[alias.index(after: $0)...]) }
  }

  private static func key(_ source: String, _ marker: String) -> String { "\(source) \(marker)" }

  /// Returns the source of an alias: `github:o/r`.
  ///
  /// - Parameter isExact: Whether to keep upper case; otherwise the source is in lower case.
  static func source(of alias: String, isExact: Bool = false) -> String {
    let source = String(alias[..<(alias.lastIndex(of: "#") ?? alias.endIndex)])
    return isExact ? source : source.lowercased()
  }

  /// Whether an issue has a lower number than another issue of its source, and so was made earlier.
  static func precedes(_ alias: String, _ other: String) -> Bool {
    (alias.utf8.count, alias) < (other.utf8.count, other)
  }
}

extension Workspace {
  /// Returns the highest issue number of a bridge's source among the aliases on the board; 0 if
  /// there is none.
  func newestIssue(of bridge: Bridge) throws -> Int {
    let source = bridge.source.aliasStart.lowercased()
    let aliases = try store.snapshot().plans(withTexts: false).plans.lazy.flatMap(\.aliases)
    return aliases.filter { CreatedIssues.source(of: $0) == source }
      .compactMap { CreatedIssues.number(of: $0) }.max() ?? 0
  }

  /// How long a clone may have an issue that it has not shared, in milliseconds. During this time,
  /// a mark that is unknown here may come from another clone.
  private static let unsharedTime: Int64 = 7 * 24 * 60 * 60 * 1000

  /// Adds missing aliases to plans for which bridges created issues. An alias is missing if the
  /// bridge ended too early, or ran in another clone.
  ///
  /// - Parameter tracker: The plans of the source. The function removes issues of deleted plans,
  ///   second issues, and issues that another clone may have made; in a dry run also the adopted
  ///   ones.
  /// - Returns: The notices, and the plans for which a clone that has not synced may already have
  ///   created an issue, each with that issue.
  func adoptIssues(
    of tracker: inout TrackerPlans
  ) async throws -> (notices: [Notice], doubtful: [PlanID: String]) {
    let issues = tracker.markedIssues
    guard !issues.isEmpty else { return ([], [:]) }
    let plans = try store.snapshot().plans().plans
    let isShared = try store.trackingTip() != nil
    let made = CreatedIssues(
      issues, among: plans, listed: Set(tracker.aliases), AliasIndex(plans)
    ) { issue in
      isShared
        && issue.created.map { now.milliseconds - $0.milliseconds < Self.unsharedTime } ?? false
    }
    if !made.adopted.isEmpty { try await adopt(made.adopted) }
    let second = made.second.map { alias, first in
      DuplicateIssue(alias: alias, first: first, isMarked: true, isDone: tracker.isDone(alias))
    }
    tracker.leaveOut(
      made.ofDeleted + second.map(\.alias) + made.unchecked.map(\.issue.alias)
        + (participant.isDryRun ? made.adopted.map(\.issue.alias) : []))
    var doubtful: [PlanID: String] = [:]
    for case (let issue, let plan?) in made.unchecked { doubtful[plan] = issue.alias }
    return (notices(of: made) + DuplicateIssue.notices(of: second), doubtful)
  }

  private func notices(of made: CreatedIssues) -> [Notice] {
    var notices: [Notice] = []
    if !made.adopted.isEmpty {
      let count = CountWords.words(made.adopted.count, "issue")
      notices.append(
        Notice("\(participant.isDryRun ? "would have found" : "found") \(count) made of plans here")
      )
    }
    if !made.ofDeleted.isEmpty {
      let count = CountWords.words(made.ofDeleted.count, "issue")
      notices.append(
        .warning(
          "left out \(count) made of plans that are deleted here",
          hints: ["\(pmgit: "restore", "PLAN") brings one back"]))
    }
    if let one = made.unchecked.map(\.issue).first { notices.append(unchecked(one, made)) }
    if let one = made.foreign.first {
      let words =
        made.foreign.count == 1
        ? "'\(one.excerpt)' has a mark of pmgit in its text"
        : "\(made.foreign.count) issues, such as '\(one.excerpt)', have marks of pmgit in their texts"
      notices.append(
        .warning(
          "\(words) that no push of this board has written",
          hints: ["the mark means nothing; the issue is a plan of its own"]))
    }
    return notices
  }

  /// Returns a warning about issues that are left out because another clone may have made them.
  private func unchecked(_ one: MarkedIssue, _ made: CreatedIssues) -> Notice {
    let words =
      made.unchecked.count == 1
      ? "'\(one.alias.excerpt)': this clone does not know the mark in its text"
      : "\(made.unchecked.count) issues, such as '\(one.alias.excerpt)': "
        + "this clone does not know the marks in their texts"
    let end = (one.created?.milliseconds ?? now.milliseconds) + Self.unsharedTime
    let day = clocks.day(of: Timestamp(milliseconds: end))
    return .warning(
      "left out \(words)",
      hints: [
        "if another clone has made it, share the board there and here: \(pmgit: "sync")",
        Hint("otherwise it becomes a plan on \(day), or when the mark is removed from its text"),
      ])
  }

  private func adopt(_ issues: [CreatedIssues.Made]) async throws {
    let author = try author()
    _ = try await store.change(by: author) { transaction in
      transaction.skipsRules = true
      for (plan, issue) in issues {
        let document = try transaction.document(plan)
        try transaction.edit(
          plan,
          IntendedIssue(in: CreatedIssues.source(of: issue.alias)).edits(
            adopting: issue.alias, mark: issue.mark, said: (issue.title, issue.body), in: document,
            on: transaction.before.board))
      }
      let words =
        issues.count == 1 ? issues[0].issue.alias : CountWords.words(issues.count, "issue")
      return CommitMessage(subject: "find \(words)", plans: issues.map(\.plan))
    }
  }
}
