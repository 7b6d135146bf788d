import PmgitTestSupport
import Testing

/// Claims, when several people want the same plan.
@Suite struct TakeTests {
  private func pair() async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    return (pair, id)
  }

  @Test("Who takes a plan owns it for all; who comes later is told who has it")
  func take() async throws {
    let (pair, _) = try await pair()
    let id = try await pair.first.add("One more")
    let taken = await pair.first.run(["take", id])
    #expect(
      taken.messages
        == "took \(id.prefix(4)) to Doing; 'origin' accepted it, with 1 earlier change\n")
    #expect(try await pair.hub.git("log", "-1", "--format=%s", "pmgit/main").hasPrefix("take "))
    // The second clone has not fetched the plan yet.
    pair.second.now = pair.first.now
    let late = await pair.second.run(["take", String(id.prefix(4))])
    #expect(late.exitCode == 1)
    #expect(late.messages.hasPrefix("pmgit: plan '\(id)' was taken by Dev One, "))
    #expect(late.messages.contains("'pmgit list owner:none kind:todo'"))
    let json = await pair.second.run(["take", id, "--json"])
    #expect(json.output.contains(#""code": "taken""#))
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("The changes that a claim shares with it are counted, and merges are not")
  func shared() async throws {
    let (pair, id) = try await pair()
    try await pair.second("add", "Elsewhere")
    try await pair.second("sync")
    try await pair.first("add", "Unshared")
    try await pair.first("column", "edit", "doing", "--limit", "5")
    let taken = await pair.first.run(["take", id])
    #expect(taken.messages.contains("accepted it, with 2 earlier changes\n"), "\(taken)")
    let next = await pair.first.run(["take", "--release", id])
    #expect(next.messages.hasSuffix("'origin' accepted it\n"), "\(next)")
    try await pair.syncBoth()
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("Taking what is one's own already changes nothing")
  func again() async throws {
    let (pair, id) = try await pair()
    try await pair.first("take", id)
    let tips = try await pair.tips()
    #expect(await pair.first.run(["take", id]).messages == "'\(id.prefix(4))' is yours already\n")
    #expect(try await pair.tips() == tips)
  }

  @Test("'take --next' passes over plans that are one's own, as the help of both commands says")
  func ownPlans() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let own = try await pmgit.add("Mine", "--priority", "urgent", "--owner", "@me")
    let free = try await pmgit.add("Free", "--assign", "@me")
    #expect(try await pmgit("next").hasPrefix(own))
    #expect(try await pmgit("take", "--next") == "\(free)\n")
    let none = await pmgit.run(["take", "--next"])
    #expect(none.exitCode == 1)
    #expect(
      none.messages == """
        pmgit: no plan is ready and free
        hint: 'Mine' is yours already; begin it with 'pmgit move \(own.prefix(4)) doing'
        hint: see the blocked plans with 'pmgit list is:blocked'

        """)
    #expect(try await pmgit("take", "--help").contains("nobody owns, not even you"))
  }

  @Test("Programs with one identity take plans under names of their own")
  func names() async throws {
    let (pair, id) = try await pair()
    try await pair.first("take", id, "--as", "agent-1")
    let other = await pair.first.run(["take", id, "--as", "agent-2"])
    #expect(other.exitCode == 1)
    #expect(other.messages.contains("was taken by agent-1"))
    #expect(await pair.first.run(["take", id, "--as", "agent-1"]).exitCode == 0)
  }

  @Test("A plan that two claimed apart is nobody's to take until that is decided")
  func conflict() async throws {
    let (pair, id) = try await pair()
    try await pair.first("edit", id, "--owner", "@me")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--owner", "@me")
    try await pair.syncBoth()
    let result = await pair.first.run(["take", id])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("was taken by Dev Two"))
    try await pair.first("resolve", id, "owner", "--value", "none")
    #expect(await pair.first.run(["take", id]).exitCode == 0)
    try await pair.second("sync")
    #expect(try await pair.second("show", id).contains("owner\tDev One"))
  }

  @Test("Without any remote the claim is made here; with one that can't be reached, not at all")
  func noRemote() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    try await pmgit.repository.git("remote", "add", "origin", "/nowhere")
    let failed = await pmgit.run(["take", id])
    #expect(failed.exitCode == 1)
    #expect(failed.messages.contains("there is no repository at the address of 'origin'"))
    #expect(failed.messages.contains("hint: the plan was not taken\n"))
    #expect(try await pmgit("list", "owner:none").contains(id))
    try await pmgit.repository.git("remote", "remove", "origin")
    let taken = await pmgit.run(["take", id])
    #expect(taken.exitCode == 0)
    #expect(taken.messages.contains("there is no remote that others could take it from"))
    #expect(try await pmgit("list", "owner:@me").contains(id))
  }

  @Test("A deleted plan and one that is not there can't be taken")
  func missing() async throws {
    let (pair, id) = try await pair()
    #expect(await pair.first.run(["take", "zzzz"]).messages.contains("no plan's id begins with"))
    try await pair.first("delete", id)
    #expect(await pair.first.run(["take", id]).messages.contains("is deleted"))
  }

  @Test("A finished plan is not taken before it is opened again")
  func finished() async throws {
    let (pair, id) = try await pair()
    try await pair.first("done", id)
    let refused = await pair.first.run(["take", id])
    let hint = "open it again with 'pmgit move \(id.prefix(4)) todo'"
    #expect(refused.exitCode == 1 && refused.messages.contains("is finished"), "\(refused)")
    #expect(refused.unbroken.contains(hint), "\(refused)")
    try await pair.first("move", id, "todo")
    try await pair.first("take", id)
  }
}
