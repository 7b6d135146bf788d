import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

extension Session {
  /// Reads the board's plans, and tells of those that can't be read, and of broken settings, by
  /// whose last version the answer goes.
  func readPlans(_ snapshot: BoardSnapshot) throws -> [Plan] {
    let (plans, unreadable) = try snapshot.plans()
    try warn(ofSettingsOf: snapshot)
    warn(ofMissing: unreadable)
    return plans
  }

  /// Tells of broken settings, by whose last version the answer goes.
  func warn(ofSettingsOf snapshot: BoardSnapshot) throws {
    guard let reason = snapshot.brokenSettings else { return }
    warn(of: [try store.brokenSettings(reason, at: snapshot.commit)])
  }

  /// Fails if a plan can't be read: a copy of the board would not be whole.
  func requireAllReadable(_ snapshot: BoardSnapshot) throws {
    let count = try snapshot.plans().unreadable.count
    guard count > 0 else { return }
    throw Problem(
      code: .unreadablePlan, message: "\(CountWords.words(count, "plan")) could not be exported",
      hints: ["the warnings above name them; the others were exported"])
  }

  /// The plans that a query finds, in its order; without one, all plans in the board's order.
  func plans(matching words: [String], in snapshot: BoardSnapshot) throws -> [Plan] {
    let plans = try readPlans(snapshot)
    return try query(words, in: snapshot, plans: plans).select(from: plans)
  }

  func query(_ words: [String], in snapshot: BoardSnapshot, plans: [Plan]) throws -> Query {
    let text = words.map(Self.quotingPhrase).joined(separator: " ")
    // What is done, deleted or not on this board holds nobody up. Only a query can ask.
    let open = Set(
      plans.lazy.filter { plan in
        !text.isEmpty && !plan.isDeleted && snapshot.board.kind(of: plan.state) != .done
      }.flatMap { [$0.id.text] + $0.aliases })
    let lanes = Set(plans.lazy.filter { _ in !text.isEmpty }.map(\.state))
    let context = QueryContext(
      today: context.today, me: try workspace.me(), board: snapshot.board,
      minutesAheadOfUTC: context.minutesAheadOfUTC, lanes: lanes,
      aliases: text.isEmpty ? AliasIndex() : AliasIndex(plans), isDone: { !open.contains($0) })
    do {
      return try Query.parse(text, context: context)
    } catch {
      throw Problem(query: error, in: text)
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

extension Problem {
  /// A wrong query, with a line of carets below the wrong word.
  fileprivate init(query error: QueryError, in text: String) {
    self.init(error as any Error)
    let carets = max(1, error.range.count)
    let shown = SafeText(text).string
    // Escapes change the length of a line; carets would then point beside the word.
    guard shown == text else { return }
    let indent = TextWidth.cells(of: String(text.prefix(error.range.lowerBound)))
    detail = [shown, String(repeating: " ", count: indent) + String(repeating: "^", count: carets)]
  }
}
