import PlanModel
import PmgitTestSupport
import Testing

/// Claims that end: `take --lease`, `take --renew` and `release`.
@Suite("Leases as commands")
struct LeaseCommandTests {
  private func pair() async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    pair.second.now = pair.first.now
    return (pair, id)
  }

  private func wait(_ minutes: Int64, _ runners: CommandRunner...) {
    for runner in runners {
      runner.now = Timestamp(milliseconds: runner.now.milliseconds + minutes * 60_000)
    }
  }

  private func document(_ result: CommandRunner.Result) throws -> JSONObject {
    #expect(result.messages == "")
    let value = try JSONReader.value(in: Array(result.output.utf8))
    return try #require(value.object)
  }

  @Test("A lease is told when it is taken, shown while it lasts, and told when it is over")
  func take() async throws {
    let (pair, id) = try await pair()
    let short = id.prefix(4)
    let taken = await pair.first.run(["take", id, "--lease", "30m"])
    let end = Timestamp(milliseconds: pair.first.now.milliseconds + 1_799_000)
    let clock = end.description.dropFirst(11).prefix(5)
    #expect(
      taken.messages
        == "took \(short) to Doing until \(clock) (in 30 minutes); 'origin' accepted it\n")
    #expect(try await pair.first("show", id).contains("lease\t\(end)\n"))
    let late = await pair.second.run(["take", id])
    #expect(late.exitCode == 1)
    #expect(
      late.messages.contains(
        "was taken by Dev One, just now, and is leased until \(clock) (in 30 minutes)"))
    pair.second.useTerminal()
    #expect(
      try await pair.second("show", id).contains("lease    until \(clock), in 29 minutes\n"))
    wait(35, pair.second)
    #expect(try await pair.second("show", id).contains("lease    ended 5 minutes ago\n"))
    let passed = await pair.second.run(["take", "--next", "--lease", "1h"])
    #expect(passed.output == "\(id)\n")
    #expect(passed.messages.contains("the lease of Dev One ended 5 minutes ago\n"))
    #expect(passed.messages.contains("hint: see what was done with 'pmgit show \(short)'\n"))
  }

  @Test("'next' gives the reason why a begun plan is free")
  func next() async throws {
    let (pair, id) = try await pair()
    try await pair.first("take", id, "--lease", "5m")
    try await pair.second("sync")
    #expect(try await pair.second("next") == "")
    wait(7, pair.first, pair.second)
    #expect(
      try await pair.second("next") == "\(id)\tlease of Dev One ended 2 minutes ago\tA plan\n")
    #expect(try await pair.first("next") == "\(id)\tyour lease ended 2 minutes ago\tA plan\n")
    #expect(
      try await pair.second("next", "--json").contains("\"lease of Dev One ended 2 minutes ago\""))
    #expect(try await pair.second("list", "is:expired").hasPrefix(id))
    #expect(try await pair.second("list", "is:leased") == "")
  }

  @Test("Programs under one identity hold leases of their own, and renew only those")
  func names() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [try await pmgit.add("One"), try await pmgit.add("Two")]
    try await pmgit("take", "--next", "--lease", "10m", "--as", "agent-1")
    try await pmgit("take", "--next", "--lease", "10m", "--as", "agent-2")
    wait(5, pmgit)
    let renewed = await pmgit.run(["take", "--renew", "--as", "agent-1"])
    #expect(renewed.exitCode == 0)
    #expect(renewed.messages.hasPrefix("renewed the lease of \(ids[0].prefix(4)) until "))
    let other = await pmgit.run(["take", "--renew", ids[0], "--as", "agent-2"])
    #expect(other.exitCode == 1 && other.messages.contains("was taken by agent-1"))
    wait(7, pmgit)
    // Now the lease of the second is over, and that of the first is not.
    #expect(try await pmgit("take", "--next", "--as", "agent-3") == "\(ids[1])\n")
    let none = await pmgit.run(["take", "--next", "--as", "agent-3"])
    #expect(none.exitCode == 1 && none.messages.contains("no plan is ready and free"))
    let freed = await pmgit.run(["take", "--release", ids[0], "--as", "agent-2"])
    #expect(freed.exitCode == 1)
    #expect(
      freed.messages == """
        pmgit: plan '\(ids[0])' is taken by agent-1
        hint: to free it anyway, use 'pmgit edit \(ids[0]) --owner none --state todo'

        """)
    // A plan that was not begun stays in its column.
    let third = try await pmgit.add("Three")
    try await pmgit("take", third, "--no-start", "--as", "agent-1")
    let waiting = await pmgit.run(["take", "--release", third, "--as", "agent-2"])
    #expect(waiting.messages.contains("--owner none'"), "\(waiting)")
    let released = await pmgit.run(["take", "--release", ids[0], "--as", "agent-1"])
    #expect(released.messages == "released \(ids[0].prefix(4)) to Todo\n")
  }

  @Test("Every key of the documents of take, renew and release")
  func json() async throws {
    let (pair, id) = try await pair()
    for arguments in [
      ["take", id, "--lease", "30m"], ["take", "--renew"],
      ["take", "--renew", id, "--lease", "2h"], ["take", "--release", id],
    ] {
      let document = try document(await pair.first.run(arguments + ["--json"]))
      #expect(
        document.members.map(\.key.text) == [
          "commit", "decided", "dryRun", "format", "notices", "plan", "remote", "rules",
        ], "\(arguments)")
      #expect(document["remote"] == .string("origin"))
      let lease = document["plan"]?.object?["lease"]
      #expect((lease == .null) == (arguments.contains("--release")), "\(arguments)")
    }
    let other = try await pair.first.add("Other")
    for id in [id, other] { try await pair.first("take", id, "--lease", "1d") }
    for arguments in [["take", "--renew", "--lease", "2d"], ["take", "--release", id, other]] {
      let document = try document(await pair.first.run(arguments + ["--json"]))
      #expect(
        document.members.map(\.key.text) == [
          "board", "commit", "decided", "dryRun", "format", "notices", "plans", "remote",
          "rules",
        ], "\(arguments)")
    }
    let alone = try await CommandRunner.withBoard()
    let own = try await alone.add("A plan")
    let document = try document(await alone.run(["take", own, "--json"]))
    #expect(document["remote"] == .null && document["plan"]?.object?["lease"] == .null)
    let none = await alone.run(["take", "--renew", "--json"])
    #expect(none.exitCode == 1 && none.output.contains(#""code": "no-lease""#))
  }

  @Test("A warning about another person's lease is in the document, too")
  func notice() async throws {
    let (pair, id) = try await pair()
    try await pair.first("take", id, "--lease", "30m")
    try await pair.second("sync")
    let told = await pair.second.run(["edit", id, "-p", "low"])
    #expect(told.exitCode == 0)
    #expect(told.messages.contains("warning: plan '\(id.prefix(4))' is leased to Dev One until "))
    let document = try document(
      await pair.second.run(["comment", id, "-m", "in your way", "--json"]))
    let notice = try #require(document["notices"]?.array?.first?.object)
    #expect(notice.members.map(\.key.text) == ["hints", "message", "warning"])
    #expect(notice["warning"] == .bool(true))
    #expect(notice["message"]?.string?.contains("is leased to Dev One until") == true)
    let own = await pair.first.run(["comment", id, "-m", "mine"])
    #expect(!own.messages.contains("leased"))
  }

  @Test(
    "Options that do not go together, and lengths that are none, are wrong usage",
    arguments: [
      ["take", "--renew", "--next"], ["take", "--renew", "--over", "2d"],
      ["take", "--renew", "--no-start"], ["take", "ID", "--lease", "0m"],
      ["take", "ID", "--lease", "31d"], ["take", "ID", "--lease", "soon"],
      ["take", "ID", "--lease", ""], ["take", "--next", "--lease", "--json"],
      ["take", "--lease", "30m"], ["take", "--release"], ["edit", "ID", "--lease", "soon"],
      ["list", "lease:soon"],
    ])
  func usage(arguments: [String]) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    let result = await pmgit.run(arguments.map { $0 == "ID" ? id : $0 })
    #expect(result.exitCode == 64, "\(result)")
    #expect(try await pmgit("list", "owner:none").hasPrefix(id))
  }

  @Test("A lease without an owner is refused")
  func unowned() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    for arguments in [
      ["edit", id, "--lease", "1h"], ["edit", id, "--lease", "1h", "--owner", "none"],
      ["add", "Other", "--lease", "1h"],
    ] {
      let result = await pmgit.run(arguments)
      #expect(result.exitCode == 64, "\(result)")
      #expect(result.messages.contains("the plan has no owner"), "\(result)")
    }
    try await pmgit("edit", id, "--lease", "none")
    try await pmgit("edit", id, "--lease", "1h", "--owner", "Kim")
    try await pmgit("edit", id, "--lease", "2h")
    #expect(await pmgit.run(["edit", id, "--lease", "2h", "--owner", "none"]).exitCode == 64)
    #expect(try await pmgit("list", "is:leased").hasPrefix(id))
  }

  @Test("A claim is in the inbox of who created the plan, and its renewals are not")
  func renewals() async throws {
    let (pair, id) = try await pair()
    try await pair.second("take", id, "--lease", "1h")
    try await pair.first("sync")
    #expect(try await pair.first("inbox").contains(id.prefix(4)))
    try await pair.first("inbox", "--read")
    wait(5, pair.first, pair.second)
    try await pair.second("take", "--renew", id)
    try await pair.first("sync")
    #expect(try await pair.first("log", id).contains("lease"))
    #expect(try await pair.first("inbox") == "")
    try await pair.second("take", "--release", id)
    try await pair.first("sync")
    #expect(try await pair.first("inbox").contains(id.prefix(4)))
  }

  @Test("A rule may set the lease before the owner")
  func ruleOfBoth() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("rule", "add", "start", "on move to doing: lease 2h; owner @me")
    let id = try await pmgit.add("A plan")
    try await pmgit("move", id, "doing")
    #expect(try await pmgit("list", "is:leased", "owner:@me").hasPrefix(id))
  }

  @Test("The owner and the lease can be set by hand, exported and imported")
  func roundTrip() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--owner", "Kim", "--lease", "2h")
    let lease = try await pmgit("show", id).split(separator: "\n").first {
      $0.hasPrefix("lease\t2026-11-20T11:00:")
    }
    #expect(lease != nil)
    let exported = try await pmgit("export")
    let other = try await CommandRunner.withBoard(seed: 2)
    try await other("import", "-", input: exported)
    #expect(try await other("export") == exported)
    try await other("edit", id, "--lease", "none")
    #expect(try await other("export").contains(#""lease":null"#))
    try await other("edit", id, "--lease", "2026-12-24T18:00:00+01:00")
    #expect(try await other("show", id).contains("lease\t2026-12-24T17:00:00.000Z\n"))
    let wrong = await other.run(["import", "-"], input: #"{"title":"x","lease":"soon"}"#)
    #expect(wrong.exitCode == 64 || wrong.exitCode == 1)
    #expect(wrong.messages.contains("'lease' must be a time as in"))
  }

  @Test("Who loses the race for one plan with 'take --next' gets the next one, or is told")
  func race() async throws {
    for count in [2, 1] {
      let (pair, first) = try await pair()
      let other = count == 2 ? try await pair.first.add("Other") : nil
      try await pair.syncBoth()
      // The second has claimed the first plan, and pushes that just before the first does.
      try await pair.second("edit", first, "--owner", "@me", "--lease", "1h", "--state", "doing")
      pair.first.environment = try pair.first.repository.racing(
        pair.first.environment,
        beforePush: "git -C '\(pair.second.repository.path)' push --quiet origin pmgit/main")
      let taken = await pair.first.run(["take", "--next", "--lease", "1h"])
      #expect(pair.first.repository.hasRaced)
      if let other {
        #expect(taken.exitCode == 0 && taken.output == "\(other)\n")
        #expect(taken.messages.contains("'origin' accepted it"))
      } else {
        #expect(taken.exitCode == 1 && taken.output == "")
        #expect(taken.messages.hasPrefix("pmgit: no plan is ready and free\n"))
        let json = await pair.first.run(["take", "--next", "--json"])
        #expect(json.output.contains(#""code": "nothing-free""#))
      }
      try await pair.second("sync")
      #expect(try await pair.second("resolve", "--list") == "")
      #expect(try await pair.second("show", first).contains("owner\tDev Two"))
    }
  }

  @Test("Who loses the race for a renewal is told who has the plan; so is a release")
  func raceForRenewal() async throws {
    for command in [["take", "--renew"], ["take", "--release"]] {
      let (pair, id) = try await pair()
      try await pair.first("take", id, "--lease", "5m")
      try await pair.second("sync")
      wait(10, pair.first, pair.second)
      try await pair.second("edit", id, "--owner", "@me", "--lease", "1h")
      pair.first.environment = try pair.first.repository.racing(
        pair.first.environment,
        beforePush: "git -C '\(pair.second.repository.path)' push --quiet origin pmgit/main")
      let lost = await pair.first.run(command + [id, "--json"])
      #expect(pair.first.repository.hasRaced)
      #expect(lost.exitCode == 1 && lost.output.contains(#""code": "taken""#), "\(lost)")
      #expect(try await pair.first("show", id).contains("owner\tDev Two"))
    }
  }

  @Test("A remote that can't be reached renews and releases nothing")
  func unreachable() async throws {
    let (pair, id) = try await pair()
    try await pair.first("take", id, "--lease", "30m")
    try await pair.first.repository.git("remote", "set-url", "origin", "/nowhere")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    for (command, hint) in [
      (["take", "--renew"], "no lease was renewed"),
      (["take", "--release", id], "nothing was released"),
    ] {
      let failed = await pair.first.run(command)
      #expect(failed.exitCode == 1)
      #expect(failed.messages.contains("hint: \(hint)\n"), "\(failed)")
    }
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == tip)
  }
}
