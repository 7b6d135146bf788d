import PlanModel
import PlanView

/// Which rows of the command palette match a typed text, and in which order.
///
/// Actions that begin with the text come first, then actions with words that begin with the typed
/// words, then plans whose id or title has such words. Actions and plans that contain the text
/// within words come last.
struct PaletteOrder {
  private enum Match { case begins, words, inside }

  private let typed: SearchText
  private let words: [SearchText]

  static let mostPlans = 20

  init(_ typed: String) {
    let parts = typed.split(separator: " ")
    words = parts.map { SearchText(String($0)) }
    self.typed = SearchText(parts.joined(separator: " "))
  }

  /// Returns the matching actions and plans, or all actions if nothing is typed.
  ///
  /// - Complexity: Linear in the plans, until enough of them have words that begin with the typed
  ///   ones.
  func rows(_ actions: [Picker.Option], plans: some Sequence<PlanSummary>) -> [Picker.Option] {
    guard !words.isEmpty else { return actions }
    var found: [Match: [Picker.Option]] = [:]
    for action in actions {
      if let match = match(action) { found[match, default: []].append(action) }
    }
    let (near, far) = split(plans)
    let rows = (found[.begins] ?? []) + (found[.words] ?? []) + near.map(Picker.Option.init)
    return rows + (found[.inside] ?? []) + far.map(Picker.Option.init)
  }

  /// Returns the plans that match, the best ones first.
  func matching(_ plans: some Sequence<PlanSummary>) -> [PlanSummary] {
    guard !words.isEmpty else { return Array(plans.prefix(Self.mostPlans)) }
    let (near, far) = split(plans)
    return near + far
  }

  /// Returns the plans whose ids or words begin with the typed words, and those that contain them
  /// within words; together at most `mostPlans`.
  private func split(
    _ plans: some Sequence<PlanSummary>
  ) -> (near: [PlanSummary], far: [PlanSummary]) {
    let isMeant = { (plan: PlanSummary) in
      words.count == 1 && plan.plan.id.isMeant(by: words[0].text)
    }
    var near = Array(plans.lazy.filter(isMeant).prefix(Self.mostPlans))
    var far: [PlanSummary] = []
    for plan in plans where near.count < Self.mostPlans && !isMeant(plan) {
      if words.allSatisfy({ $0.occurs(in: plan.plan.title) }) {
        if words.allSatisfy({ $0.beginsWord(in: plan.plan.title) }) {
          near.append(plan)
        } else if far.count < Self.mostPlans {
          far.append(plan)
        }
      }
    }
    return (near, Array(far.prefix(Self.mostPlans - near.count)))
  }

  private func match(_ action: Picker.Option) -> Match? {
    if typed.begins(action.words) { return .begins }
    let text = ([action.words] + action.others).joined(separator: " ")
    if words.allSatisfy({ $0.beginsWord(in: text) }) { return .words }
    return words.allSatisfy { $0.occurs(in: action.words) } ? .inside : nil
  }
}

extension Picker.Option {
  init(_ plan: PlanSummary) {
    self.init(
      value: plan.plan.id.text, words: plan.plan.title, about: plan.shortID,
      item: .plan(plan.plan.id))
  }

  init(_ row: Shortcut) {
    self.init(
      value: row.act.rawValue, words: row.label, about: row.keyNames.joined(separator: " "),
      others: Shortcut.Act.otherWords[row.act] ?? [], item: .act(row.act))
  }
}

/// The meaning of a row in the palette.
enum PaletteItem: Hashable, Sendable {
  case plan(PlanID)
  case act(Shortcut.Act)
  case query(String)
}

extension Shortcut.Act {
  /// Additional words by which the palette finds actions: those that are not in an act's label.
  fileprivate static let otherWords: [Shortcut.Act: [String]] = [
    .add: ["create", "insert"], .edit: ["rename"], .assign: ["assignees"],
    .take: ["claim", "start", "mine"], .labels: ["tags"], .due: ["deadline", "day"],
    .priority: ["urgent", "high", "low"],
    .field: ["milestone", "iteration", "estimate", "start", "owner", "repeat", "custom", "sprint"],
    .body: ["edit", "text", "notes"],
    .comment: ["note", "reply"], .link: ["block", "parent", "relate", "depend", "unlink"],
    .line: ["todo", "item"], .tick: ["check", "done"], .delete: ["remove", "archive"],
    .restore: ["undelete", "bring", "recover"], .undo: ["take", "back", "revert"],
    .redo: ["again"], .query: ["filter", "search", "find"], .clear: ["filter", "all", "reset"],
    .mine: ["me", "filter"], .nextConflict: ["merge"], .earlier: ["history", "past"],
    .later: ["history"], .now: ["past", "today"], .conflicts: ["merge", "resolve"],
    .roadmap: ["gantt", "timeline"], .flow: ["statistics", "burndown", "cumulative", "cfd"],
    .density: ["wrap", "height", "compact"], .sync: ["push", "pull", "fetch", "share"],
    .help: ["help", "shortcuts"], .quit: ["exit", "close"], .redraw: ["refresh"],
    .moveTo: ["state"], .select: ["mark"], .selectAll: ["mark"], .open: ["show"],
  ]

  /// The actions at the top of the list when nothing is typed.
  static let useful: [Shortcut.Act] = [
    .add, .query, .edit, .moveTo, .labels, .assign, .due, .priority, .field, .body, .comment, .link,
    .take,
    .delete, .restore, .undo, .sync, .mine, .list, .conflicts, .roadmap, .flow, .help,
  ]
}

extension Screen {
  mutating func run(_ item: PaletteItem?) -> [ScreenEffect] {
    switch item {
    case .plan(let id):
      guard view == .board || view == .list else { return [] }
      if !place(on: id) { return show(plan: id) }
      focus = .plan
      return show(plan: id)
    case .act(let act): return perform(act)
    case .query(let query): return ask(for: query)
    case nil: return []
    }
  }

  /// Returns the rows for a typed text. If nothing is typed, the most useful actions are first,
  /// then the plans that were opened last, saved views, and the other actions.
  func paletteOptions(_ typed: String) -> [Picker.Option] {
    let acts = Shortcut.all.filter { $0.act != .palette }
    let views = (content?.board.views ?? [:]).sorted { $0.key < $1.key }.map { name, query in
      Picker.Option(
        value: "view:\(name)", words: "View \(name)", about: query, others: ["filter"],
        item: .query("view:\(name)"))
    }
    let order = PaletteOrder(typed)
    guard typed.allSatisfy({ $0 == " " }) else {
      return order.rows(acts.map(Picker.Option.init) + views, plans: cards)
    }
    let useful = Shortcut.Act.useful.compactMap { Shortcut.of($0) }
    let others = acts.filter { !Shortcut.Act.useful.contains($0.act) }
    return useful.map(Picker.Option.init) + recent.compactMap(summary).map(Picker.Option.init)
      + views + others.map(Picker.Option.init)
  }

  /// All shown plans, in the order of the board.
  var cards: some Sequence<PlanSummary> { lanes.lazy.flatMap(\.cards) }
}
