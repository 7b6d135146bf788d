import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A batch is compared with the same single actions in turn. Both draw from the same seed, so even
/// ids, ranks and stamps are equal, and the two boards have the same bytes.
@Suite("A batch, and the same actions one by one")
struct BatchPropertyTests {
  @Test("make the same board, with the same notices", arguments: Seeds.each(40))
  func sameBoard(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let script = BatchScript(using: &random)
    let original = try await script.board()
    // Lines that fail alone are left out, in a copy of their own.
    let trial = try await Course(copying: original, seed: seed).alone(script.lines, skipping: true)
    let lines = trial.map(\.line)
    let alone = try Course(copying: original, seed: seed)
    let single = try await alone.alone(lines, skipping: false)
    let together = try Course(copying: original, seed: seed)
    let done = try await together.together(lines)

    #expect(try await together.tree() == alone.tree(), "seed \(seed)")
    #expect(done.results.map(\.subject) == single.map(\.subject))
    #expect(done.results.map(\.plans) == single.map(\.plans))
    // A batch warns of a lease once.
    func others(_ notices: [Notice]) -> [Notice] {
      notices.filter { !$0.message.text().contains("lease") }
    }
    #expect(done.results.map { others($0.notices) } == single.map { others($0.notices) })
    let commits = try await together.worker.repository.git(
      "rev-list", "--count", "\(original.tip)..pmgit/main")
    #expect(commits == (done.didChange ? "1" : "0"))
    #expect(lines.count > 2, "the script is too short to show anything")
  }

  @Test("change nothing if one line of the batch fails", arguments: Seeds.each(10))
  func allOrNothing(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let script = BatchScript(using: &random)
    let original = try await script.board()
    let trial = try await Course(copying: original, seed: seed).alone(script.lines, skipping: true)
    var lines = trial.map(\.line)
    lines.insert(
      BatchLine(999, .move, .move(MovePlans(["zzzzzzzz"], to: "doing"))),
      at: random.number(below: lines.count + 1))
    let course = try Course(copying: original, seed: seed)
    let problem = try await refusal { _ = try await course.together(lines) }
    #expect(problem.message.hasPrefix("line 999: "), "\(problem.message)")
    #expect(try course.worker.tip() == original.tip)
  }
}

/// Random lines about a board with four plans and those that the lines add.
private struct BatchScript {
  private(set) var lines: [BatchLine] = []

  private static let old = ["alpha", "beta", "gamma", "delta"]
  private static let columns = ["todo", "doing", "done", "Doing"]
  private static let words = ["fix", "Login", "한글", "release", "x"]

  /// A board to copy, and its commit.
  struct Original {
    let repository: ScratchRepository
    let tip: String
  }

  init(using random: inout SeededGenerator) {
    var names = Self.old.map { "ext:\($0)" }
    for number in 1...(20 + random.number(below: 20)) {
      let isNew = random.chance(30)
      let line = isNew ? Self.add(number, names, &random) : Self.change(number, names, &random)
      if let name = line.name { names.append("$\(name)") }
      lines.append(line)
    }
  }

  /// Returns a new board with the plans that the lines name by their aliases.
  func board() async throws -> Original {
    let worker = try await Worker()
    var limit = ColumnChanges()
    limit.limit = "2"
    _ = try await worker.board().changeColumn("doing", limit)
    for title in Self.old {
      let id = try await worker.add(title) { fields in
        fields[.aliases] = .init(added: ["ext:\(title)"])
        fields[.labels] = .init(added: [title == "beta" ? "release" : "bug"])
        fields.checklist = ["first", "second"]
      }
      _ = try await worker.board().comment(CommentOnPlan(id.text, text: ["noted"]))
    }
    return Original(repository: worker.repository, tip: try worker.tip())
  }

  private static func add(
    _ number: Int, _ names: [String], _ random: inout SeededGenerator
  ) -> BatchLine {
    var fields = fields(names, &random)
    fields.title = nil
    let template = random.chance(20) ? random.pick(names) : nil
    let request = AddPlan(
      title: random.pick(words), fields: fields, isAtTop: random.chance(30), template: template)
    return BatchLine(number, .add, .add(request), as: "p\(number)")
  }

