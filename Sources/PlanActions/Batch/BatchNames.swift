import PlanModel

/// The plans that earlier lines of a batch added, by the names that these lines gave them.
struct BatchNames {
  private var plans: [String: PlanID] = [:]

  /// The longest name, in bytes.
  private static let longest = 64

  mutating func note(_ line: BatchLine, _ plans: [PlanID]) {
    if let name = line.name, let plan = plans.first { self.plans[name] = plan }
  }

  /// Returns the name in a reference such as `$t1`; nil for any other text.
  static func name(in typed: String) -> String? {
    typed.first == "$" ? String(typed.dropFirst()) : nil
  }

  /// Whether a text can be a name: letters and digits of ASCII, `-` and `_`.
  static func isName(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Returns an action with ids in place of references.
  func resolving(_ action: BatchLine.Action) -> BatchLine.Action {
    action.mapNames { typed in Self.name(in: typed).flatMap { plans[$0]?.text } ?? typed }
  }
}

extension BatchLine.Action {
  /// Returns the action with `map` applied to each text that names a plan, including targets of
  /// links and the template of a new plan.
  package func mapNames(_ map: (String) throws -> String) rethrows -> Self {
    switch self {
    case .add(let request):
      return .add(
        AddPlan(
          try request.fields.mapLinks(map), isAtTop: request.isAtTop,
          template: try request.template.map(map)))
    case .edit(let request):
      return .edit(
        EditPlan(try request.plans.mapNames(map), fields: try request.fields.mapLinks(map)))
    case .move(let request):
      return .move(
        MovePlans(
          try request.plans.mapNames(map), to: request.target, at: try request.place.mapName(map)))
    case .comment(let request):
      return .comment(CommentOnPlan(try request.plans.mapNames(map), text: request.text))
    case .changeComment(let request):
      return .changeComment(
        ChangeComment(try map(request.plan), comment: request.comment, request.action))
    case .check(let request):
      return .check(
        CheckLines(
          try request.plans.mapNames(map), lines: request.lines, action: request.action))
    case .changeLine(let request):
      return .changeLine(
        ChangeLine(
          try map(request.plan), line: request.line, text: request.text, place: request.place))
    case .spend(let request):
      return .spend(
        SpendTime(
          try map(request.plan), length: request.length, day: request.day, note: request.note))
    case .delete(let plans): return .delete(try plans.mapNames(map))
    case .restore(let plans): return .restore(try plans.mapNames(map))
    }
  }
}

extension PlanChoice {
  fileprivate func mapNames(_ map: (String) throws -> String) rethrows -> PlanChoice {
    switch self {
    case .named(let names): .named(try names.map(map))
    case .matching: self
    }
  }
}

extension Place {
  fileprivate func mapName(_ map: (String) throws -> String) rethrows -> Place {
    switch self {
    case .unspecified, .top, .bottom: self
    case .before(let name): .before(try map(name))
    case .after(let name): .after(try map(name))
    }
  }
}

extension FieldChanges {
  fileprivate func mapLinks(_ map: (String) throws -> String) rethrows -> FieldChanges {
    var changes = self
    changes[.links].added = try changes[.links].added.map { try Self.mapTarget(of: $0, map) }
    changes[.links].removed = try changes[.links].removed.map { try Self.mapTarget(of: $0, map) }
    return changes
  }

  private static func mapTarget(
    of link: String, _ map: (String) throws -> String
  ) rethrows -> String {
    guard let colon = link.firstIndex(of: ":") else { return link }
    return try link[...colon] + map(String(link[link.index(after: colon)...]))
  }
}
