import PlanModel
import PmgitTestSupport
import Testing

/// What a terminal shows about changes that are not shared yet.
@Suite struct UnsharedTests {
  @Test("Once a day a change says how many wait; the setting says it always, or never")
  func daily() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let pmgit = pair.first
    pmgit.useTerminal(errorIsTerminal: true)
    try await pmgit("sync")
    let edit = ["edit", id, "-p"]
    #expect(await pmgit.run(edit + ["low"]).messages.contains("1 change not shared"))
    #expect(!(await pmgit.run(edit + ["high"]).messages.contains("shared")))
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 86400)
    #expect(await pmgit.run(edit + ["low"]).messages.contains("3 changes not shared"))
    #expect(!(await pmgit.run(edit + ["high"]).messages.contains("shared")))
    try await pmgit.repository.git("config", "pmgit.advice.unshared", "true")
    #expect(await pmgit.run(edit + ["low"]).messages.contains("5 changes not shared"))
    try await pmgit.repository.git("config", "pmgit.advice.unshared", "false")
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 86400)
    #expect(!(await pmgit.run(edit + ["high"]).messages.contains("shared")))
  }

  @Test("After a change a terminal says how many wait, and no more once they are shared")
  func count() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let pmgit = pair.first
    try await pmgit.repository.git("config", "pmgit.advice.unshared", "true")
    pmgit.useTerminal(errorIsTerminal: true)
    try await pmgit("sync")
    let first = await pmgit.run(["edit", id, "-p", "low"])
    #expect(first.messages.hasSuffix("\n1 change not shared; share it with 'pmgit sync'\n"))
    let second = await pmgit.run(["add", "Another"])
    #expect(second.messages.hasSuffix("\n2 changes not shared; share them with 'pmgit sync'\n"))
    for quiet in [["list"], ["show", id], ["edit", id, "-p", "low"], ["add", "x", "-q"]] {
      #expect(!(await pmgit.run(quiet).messages.contains("not shared")), "\(quiet)")
    }
    try await pmgit("sync")
    let after = await pmgit.run(["config", "title", "T"])
    #expect(after.messages.hasSuffix("\n1 change not shared; share it with 'pmgit sync'\n"))
    pmgit.useTerminal()
    #expect(!(await pmgit.run(["done", id]).messages.contains("not shared")))
  }

  @Test("Without a remote, and of a board that was never shared, nothing is said")
  func never() async throws {
    let pmgit = try await CommandRunner.withBoard()
    pmgit.useTerminal(errorIsTerminal: true)
    #expect(!(await pmgit.run(["add", "One"]).messages.contains("shared")))
    try await pmgit.repository.git("remote", "add", "origin", "/nowhere")
    #expect(!(await pmgit.run(["add", "Two"]).messages.contains("shared")))
  }
}
