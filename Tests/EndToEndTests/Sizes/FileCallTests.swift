import PmgitTestSupport
import Testing

/// What a short command asks of the system, counted in calls and not in time.
@Suite("Calls of short commands")
struct FileCallTests {
  /// Makes a board with an index and with many plans, of which one was changed last.
  ///
  /// - Returns: The id of that plan.
  private func prepare(_ board: BoardFixture, plans: Int) async throws -> String {
    let binary = Binary(repository: board.repository)
    let made = try await binary.shell(
      """
      seq \(plans) |
        sed 's/.*/{"title":"Plan &","body":"What to do in &","labels":["l&"],"aliases":["T-&"]}/' |
        pmgit import -q - && pmgit list >list && pmgit log -n 1 >log && pmgit add -q Changed >id &&
        pmgit edit -q "$(cat id)" --due tomorrow && pmgit log -n 1 >log && cat id
      """)
    guard made.exitCode == 0 else { throw Workload.Failed(description: "\(made)") }
    return String(made.output.split(separator: "\n").last ?? "")
  }

  @Test(
    "A change reads no object twice and none that it wrote, and writes a few pages of the index",
    arguments: ["add 'One more'", "move ID doing", "edit ID --priority high"])
  func change(command: String) async throws {
    let board = try await BoardFixture()
    let id = try await prepare(board, plans: 700)
    let calls = try await FileCalls(
      of: command.replacing("ID", with: id), in: board.repository)
    let read = calls.objectsRead
    #expect(calls.objectsWritten.count == 5, "\(calls)")
    #expect(read.count == Set(read).count, "\(calls)")
    #expect(calls.objectsWritten.isDisjoint(with: read), "\(calls)")
    #expect((1...4).contains(calls.pagesOfIndexWritten), "\(calls)")
    #expect(calls.calls.count < 240, "\(calls)")
  }

  @Test("A short command reads as much on a board of a hundred times as many plans")
  func growth() async throws {
    let commands = ["log ID", "show ID", "move ID doing", "add 'One more'"]
    var counts: [[Int]] = [[], []]
    for (place, plans) in [1000, 100_000].enumerated() {
      let board = try await BoardFixture()
      let id = try await prepare(board, plans: plans)
      for command in commands {
        let calls = try await FileCalls(
          of: command.replacing("ID", with: id), in: board.repository)
        counts[place] += [calls.objectsRead.count, calls.bytesOfIndexRead, calls.calls.count]
      }
    }
    for (place, (small, large)) in zip(counts[0], counts[1]).enumerated() {
      // Two tables of the index may have one more level, with a page each. One more object may be
      // open if a new plan is in a folder that an earlier change has written.
      let more = place % 3 == 1 ? 2 * 16384 : 1
      #expect(Double(large) <= max(1.2 * Double(small), Double(small + more)), "\(counts)")
    }
  }
}
