import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Requests with numbers, words, prefixes of ids and queries. Others have changed the board since
/// the person saw it.
///
/// Each request is compared with one that uses full ids, which have the same meaning on every
/// version of the board. Both requests must make the same tree, or fail with the same code.
@Suite("Requests that were decided on an older board")
struct LateRequestTests {
  @Test(
    "Numbers, words, beginnings of ids and queries mean what they meant on the board that was seen",
    arguments: Seeds.each(10))
  func namesOfTheSeenBoard(seed: UInt64) async throws {
    let world = try await LateWorld(seed: seed)
    for (typed, exact) in try world.someRequests() {
      let (made, wanted) = (
        await world.outcome(of: typed.run), await world.outcome(of: exact.run)
      )
      #expect(made == wanted, "seed \(seed): \(typed.name)\n\(world.meanwhile)")
    }
  }

  @Test("A line by its number on the board that was seen is ticked off, and no other")
  func line() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan") { $0.checklist = ["one", "two", "three"] }
    let seen = try worker.board().store.tip()
    _ = try await worker.board().change(ChangeLine(id.text, line: "3", text: nil, place: 1))
    let board = try worker.board()
    try board.base(on: seen.hex)
    let outcome = try await board.check(CheckLines([id.text], lines: .named(["1"])))
    #expect(try worker.plan(id).checklist.map(\.text) == ["three", "one", "two"])
    #expect(try worker.plan(id).checklist.map(\.done) == [false, true, false])
    #expect(outcome.notices.map { $0.message.text() } == ["ticked off 'one'; 1 of 3 is done"])
  }

  @Test(
    "A value by its number is one of those that were seen; where they are others by now, nothing is decided"
  )
  func candidate() async throws {
    let worker = try await Worker()
    let id = try await worker.add("First")
    let base = try worker.board().store.tip()
    for title in ["Second", "Third"] {
      let board = try worker.board()
      try board.base(on: base.hex)
      var fields = FieldChanges()
      fields.title = title
      _ = try await board.edit(EditPlan(id.text, fields: fields))
    }
    let seen = try worker.board().store.tip()
    let board = try worker.board()
    try board.base(on: base.hex)
    var fields = FieldChanges()
    fields.title = "Fourth"
    _ = try await board.edit(EditPlan(id.text, fields: fields))
    let late = try worker.board()
    try late.base(on: seen.hex)
    let open = try late.openConflict(id.text, field: "title")
    #expect(open.words.count == 2)
    await #expect {
      _ = try await late.resolve(open, by: .take(1))
    } throws: { ($0 as? Problem)?.code == .changedMeanwhile }
    #expect(try worker.plan(id).conflicts.first?.values.count == 3)
  }

  @Test("Of a column that was removed meanwhile a late move says so")
  func column() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let seen = try worker.board().store.tip()
    _ = try await worker.board().removeColumn("doing")
    let board = try worker.board()
    try board.base(on: seen.hex)
    await #expect {
      _ = try await board.move(MovePlans([id.text], to: "Doing"))
    } throws: { ($0 as? Problem)?.code == .unknownColumn }
  }
}

/// A board that a person saw at a commit, and that others have changed since.
private final class LateWorld {
  private let worker: Worker
  private var draws: SeededGenerator
  private var ids: [PlanID] = []
  private let seen: ObjectID
  /// Descriptions of the changes by others.
  private(set) var meanwhile: [String] = []

  init(seed: UInt64) async throws {
    worker = try await Worker()
    draws = SeededGenerator(seed: seed)
    for title in Self.titles {
      ids.append(
        try await worker.add(title) {
          ($0.checklist, $0[.labels].all) = (["write tests", "write docs", "release"], ["bug"])
          $0[.assignees].all = ["Ada Lovelace <ada@example.org>"]
        })
      for text in ["first", "second", "third"] {
        _ = try await worker.board().comment(CommentOnPlan(ids[ids.count - 1].text, text: [text]))
      }
    }
    let base = try worker.board().store.tip()
    for title in ["Crash of the parser", "Crash of the printer"] {
      let board = try worker.board()
      try board.base(on: base.hex)
      _ = try await board.edit(EditPlan(ids[2].text, fields: Self.fields { $0.title = title }))
    }
    seen = try worker.board().store.tip()
    for _ in 0..<(2 + draws.number(below: 6)) { try await change() }
  }

  private static let titles = ["Fix login", "Draw the icon", "Crash"]

  private static func fields(_ change: (inout FieldChanges) -> Void) -> FieldChanges {
    var fields = FieldChanges()
    change(&fields)
    return fields
  }

  // MARK: - What others do meanwhile

