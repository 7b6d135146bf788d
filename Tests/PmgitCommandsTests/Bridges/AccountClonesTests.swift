import PlanModel
import PmgitTestSupport
import Testing

/// Accounts that two clones say each for itself, and boards with very many.
@Suite("Accounts that several clones say")
struct AccountClonesTests {
  private let first = "github:octo/app#1"
  private let annOne = "Ann One <a1@example.com>"
  private let annTwo = "Ann Two <a2@example.com>"

  /// Returns two clones that have said different people for one account.
  private func disputed(_ tracker: FakeTracker, _ logins: (String, String)) async throws
    -> BridgedPair
  {
    let pair = try await BridgedPair(tracker)
    try await pair.two("sync")
    try await pair.one("people", "account", "github:\(logins.0)", annOne)
    try await pair.two("people", "account", "github:\(logins.1)", annTwo)
    for clone in [pair.one, pair.two, pair.one] { try await clone("sync") }
    return pair
  }

  @Test("A conflict names the account, and the case of letters makes none")
  func conflict() async throws {
    let pair = try await disputed(FakeTracker(), ("Ann", "ann"))
    let listed = try await pair.one("resolve", "--list")
    #expect(listed.contains("accounts/github:ann/person"), "\(listed)")
    #expect(!listed.contains("/account\t"), "\(listed)")
    #expect(listed.split(separator: "\n").count == 2, "\(listed)")
    let json = try await pair.one("resolve", "--list", "--json")
    #expect(json.contains("accounts/github:ann/person"), "\(json)")
    // The name of older versions is understood, too.
    let id = ElementPath.item(
      list: "accounts", item: ExactString("x" + FNV1a.hex(of: Array("github:ann".utf8))),
      member: "person"
    ).fieldName
    #expect(await pair.two.run(["resolve", "board", id, "--take", "1"]).exitCode == 0)
    try await pair.one("resolve", "board", "accounts/github:ann/person", "--take", "1")
    #expect(try await pair.one("resolve", "--list") == "")
    #expect(try await pair.one("people", "account").hasPrefix("github:ann\tAnn "))
  }

  @Test("Nobody is assigned or unassigned by an account for which the board has several people")
  func held() async throws {
    let tracker = FakeTracker(with: "One", "Two")
    tracker.issues[2]?.assignees = ["ann"]
    let pair = try await disputed(tracker, ("ann", "ann"))
    let one = pair.one
    try await one("bridge", "pull")
    let plan = try await one("show", "github:octo/app#2")
    let shown = plan.contains(annOne) ? annOne : annTwo
    #expect(plan.contains(shown))
    let calm = await one.run(["bridge", "push"])
    #expect(calm.messages.contains("nothing to send"), "\(calm)")
    #expect(!calm.messages.contains("not sent"), "\(calm)")
    // Neither the person that is shown nor the other one is sent.
    for name in [annOne, annTwo] {
      try await one("edit", first, "--assign", name)
      let waiting = await one.run(["bridge", "push", "--dry-run"])
      #expect(
        waiting.unbroken.contains("the board has several people for 'github:ann'"), "\(waiting)")
      try await one("bridge", "push")
      #expect(tracker.issues[1]?.assignees == [])
      try await one("edit", first, "--no-assign", name)
    }
    try await one("edit", "github:octo/app#2", "--no-assign", shown)
    try await one("bridge", "push")
    #expect(tracker.issues[2]?.assignees == ["ann"])
    try await one("resolve", "board", "accounts/github:ann/person", "--take", "1")
    try await one("edit", first, "--assign", shown)
    try await one("bridge", "push")
    #expect(tracker.issues[1]?.assignees == ["ann"])
    #expect(tracker.issues[2]?.assignees == [])
  }

  private func settings(_ logins: Range<Int>, padding: Int = 0) -> String {
    let accounts = logins.map { number in
      let name = "User \(number)" + String(repeating: "x", count: padding)
      return #"{"account":"github:user\#(number)","person":"\#(name) <u\#(number)@example.org>"}"#
    }
    return #"{"format":1,"board":{"name":"main","accounts":[\#(accounts.joined(separator: ","))]}}"#
  }

  @Test("Two clones that are full are merged without loss, and more are refused in words")
  func full() async throws {
    let pair = try await BridgedPair(FakeTracker())
    let (one, two) = (pair.one, pair.two)
    let most = Accounts.most
    for (clone, start) in [(one, 0), (two, 10_000)] {
      let lines = settings(start..<(start + most))
      let imported = await clone.run(["import", "-", "--settings"], input: lines)
      #expect(imported.exitCode == 0, "\(imported)")
      let again = await clone.run(["import", "-", "--settings"], input: lines)
      #expect(again.messages.contains("nothing to import"), "\(again)")
      for more in [settings(start..<(start + most + 1)), settings(50_000..<50_001)] {
        let refused = await clone.run(["import", "-", "--settings"], input: more)
        #expect(refused.exitCode != 0 && refused.messages.contains("accounts"), "\(refused)")
      }
      let refused = await clone.run(["people", "account", "github:new", "New"])
      #expect(refused.exitCode != 0, "\(refused)")
      #expect(refused.messages.contains("no more fit into its settings"), "\(refused)")
      try await clone("people", "account", "github:user\(start)", "Another")
    }
    for clone in [one, two, one] {
      let synced = await clone.run(["sync"])
      #expect(synced.exitCode == 0 && !synced.messages.contains("set aside"), "\(synced)")
    }
    for clone in [one, two] {
      let listed = try await clone("people", "account").split(separator: "\n")
      #expect(listed.count == 2 * most)
      try await clone("people", "account", "github:user\(7)", "--remove")
      #expect(await clone.run(["people", "account", "github:user8", "Bo"]).exitCode == 0)
    }
  }

  @Test("Long names leave room for fewer, so that two clones can be merged")
  func long() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let refused = await pmgit.run(
      ["import", "-", "--settings"], input: settings(0..<1000, padding: 700))
    #expect(refused.exitCode != 0 && refused.messages.contains("accounts"), "\(refused)")
    #expect(try await pmgit("people", "account") == "")
    let half = await pmgit.run(
      ["import", "-", "--settings"], input: settings(0..<500, padding: 700))
    #expect(half.exitCode == 0, "\(half)")
    var last = half
    for number in 0..<200 where last.exitCode == 0 {
      let name = String(repeating: "y", count: 990)
      last = await pmgit.run(["people", "account", "github:more\(number)", name])
    }
    #expect(last.messages.contains("no more fit into its settings"), "\(last)")
  }

  @Test("A subgroup of a group with a dot has the accounts of gitlab.com; another host does not")
  func dottedGroups() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("people", "account", "gitlab:annlee", annOne)
    for (host, name) in [("gitlab.com", annOne), ("git.example.com", "annlee")] {
      let issue =
        #"[{"iid":3,"title":"At \#(host)","labels":[],"assignees":[{"username":"annlee"}],"#
        + #""web_url":"https://\#(host)/my.group/sub/p/-/issues/3"}]"#
      let imported = await pmgit.run(["import", "-", "--format", "gitlab"], input: issue)
      #expect(imported.exitCode == 0, "\(imported)")
      let shown = try await pmgit("show", "gitlab:\(host)/my.group/sub/p#3")
      #expect(shown.contains("assignee\t\(name)\n"), "\(shown)")
    }
  }
}
