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
}