  private func change() async throws {
    let id = draws.pick(ids).text
    let number = String(1 + draws.number(below: 2))
    let kind = draws.pick([0, 1, 2, 3, 4, 4, 4, 5, 6, 7, 7, 8, 9])
    meanwhile.append("\(kind) \(id) \(number)")
    do {
      switch kind {
      case 0: _ = try await board().change(ChangeLine(id, line: number, text: nil, place: 3))
      case 1:
        _ = try await board().check(CheckLines([id], lines: .named([number]), action: .remove))
      case 2:
        _ = try await board().change(ChangeLine(id, line: number, text: "write more", place: nil))
      case 3: _ = try await board().change(ChangeComment(id, comment: number, .delete))
      case 4: try await addNamesake()
      case 5:
        _ = try await board().edit(EditPlan(id, fields: Self.fields { $0.title = "Fix the rest" }))
      case 6:
        _ = try await board().edit(
          EditPlan(id, fields: Self.fields { $0[.labels].removed = ["bug"] }))
      case 7: try await renameColumns()
      case 8: _ = try await board().move(MovePlans([id], to: .first(.doing)))
      default:
        // Another 'Ada', so that the name alone is ambiguous now.
        _ = try await worker.add("Another") {
          $0[.assignees].all = ["Ada Byron <byron@example.org>"]
        }
      }
    } catch let problem as Problem {
      meanwhile.append("  \(problem.message)")
    }
  }

  private func board() throws -> Workspace { try worker.board() }

  /// Adds three plans with an existing title.
  private func addNamesake() async throws {
    let title = draws.pick(Self.titles)
    for _ in 0..<3 { _ = try await worker.add(title) { $0[.labels].all = ["bug"] } }
  }

  private func renameColumns() async throws {
    var (free, taken) = (ColumnChanges(), ColumnChanges())
    (free.title, taken.title) = ("Under way", "Doing")
    _ = try await board().changeColumn("doing", free)
    _ = try await board().changeColumn("done", taken)
  }

  // MARK: - Requests

  struct Request {
    let name: String
    let run: (Workspace) async throws -> ObjectID

    init(_ name: String, _ run: @escaping (Workspace) async throws -> PlanChanges) {
      self.name = name
      self.run = { ObjectID(hex: try await run($0).after.commit.hex) ?? ObjectID.zero }
    }
  }

  /// Returns the result of a request: the tree of the board, or the code of the problem.
  func outcome(of run: (Workspace) async throws -> ObjectID) async -> String {
    do {
      // Every request gets the same time and the same random numbers.
      let late = try worker.board(drawing: SeededGenerator(seed: 9), at: 1_795_900_000)
      late.participant.isDryRun = true
      try late.base(on: seen.hex)
      return try late.store.repository.commit(try await run(late)).tree.hex
    } catch { return "\(Problem(error).code)" }
  }

  /// Returns the requests that look up most, and 20 random ones of the others. All of them would
  /// take seconds.
  func someRequests() throws -> [(typed: Request, exact: Request)] {
    let plans = try seenPlans()
    let few = queries() + [links(plans), people(plans), resolution(plans[2])]
    let many = try requests(plans)
    return few + (0..<20).map { _ in draws.pick(many) }
  }

  private func seenPlans() throws -> [Plan] {
    let board = try board().store.snapshot(at: seen)
    return try ids.map { try board.plan($0) }
  }

  /// Returns requests as a person types them, each with the same request by full ids.
  private func requests(_ plans: [Plan]) throws -> [(typed: Request, exact: Request)] {
    let board = try board().store.snapshot(at: seen)
    var all: [(Request, Request)] = []
    for (index, plan) in plans.enumerated() {
      let prefix = try Self.shortest(plan.id, in: board)
      let title = index == 2 ? plan.id.text : String(plan.title.prefix(6))
      func restore(_ name: String) -> Request {
        Request("restore \(name)") { try await $0.restore([name]) }
      }
      // Words can't be used here, because they only find deleted plans.
      all.append((restore(prefix), restore(plan.id.text)))
      for name in [prefix, title] {
        all += Self.requests(name, plan.id.text) + comments(on: plan, called: name)
        all += lines(of: plan, called: name)
      }
    }
    return all
  }

  /// Returns the shortest unique prefix of an id on a board.
  private static func shortest(_ id: PlanID, in board: BoardSnapshot) throws -> String {
    let others = try board.plans().plans.map(\.id).filter { $0 != id }
    let length = (1...12).first { length in
      !others.contains { $0.text.hasPrefix(id.text.prefix(length)) }
    }
    return String(id.text.prefix(length ?? 12))
  }

