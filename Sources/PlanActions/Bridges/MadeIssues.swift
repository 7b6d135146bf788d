import PlanFormats
import PlanModel
import PlanStore
import PlanView

/// A further issue of a plan. It is left out of pulls, and nothing is sent to it.
struct SecondIssue {
  let alias: String
  /// The issue that counts.
  let first: String
  /// Whether its text has the mark of a bridge.
  let isMarked: Bool
  /// Whether it is closed there, so that nobody has to do anything.
  let isDone: Bool

  /// Returns the warning of those that are open.
  static func notices(of issues: [SecondIssue]) -> [Notice] {
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
    let source = MadeIssues.source(of: alias, isExact: true)
    let closing = BridgeSource(source).flatMap { source in
      source.number(of: alias).flatMap { number in
        source.command(
          sending: .close(isPlanned: false), to: number, marker: nil, milestone: { $0 })
      }
    }
    let other: Hint =
      isMarked
      ? "if it is about something else, remove the mark '<!-- pmgit:… -->' from its text there"
      : "or take the alias away with \(pmgit: "edit", first, "--no-alias", alias)"
    let close = closing.map { Hint([.text("close it with "), .command($0.words)]) }
    return [close ?? "close it there", other]
  }
}

/// Which issues with marks are those of plans here.
struct MadeIssues {
  typealias Made = (plan: PlanID, issue: MarkedIssue)

  /// The issues that plans get.
  private(set) var adopted: [Made] = []
  /// The issues that were made of plans which this clone does not have.
  private(set) var strange: [String] = []
  /// The further issues of plans: two clones have made them at the same time.
  private(set) var second: [(alias: String, first: String)] = []

  /// How far apart the times of two issues of one plan can be, in milliseconds. A push pulls before
  /// it makes issues, so clones make two only while their pushes run. A later one is a copy, and
  /// about something else.
  private static let nearness: Int64 = 60 * 60 * 1000

  /// - Parameter known: The plans by their aliases.
  init(_ issues: [MarkedIssue], among plans: [Plan], _ known: AliasIndex) {
    let (owners, marks) = Self.owners(of: issues, among: plans)
    let groups = Dictionary(grouping: issues) { Self.key(Self.source(of: $0.alias), $0.marker) }
    for (key, issues) in groups.sorted(by: { $0.key < $1.key }) {
      let unknown = issues.filter { known.plans(called: $0.alias).isEmpty }
      guard let plan = owners[key] else {
        strange += unknown.filter { !marks.contains($0.marker) }.map(\.alias)
        continue
      }
      let own = issues.filter { plan.aliases.contains($0.alias) }
      add((own + unknown).sorted { Self.precedes($0.alias, $1.alias) }, of: plan)
    }
  }

  /// Adds the issues of one mark, that with the least number first.
  private mutating func add(_ issues: [MarkedIssue], of plan: Plan) {
    let source = issues.first.map { Self.source(of: $0.alias) }
    let hasIssue = plan.aliases.contains { Self.source(of: $0) == source }
    // The plan may have another issue, whose text has no mark.
    let known = hasIssue ? issues.first { plan.aliases.contains($0.alias) } : issues.first
    guard let known else { return }
    let near = issues.filter { issue in
      guard let one = issue.created, let other = known.created else { return true }
      return abs(one.milliseconds - other.milliseconds) <= Self.nearness
    }
    guard let first = near.first else { return }
    if plan.isDeleted {
      strange += near.filter { !plan.aliases.contains($0.alias) }.map(\.alias)
      return
    }
    if !plan.aliases.contains(first.alias) {
      adopted.append((plan.id, first))
    }
    second += near.dropFirst().map { ($0.alias, first.alias) }
  }

  /// Returns the plan of each source and mark, and the marks that plans remember.
  private static func owners(
    of issues: [MarkedIssue], among plans: [Plan]
  ) -> (plans: [String: Plan], marks: Set<String>) {
    var (owners, marks): ([String: Plan], Set<String>) = ([:], [])
    let sources = Set(issues.map { source(of: $0.alias) })
    for plan in plans {
      for source in sources { owners[key(source, plan.issueMarker(in: source))] = plan }
      for (source, marker) in plan.knownIssueMarkers {
        owners[key(source, marker)] = plan
        marks.insert(marker)
      }
    }
    return (owners, marks)
  }

  private static func key(_ source: String, _ marker: String) -> String { "\(source) \(marker)" }

  /// Returns the source of an alias: `github:o/r`.
  ///
  /// - Parameter isExact: Whether upper case stays.
  static func source(of alias: String, isExact: Bool = false) -> String {
    let source = String(alias[..<(alias.lastIndex(of: "#") ?? alias.endIndex)])
    return isExact ? source : source.lowercased()
  }

  /// Whether one issue was made before another one of its source: it has a lower number.
  static func precedes(_ alias: String, _ other: String) -> Bool {
    (alias.utf8.count, alias) < (other.utf8.count, other)
  }
}

extension Workspace {
  /// Gives plans the aliases of the issues that bridges have made of them, and that have no alias
  /// here yet: the bridge ended too early, or it was in another clone.
  ///
  /// - Parameter outside: What the source says. Issues whose plan this clone does not have are
  ///   removed from it, since they would become second plans, and so are second issues of plans.
  func adoptIssues(of outside: inout OutsideImport) async throws -> [Notice] {
    let issues = outside.markedIssues
    guard !issues.isEmpty else { return [] }
    let plans = try store.snapshot().plans().plans
    let made = MadeIssues(issues, among: plans, AliasIndex(plans))
    if !made.adopted.isEmpty { try await adopt(made.adopted) }
    let second = made.second.map { alias, first in
      SecondIssue(alias: alias, first: first, isMarked: true, isDone: outside.isDone(alias))
    }
    outside.leaveOut(
      made.strange + second.map(\.alias)
        + (participant.isRehearsing ? made.adopted.map(\.issue.alias) : []))
    var notices: [Notice] = []
    if !made.adopted.isEmpty {
      let count = CountWords.words(made.adopted.count, "issue")
      notices.append(
        Notice("\(participant.isRehearsing ? "would find" : "found") \(count) made of plans here"))
    }
    if !made.strange.isEmpty {
      let count = CountWords.words(made.strange.count, "issue")
      notices.append(
        .warning(
          "left out \(count) made of plans that this clone does not have",
          hints: ["get them with \(pmgit: "sync")"]))
    }
    return notices + SecondIssue.notices(of: second)
  }

  private func adopt(_ issues: [MadeIssues.Made]) async throws {
    let author = try author()
    _ = try await store.change(by: author) { transaction in
      transaction.skipsRules = true
      for (plan, issue) in issues {
        let document = try transaction.document(plan)
        let lines = issue.body.split(separator: "\n", omittingEmptySubsequences: false)
        let body = issue.body.isEmpty ? [] : lines.map { String($0) }
        try transaction.edit(
          plan,
          IntendedIssue(in: MadeIssues.source(of: issue.alias)).edits(
            adopting: issue.alias, marker: issue.marker, said: (issue.title, body), in: document,
            on: transaction.before.board))
      }
      let words =
        issues.count == 1 ? issues[0].issue.alias : CountWords.words(issues.count, "issue")
      return CommitMessage(subject: "find \(words)", plans: issues.map(\.plan))
    }
  }
}
