import Git
import PlanModel
import PmgitTestSupport
import Testing

/// Files from a remote that are too large to read into memory.
@Suite("A hostile blob")
struct HostileBlobTests {
  @Test("100 MB in the place of plans are never read, whatever command meets them")
  func memory() async throws {
    let pair = try await SharedBoard()
    let ids = [try await pair.first.add("Alone"), try await pair.first.add("Edited")]
    try await pair.syncBoth()
    try await pair.second("edit", ids[1], "--title", "Ours")
    // Zeros are cheap for the attacker: packed, they need 100 kB.
    let zeros = [UInt8](repeating: 0, count: 100_000_000)
    try pair.hub.commitHostile(
      ids.map { HostileFile("plans/\($0.prefix(2))/\($0).json", zeros) }
        + [HostileFile("plans/zz/zeros", zeros)])
    // git needs this memory for the fetch, so the limit is set after it.
    let clone = pair.second.repository
    try await clone.git("fetch", "--quiet", "origin", "+pmgit/main:refs/remotes/origin/pmgit/main")
    let script = """
      ulimit -d 90000
      set -e
      pmgit sync; pmgit list; pmgit board; pmgit log; pmgit status; pmgit export || test $? = 1
      pmgit show \(ids[1]); pmgit show \(ids[0]) || test $? = 1
      pmgit edit \(ids[1]) --due 2026-12-01; pmgit restore \(ids[0]); pmgit sync; pmgit list
      """
    let result = try await Binary(repository: clone).shell(script)
    #expect(result.exitCode == 0, "\(result.output)\(result.messages)")
    #expect(result.messages.contains("it is longer than 1048576 bytes"), "\(result.messages)")
    let list = try await pair.first("sync", "-q") + pair.first("list")
    #expect(list.contains("\tAlone") && list.contains("\tOurs"), "\(list)")
  }
}