  private static func requests(_ name: String, _ id: String) -> [(Request, Request)] {
    func request(_ name: String, _ column: String) -> [Request] {
      [
        Request("edit \(name)") {
          try await $0.edit(EditPlan(name, fields: fields { $0[.priority] = "high" }))
        },
        Request("move \(name)") { try await $0.move(MovePlans([name], to: column)) },
        Request("move \(name) to the top") {
          try await $0.move(MovePlans([name], to: column, at: .top))
        },
        Request("edit \(name) --column") {
          try await $0.edit(EditPlan(name, fields: fields { $0.state = column }))
        },
        Request("comment on \(name)") { try await $0.comment(CommentOnPlan(name, text: ["x"])) },
        Request("delete \(name)") { try await $0.delete([name]) },
        Request("add child of \(name)") {
          let fields = fields { ($0.state, $0[.links].added) = (column, ["parent:\(name)"]) }
          return try await $0.add(AddPlan(title: "Child", fields: fields))
        },
      ]
    }
    return Array(zip(request(name, "Doing"), request(id, "doing")))
  }

  private func lines(of plan: Plan, called name: String) -> [(Request, Request)] {
    func requests(_ name: String, _ line: String) -> [Request] {
      [
        Request("check \(name) \(line)") {
          try await $0.check(CheckLines([name], lines: .named([line])))
        },
        Request("remove \(name) \(line)") {
          try await $0.check(CheckLines([name], lines: .named([line]), action: .remove))
        },
        Request("change \(name) \(line)") {
          try await $0.change(ChangeLine(name, line: line, text: "another", place: nil))
        },
        Request("place \(name) \(line)") {
          try await $0.change(ChangeLine(name, line: line, text: nil, place: 1))
        },
      ]
    }
    return plan.checklist.enumerated().flatMap { index, line in
      [String(index + 1), Self.lastWord(of: line.text)].flatMap {
        Array(zip(requests(name, $0), requests(plan.id.text, line.id)))
      }
    }
  }

  private static func lastWord(of text: String) -> String {
    text.split(separator: " ").last.map(String.init) ?? text
  }

  private func comments(on plan: Plan, called name: String) -> [(Request, Request)] {
    func requests(_ name: String, _ comment: String) -> [Request] {
      [
        Request("delete comment \(name) \(comment)") {
          try await $0.change(ChangeComment(name, comment: comment, .delete))
        },
        Request("edit comment \(name) \(comment)") {
          try await $0.change(ChangeComment(name, comment: comment, .edit(["another"])))
        },
      ]
    }
    return plan.comments.enumerated().flatMap { index, comment in
      Array(zip(requests(name, String(index + 1)), requests(plan.id.text, comment.id)))
    }
  }

  private func queries() -> [(Request, Request)] {
    func requests(_ plans: PlanChoice) -> [Request] {
      [
        Request("edit by query") {
          try await $0.edit(EditPlan(plans, fields: Self.fields { $0[.priority] = "low" }))
        },
        Request("move by query") { try await $0.move(MovePlans(plans, to: "done")) },
        Request("delete by query") { try await $0.delete(plans) },
        Request("comment by query") { try await $0.comment(CommentOnPlan(plans, text: ["x"])) },
        Request("tick all by query") { try await $0.check(CheckLines(plans, lines: .all)) },
      ]
    }
    return Array(
      zip(requests(.matching("label:bug sort:created")), requests(.named(ids.map(\.text)))))
  }

  private func links(_ plans: [Plan]) -> (Request, Request) {
    func request(_ names: [String]) -> Request {
      Request("link \(names)") {
        let fields = Self.fields {
          $0[.links].added = ["blocks:\(names[1])", "relates:\(names[2])"]
        }
        return try await $0.edit(EditPlan(names[0], fields: fields))
      }
    }
    return (request(["Fix login", "the icon", ids[2].text]), request(ids.map(\.text)))
  }

  private func people(_ plans: [Plan]) -> (Request, Request) {
    func request(_ person: String) -> Request {
      Request("assign \(person)") { [ids] in
        let fields = Self.fields { ($0[.owner], $0[.assignees].added) = (person, [person]) }
        return try await $0.edit(EditPlan(ids[0].text, fields: fields))
      }
    }
    return (request("Ada"), request("Ada Lovelace <ada@example.org>"))
  }

  private func resolution(_ plan: Plan) -> (Request, Request) {
    let title = "Crash of the parser"
    let number = 1 + (plan.conflicts[0].values.firstIndex { $0.value == .string(title) } ?? 0)
    func request(_ decision: Decision) -> Request {
      Request("take \(number)") {
        try await $0.resolve(try $0.openConflict(plan.id.text, field: "title"), by: decision)
      }
    }
    return (request(.take(number)), request(.value(title)))
  }
}
