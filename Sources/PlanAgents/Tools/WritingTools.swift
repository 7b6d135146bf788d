import PlanActions
import PlanDocuments
import PlanModel

/// The tools that change or share the board.
extension Tool {
  private static let plan = ToolInput("plan", .text, "id", isRequired: true)
  private static let plans = ToolInput("plans", .texts, "ids", isRequired: true)

  /// The fields that 'add' and 'edit' have in common.
  private static let fields =
    [
      ToolInput("body", .text, "Markdown"), ToolInput("column", .text, "id or title"),
      ToolInput("labels", .texts, "all labels"),
      ToolInput("link", .texts, "to add: blocked-by:ID, blocks:ID, parent:ID, relates:ID"),
      ToolInput("check", .texts, "checklist lines to add"),
      ToolInput("custom", .object, "fields of the board: {\"points\": 3}; null clears"),
    ]
    + PlanProperty.all.map { property in
      ToolInput(property.name, property.kind == .number ? .word : .text, property.forms)
    }

  /// Returns a function that parses the values of a verb, and returns the change of that verb.
  private static func change(_ verb: BatchLine.Verb) -> @Sendable (RequestValues) throws -> Call {
    { values in
      let action = try values.action(verb)
      return { board in try written(await board.make(action)) }
    }
  }

  static let add = Tool(
    name: "add", title: "Add a plan", about: "Adds a plan to the first column, or to 'column'.",
    inputs: [ToolInput("title", .text, "", isRequired: true)] + fields, effect: .adds,
    parse: change(.add))

  static let edit = Tool(
    name: "edit", title: "Edit plans",
    about: "Changes fields, and moves plans if 'column' is given. 'none' clears a field.",
    inputs: [plans, ToolInput("title", .text, "")] + fields
      + [
        ToolInput("noLink", .texts, "links to remove"),
        ToolInput("label", .texts, "labels to add"), ToolInput("noLabel", .texts, ""),
      ], effect: .changes, parse: change(.edit))

  static let comment = Tool(
    name: "comment", title: "Comment", about: "Adds a comment to a plan: findings, decisions.",
    inputs: [plan, ToolInput("text", .text, "Markdown", isRequired: true)], effect: .adds,
    parse: change(.comment))

  static let check = Tool(
    name: "check", title: "Tick off", about: "Ticks lines of a plan's checklist off.",
    inputs: [
      plan, ToolInput("items", .words, "numbers or words", isRequired: true),
      ToolInput("undo", .flag, "true: untick them"),
    ], effect: .changes, parse: change(.check))

  /// The actions of the tool 'take' on a claim.
  private enum ClaimAct: String, CaseIterable { case take, renew, release }

  static let take = Tool(
    name: "take", title: "Take a plan",
    about: """
      Makes a plan yours and starts it; fails if another one has it. Without 'plan' it takes the \
      best ready one. The remote, if there is one, must accept it. A claim with a lease ends then: \
      renew it in time.
      """,
    inputs: [
      ToolInput("plan", .text, "id"),
      ToolInput("query", .text, "what to choose from, without 'plan'"),
      ToolInput("lease", .text, "30m, 2h, 1d"),
      ToolInput(
        "act", .choice(ClaimAct.allCases.map(\.rawValue)),
        "release gives 'plan' back; renew without 'plan' prolongs all your leases"),
    ], effect: .changesAndShares
  ) { values in
    let (plan, query) = (try values.text("plan"), try values.text("query"))
    let (lease, act) = (try values.text("lease"), try values.choice("act", of: ClaimAct.self))
    switch act ?? .take {
    case .take:
      guard plan == nil || query == nil else {
        throw Problem.usage("'plan' and 'query' exclude each other")
      }
      let request = TakePlan(plan.map { .named($0) } ?? .next(query ?? ""), lease: lease)
      return { board in try written(await board.take(request)) }
    case .renew:
      guard query == nil else { throw Problem.usage("'renew' takes no 'query'") }
      let plans = plan.map { [$0] } ?? []
      return { board in try written(await board.renew(plans, length: lease)) }
    case .release:
      guard let plan else { throw Problem.usage("'plan' is missing: the plan to release") }
      guard query == nil, lease == nil else {
        throw Problem.usage("'release' takes neither 'query' nor 'lease'")
      }
      return { board in try written(await board.release([plan])) }
    }
  }

  static let done = Tool(
    name: "done", title: "Finish plans",
    about: "Moves plans to the first column for finished ones, and shares the board.",
    inputs: [plans], effect: .changesAndShares
  ) { values in
    let action = try values.action(.done)
    return { board in
      let changes = try await board.make(action)
      var document = try written(changes)
      guard try board.hasRemote else { return document }
      do {
        let synced = try await board.sync()
        document["shared"] = .string(synced.summary)
        if synced.conflictCount > 0 { document["conflicts"] = .number(synced.conflictCount) }
        document.add(changes.notices + synced.notices)
      } catch {
        // The change is made here, but others don't see it yet and may begin the same work.
        let problem = Problem(error)
        document.add(
          changes.notices + [.warning("not shared yet: \(problem.message)", hints: problem.hints)])
      }
      return document
    }
  }

  static let sync = Tool(
    name: "sync", title: "Share the board",
    about: "Fetches, merges and sends the board. Conflicts are kept, not lost.", inputs: [],
    effect: .shares
  ) { _ in
    return { board in
      let synced = try await board.sync()
      var document: JSONObject = [
        "result": .string(synced.summary), "conflicts": .number(synced.conflictCount),
      ]
      document.add(synced.notices)
      return document
    }
  }

  /// Returns the outcome of a change, with its plans.
  private static func written(_ changes: PlanChanges) throws -> JSONObject {
    var document: JSONObject = [
      "changed": .bool(changes.didChange),
      "plans": try changes.after.brief(try changes.after.plans(changes.plans)),
    ]
    document.add(changes.notices)
    return document
  }
}
