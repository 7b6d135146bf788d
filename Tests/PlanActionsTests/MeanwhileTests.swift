import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Changes by others during an action. The tests move the branch when the action draws its first,
/// second or later random number.
@Suite("What goes while an action is under way")
struct MeanwhileTests {
  @Test("A column that is removed gets no plan", arguments: 1...12)
  func column(draw: Int) async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let race = try await Race(worker, atDraw: draw) {
      _ = try await worker.board().removeColumn("doing")
    }
    do {
      _ = try await race.board().move(MovePlans([id.text], to: "doing"))
      #expect(!race.isLost, "the plan went to a column that was not there")
      #expect(try worker.plan(id).state == "doing")
    } catch let problem as Problem {
      #expect(race.isLost && problem.code == .unknownColumn)
      #expect(try worker.plan(id).state == "todo")
    }
  }

  @Test("A plan that is deleted is not edited", arguments: 1...12)
  func plan(draw: Int) async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    let race = try await Race(worker, atDraw: draw) {
      _ = try await worker.board().delete([id.text])
    }
    var fields = FieldChanges()
    (fields.title, fields.checklist) = ("Another", ["a line"])
    do {
      _ = try await race.board().edit(EditPlan(id.text, fields: fields))
      #expect(!race.isLost, "a deleted plan was brought back")
    } catch let problem as Problem {
      #expect(race.isLost && problem.code == .deleted)
      #expect(try worker.plan(id).title == "A plan")
    }
  }

  @Test("A line that is removed gets no text", arguments: 1...12)
  func line(draw: Int) async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan") { $0.checklist = ["one", "two", "three"] }
    let race = try await Race(worker, atDraw: draw) {
      _ = try await worker.board().check(
        CheckLines([id.text], lines: .named(["3"]), action: .remove))
    }
    do {
      _ = try await race.board().change(ChangeLine(id.text, line: "3", text: "last", place: 1))
      #expect(!race.isLost, "a removed line was brought back")
      #expect(try worker.plan(id).checklist.map(\.text) == ["last", "one", "two"])
    } catch let problem as Problem {
      // A line removed before the lookup is a wrong number. After the lookup, it is a concurrent
      // change.
      #expect(race.isLost && [.usage, .changedMeanwhile].contains(problem.code))
      #expect(try worker.plan(id).checklist.map(\.text) == ["one", "two"])
    }
  }

  @Test("A neighbour that is moved away is no place any more", arguments: 1...12)
  func neighbour(draw: Int) async throws {
    let worker = try await Worker()
    let ids = [try await worker.add("One"), try await worker.add("Two")]
    let race = try await Race(worker, atDraw: draw) {
      _ = try await worker.board().move(MovePlans([ids[1].text], to: "done"))
    }
    do {
      let move = MovePlans([ids[0].text], to: "todo", at: .after(ids[1].text))
      _ = try await race.board().move(move)
      #expect(!race.isLost)
      #expect(try worker.titles(in: "todo") == ["Two", "One"])
    } catch let problem as Problem {
      #expect(race.isLost && problem.code == .usage)
      #expect(try worker.titles(in: "todo") == ["One"])
    }
  }

  /// A change by another person during an action. The initializer makes the change and takes it off
  /// the branch again. It comes back when the action draws the given random number.
  private final class Race {
    private let worker: Worker
    private let generator: CountingGenerator

    var isLost: Bool { generator.hasFired }

    init(_ worker: Worker, atDraw draw: Int, _ change: () async throws -> Void) async throws {
      self.worker = worker
      let before = try #require(try worker.board().store.localTip())
      try await change()
      let after = try #require(try worker.board().store.localTip())
      try Self.move(worker, from: after, to: before)
      generator = CountingGenerator(firing: draw) {
        try Self.move(worker, from: before, to: after)
      }
    }

    func board() throws -> Workspace { try worker.board(drawing: generator) }

    private static func move(_ worker: Worker, from old: ObjectID, to new: ObjectID) throws {
      let who = Signature(name: "Else", email: "else@example.org", seconds: 0, offsetMinutes: 0)
      let outcome = try worker.repository.open().updateReference(
        "refs/heads/pmgit/main", to: new, expecting: old, reflog: "race", who: who)
      guard outcome == .moved else { throw Lost() }
    }

    private struct Lost: Error {}
  }

  /// A random generator that calls `body` at one draw.
  private final class CountingGenerator: RandomNumberGenerator {
    private var base = SeededGenerator(seed: 7)
    private var rest: Int
    private let body: () throws -> Void
    private(set) var hasFired = false

    init(firing draw: Int, _ body: @escaping () throws -> Void) {
      (rest, self.body) = (draw, body)
    }

    func next() -> UInt64 {
      rest -= 1
      if rest == 0 {
        do { try body() } catch { Issue.record("the branch could not be moved: \(error)") }
        hasFired = true
      }
      return base.next()
    }
  }
}
