import PmgitTestSupport
import Testing

/// When pmgit reports an unreadable file, to whom, and how often.
@Suite("A file that can't be read") struct UnreadableNewsTests {
  /// Returns two clones, and the path of a plan. The first clone has an unshared commit that breaks
  /// it.
  private func broken() async throws -> (pair: SharedBoard, path: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    let path = "plans/\(id.prefix(2))/\(id).json"
    try await pair.first.repository.commitToBoard("{", at: path)
    return (pair, path)
  }

  private func isTold(_ path: String, by result: CommandRunner.Result) -> Bool {
    result.messages.contains("warning: '\(path)' can't be read")
  }

  @Test("is reported by the sync that shares it and by the one that brings it, once each")
  func once() async throws {
    let (pair, path) = try await broken()
    for runner in [pair.first, pair.second] {
      let news = await runner.run(["sync"])
      #expect(isTold(path, by: news))
      #expect(news.messages.contains("hint: see what happened with 'git show "))
      let again = await runner.run(["sync"])
      #expect(!isTold(path, by: again))
      #expect(again.messages.contains("1 file can't be read, as before; see 'pmgit status'\n"))
      #expect(await runner.run(["sync", "-q"]).messages == "")
    }
  }

  @Test("is reported again when it is broken in another way, and beside others that are new")
  func changed() async throws {
    let (pair, path) = try await broken()
    try await pair.first("sync", "-q")
    try await pair.second("sync", "-q")
    try await pair.first.repository.commitToBoard("[", at: "plans/zz/zzzz00000000.json")
    try await pair.first("sync", "-q")
    let news = await pair.second.run(["sync"])
    #expect(!isTold(path, by: news))
    #expect(isTold("plans/zz/zzzz00000000.json", by: news))
    #expect(news.messages.contains("1 file can't be read, as before"))
    try await pair.first.repository.commitToBoard("[", at: path)
    try await pair.first("sync", "-q")
    #expect(isTold(path, by: await pair.second.run(["sync"])))
  }

  @Test("is counted by the status, which tells all of it")
  func status() async throws {
    let (pair, path) = try await broken()
    for _ in 1...2 {
      let status = await pair.first.run(["status"])
      #expect(status.output.contains("unreadable\t1\n"))
      #expect(isTold(path, by: status))
      #expect(status.messages.contains("hint: take the previous version with 'pmgit restore "))
    }
    pair.first.useTerminal()
    #expect(try await pair.first("status").contains("1 file can't be read"))
  }
}