  private static func change(
    _ number: Int, _ names: [String], _ random: inout SeededGenerator
  ) -> BatchLine {
    let plan = random.pick(names)
    let plans: PlanChoice =
      random.chance(15)
      ? .matching(random.pick(["#release", "is:open", "state:todo", "fix"]))
      : random.chance(20) ? .named([plan, random.pick(names)]) : .named([plan])
    switch random.number(below: 10) {
    case 0, 1:
      return BatchLine(number, .edit, .edit(EditPlan(plans, fields: fields(names, &random))))
    case 2, 3:
      let places: [Place] = [
        .unspecified, .top, .bottom, .before(random.pick(names)), .after(random.pick(names)),
      ]
      return BatchLine(
        number, .move, .move(MovePlans(plans, to: random.pick(columns), at: random.pick(places))))
    case 4: return BatchLine(number, .done, .move(MovePlans(plans, to: .first(.done))))
    case 5:
      return BatchLine(
        number, .comment, .comment(CommentOnPlan(plans, text: [random.pick(words), "", "more"])))
    case 6:
      return BatchLine(
        number, .check,
        .check(
          CheckLines(
            plans, lines: .named([random.pick(["1", "2", "first"])]),
            action: random.pick([.check, .uncheck, .remove]))))
    case 7:
      return random.chance(50)
        ? BatchLine(
          number, .check,
          .changeLine(
            ChangeLine(
              plan, line: random.pick(["1", "2"]), text: random.pick([nil, "other"]), place: 1)))
        : BatchLine(
          number, .comment,
          .changeComment(
            ChangeComment(plan, comment: "1", random.pick([.delete, .edit(["said again"])]))))
    case 8:
      return BatchLine(
        number, .spend,
        .spend(
          SpendTime(
            plan, length: random.pick(["5m", "1h30m"]), day: random.pick([nil, "yesterday"]),
            note: random.pick([nil, "tried"]))))
    default:
      return random.chance(50)
        ? BatchLine(number, .delete, .delete(plans)) : BatchLine(number, .restore, .restore(plans))
    }
  }

  private static func fields(
    _ names: [String], _ random: inout SeededGenerator
  ) -> FieldChanges {
    var fields = FieldChanges()
    if random.chance(30) { fields.title = random.pick(words) }
    if random.chance(20) { fields.body = ["a body", random.pick(words)] }
    if random.chance(20) { fields.state = random.pick(columns) }
    if random.chance(30) { fields[.due] = random.pick(["fri", "+3d", "2026-12-24", "none"]) }
    if random.chance(30) { fields[.priority] = random.pick(["high", "low", "none"]) }
    if random.chance(20) { fields[.owner] = random.pick(["@me", "Ann Lee", "none"]) }
    if random.chance(25) { fields[.lease] = random.pick(["1h", "2h", "none"]) }
    if random.chance(20) { fields[.estimate] = random.pick(["3", "0.5"]) }
    if random.chance(30) {
      fields[.labels] = .init(
        added: [random.pick(words)], removed: random.chance(50) ? ["bug"] : [])
    }
    if random.chance(20) { fields[.assignees] = .init(added: [random.pick(["@me", "Ann"])]) }
    if random.chance(30) {
      let kind = random.pick(["blocked-by", "blocks", "parent", "child", "relates"])
      fields[.links] = .init(added: ["\(kind):\(random.pick(names))"])
    }
    if random.chance(20) { fields.checklist = [random.pick(words)] }
    return fields
  }
}

/// A copy of a board on which lines are done alone or together, drawing from one seed.
private final class Course {
  let worker: Worker
  private let board: Workspace

  /// A line that was done alone.
  struct Single {
    let line: BatchLine
    let plans: [PlanID]
    /// The subject of its commit; nil if it changed nothing.
    let subject: String?
    let notices: [Notice]
  }

  init(copying original: BatchScript.Original, seed: UInt64) throws {
    worker = try Worker(try ScratchRepository(copying: original.repository))
    board = try worker.board(drawing: SeededGenerator(seed: seed), at: worker.seconds + 1000)
  }

  func together(_ lines: [BatchLine]) async throws -> BatchDone {
    try await board.run(Batch(lines, form: .together(subject: nil)))
  }

  /// - Parameter skips: Whether lines that fail are skipped.
  func alone(_ lines: [BatchLine], skipping skips: Bool) async throws -> [Single] {
    var ids: [String: PlanID] = [:]
    var done: [Single] = []
    for line in lines {
      do {
        let action = try line.action.mapNames { name in
          guard name.first == "$" else { return name }
          guard let id = ids[String(name.dropFirst())] else { throw Missing() }
          return id.text
        }
        let changes = try await perform(action)
        if let name = line.name { ids[name] = changes.plans[0] }
        let subject = changes.didChange ? try await worker.subject() : nil
        done.append(
          Single(line: line, plans: changes.plans, subject: subject, notices: changes.notices))
      } catch {
        guard skips else { throw error }
      }
    }
    return done
  }

  private struct Missing: Error {}

  private func perform(_ action: BatchLine.Action) async throws -> PlanChanges {
    switch action {
    case .add(let request): try await board.add(request)
    case .edit(let request): try await board.edit(request)
    case .move(let request): try await board.move(request)
    case .comment(let request): try await board.comment(request)
    case .changeComment(let request): try await board.change(request)
    case .check(let request): try await board.check(request)
    case .changeLine(let request): try await board.change(request)
    case .spend(let request): try await board.spend(request)
    case .delete(let plans): try await board.delete(plans)
    case .restore(let plans): try await board.restore(plans)
    }
  }

  func tree() async throws -> String {
    try await worker.repository.git("rev-parse", "pmgit/main^{tree}")
  }
}
