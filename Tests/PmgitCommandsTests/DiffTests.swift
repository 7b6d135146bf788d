import PlanModel
import PmgitTestSupport
import Testing

@Suite("What differs")
struct DiffTests {
  private func fields(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).dropFirst()
        .joined(separator: "|")
    }
  }

  /// Returns a board, its plans and an earlier commit. Since that commit, the first plan was
  /// edited, the second deleted and the third added.
  private func board() async throws -> (CommandRunner, ids: [String], then: String) {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [try await pmgit.add("One"), try await pmgit.add("Two", "--label", "bug")]
    let then = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("edit", ids[0], "--priority", "high")
    try await pmgit("edit", ids[0], "--priority", "low")
    try await pmgit("delete", ids[1])
    return (pmgit, ids + [try await pmgit.add("Three")], then)
  }

  @Test("Two moments are compared, not the steps between them")
  func between() async throws {
    let (pmgit, _, then) = try await board()
    let found = fields(try await pmgit("diff", then))
    #expect(found.contains("One|priority||low"))
    #expect(!found.contains { $0.contains("high") })
    #expect(found.contains { $0.hasPrefix("Two|deleted|") })
    #expect(found.contains("Three|title||Three"))
    // In reverse.
    let reverse = fields(try await pmgit("diff", "pmgit/main", then))
    #expect(reverse.contains("One|priority|low|"))
    #expect(reverse.contains("Three|title|Three|"))
    #expect(try await pmgit("diff", then, then) == "")
  }

  @Test("A diff from a later state to an earlier one says that it runs backwards")
  func backwards() async throws {
    let (pmgit, _, then) = try await board()
    let result = await pmgit.run(["diff", "pmgit/main", then])
    #expect(
      result.messages.contains(
        """
        note: '\(then)' is before 'pmgit/main', so what changed is shown backwards
        hint: for the other way round, run 'pmgit diff \(then) pmgit/main'

        """), "\(result)")
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 3 * 86_400)
    #expect(await pmgit.run(["diff", "today", "yesterday"]).messages.contains("backwards"))
    for arguments in [[then, "pmgit/main"], [then, then], [then]] {
      #expect(await !pmgit.run(["diff"] + arguments).messages.contains("backwards"))
    }
  }

  @Test("A plan that was made and deleted between the moments does not differ")
  func madeAndDeleted() async throws {
    let (pmgit, _, _) = try await board()
    let then = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("delete", try await pmgit.add("Four"))
    #expect(try await pmgit("diff", then) == "")
  }

  @Test("A query chooses by what plans are, and of those that are gone by what they were")
  func query() async throws {
    let (pmgit, _, then) = try await board()
    let high = fields(try await pmgit("diff", then, "--where", "priority:low"))
    #expect(high == ["One|priority||low"])
    #expect(try await pmgit("diff", then, "--where", "#nothing") == "")
    let gone = fields(try await pmgit("diff", "pmgit/main", then, "--where", "three"))
    #expect(gone.contains("Three|title|Three|"))
  }

  @Test("A file that can't be read is reported, and a wrong moment names the right ones")
  func broken() async throws {
    let (pmgit, ids, then) = try await board()
    let path = try #require(PlanID(ids[0])).path
    try await pmgit.repository.commitToBoard("{", at: path)
    let result = await pmgit.run(["diff", then])
    #expect(result.exitCode == 0)
    #expect(result.messages.contains(ids[0]) && result.messages.contains("can't be read"))
    #expect(!result.output.contains("One"))
    try await pmgit.repository.commitToBoard("{", at: "board.json")
    let settings = await pmgit.run(["diff", then])
    #expect(settings.messages.contains("the board's settings"), "\(settings.messages)")
    let wrong = await pmgit.run(["diff", "mondya"])
    #expect(wrong.exitCode == 64 && wrong.messages.contains("moments are"))
  }
}
