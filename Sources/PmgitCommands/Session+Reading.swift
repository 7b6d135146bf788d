import Git
import PlanModel
import PlanStore
import PlanView

extension Session {
  /// Reads the board's plans, and tells of those that can't be read.
  func readPlans(_ snapshot: BoardSnapshot) throws -> [Plan] {
    let (plans, unreadable) = try snapshot.plans()
    for file in unreadable {
      context.output.message(
        SafeText("warning: '\(file.path)' can't be read: \(file.reason)").string + "\n")
    }
    return plans
  }

  /// The plans that a query finds, in its order; without one, all plans in the board's order.
  func plans(matching words: [String], in snapshot: BoardSnapshot) throws -> [Plan] {
    let plans = try readPlans(snapshot)
    return try query(words, in: snapshot, plans: plans).select(from: plans)
  }

  func query(_ words: [String], in snapshot: BoardSnapshot, plans: [Plan]) throws -> Query {
    let text = words.map(Self.quotingPhrase).joined(separator: " ")
    // Only a query can ask whether the plans that a link leads to are done.
    let done = Set(
      plans.lazy.filter { !text.isEmpty && snapshot.board.kind(of: $0.state) == .done }
        .flatMap { [$0.id.text] + $0.aliases })
    let context = QueryContext(
      today: context.today, me: try me(), board: snapshot.board,
      minutesAheadOfUTC: context.minutesAheadOfUTC, isDone: { done.contains($0) })
    do {
      return try Query.parse(text, context: context)
    } catch {
      throw Failure(query: error, in: text)
    }
  }

  /// An argument with spaces and nothing of the query language in it is a phrase: the shell has
  /// taken its quotes.
  private static func quotingPhrase(_ word: String) -> String {
    let isPhrase = word.contains(" ") && !word.contains { ":\"".contains($0) }
    return isPhrase ? "\"\(word)\"" : word
  }

  /// From where plans are looked at.
  func viewpoint(_ ids: some Sequence<PlanID>) -> Viewpoint {
    let shortIDs = ShortIDs(ids)
    return Viewpoint(now: context.now, today: context.today) { shortIDs[$0] }
  }

  /// History as the timeline shows it.
  func timeline(_ entries: [HistoryEntry]) -> [TimelineEntry] {
    entries.map { entry in
      TimelineEntry(
        commit: entry.commit.abbreviated(), at: entry.at, author: entry.by, plan: entry.plan,
        planTitle: entry.title,
        changes: entry.changes.map {
          FieldChange(path: $0.path, old: $0.old, new: $0.new, itemText: $0.itemText)
        })
    }
  }
}

extension Failure {
  /// A wrong query, with a line of carets below the wrong word.
  fileprivate init(query error: QueryError, in text: String) {
    self = .usage(error.message, hints: error.hints)
    code = "bad-query"
    let carets = max(1, error.range.count)
    let shown = SafeText(text).string
    // Escapes change the length of a line; carets would then point beside the word.
    guard shown == text else { return }
    let indent = TextWidth.cells(of: String(text.prefix(error.range.lowerBound)))
    detail = [shown, String(repeating: " ", count: indent) + String(repeating: "^", count: carets)]
  }
}
