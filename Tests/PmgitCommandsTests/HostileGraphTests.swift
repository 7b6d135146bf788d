import PmgitTestSupport
import Testing

/// Links and dates from a remote: links to missing plans, circular links, impossible dates.
@Suite("Hostile links and dates")
struct HostileGraphTests {
  private static let ids = ["k70000000000", "m70000000000", "n70000000000"]

  private func pmgit(_ members: [String]) async throws -> CommandRunner {
    let pair = try await SharedBoard()
    try pair.hub.commitHostile(
      zip(Self.ids, members).map { id, members in
        HostileFile(
          "plans/\(id.prefix(2))/\(id).json", #"{"format":1,"id":"\#(id)",\#(members)}"#)
      })
    try await pair.second("sync", "-q")
    return pair.second
  }

  @Test("Plans that block themselves and each other are shown, found, changed and exported")
  func circles() async throws {
    let (k7, m7, n7) = (Self.ids[0], Self.ids[1], Self.ids[2])
    let links = { (targets: String...) in
      let list = targets.map { #""blocked-by:\#($0)","parent:\#($0)""# }.joined(separator: ",")
      return #""fields":{"state":"todo","title":"x"},"sets":{"links":[\#(list)]}"#
    }
    let pmgit = try await pmgit([links(k7), links(n7, "nowhere"), links(m7)])
    for arguments in [
      ["list"], ["list", "is:blocked"], ["list", "link:\(k7)"], ["board"], ["show", k7],
      ["show", m7], ["show", m7, "--json"], ["export"], ["move", k7, "done"], ["delete", n7],
      ["list", "is:any"], ["list", "--tree"], ["list", "--tree", "--all"], ["list", "--tree", m7],
      ["list", "--tree", "--all", "--json"],
      ["board", "--group-by", "parent"],
    ] {
      let result = await pmgit.run(arguments)
      #expect([0, 64].contains(result.exitCode), "\(arguments): \(result.messages)")
    }
    #expect(try await pmgit("show", m7).contains("link\tblocked-by\tnowhere"))
    try await pmgit("sync")
  }

  @Test("Times that no calendar has are told as unknown, and years far off are told as they are")
  func times() async throws {
    let pmgit = try await pmgit([
      #""fields":{"title":"a","state":"todo","due":"9999-12-31","created":{"at":"9999-12-31T23:59:59Z","by":""}},"stamps":{"fields":{"title":"9999-12-31T23:59:59.999Z~zzzzz","state":"9999-12-31T23:59:59.999Z~zzzzz"}}"#,
      #""fields":{"title":"b","state":"todo","due":"0001-01-01","created":{"at":"0001-01-01T00:00:00Z","by":"x"}},"stamps":{"fields":{"title":"0001-01-01T00:00:00.000Z~0"}}"#,
      #""fields":{"title":"c","state":"todo","due":"2026-02-30","created":{"at":"2026-13-45T99:00:00Z"}},"stamps":{"fields":{"title":"-1~x"}}"#,
    ])
    pmgit.useTerminal()
    for arguments in [
      ["list"], ["list", "due:>today"], ["list", "due:<+1w"], ["list", "sort:updated"], ["board"],
      ["list", "updated:>2026-01-01"], ["export"], ["log"],
      ["edit", "k7", "--due", "9999-12-31"],
    ] + Self.ids.map({ ["show", $0] }) {
      let result = await pmgit.run(arguments)
      #expect(result.exitCode == 0, "\(arguments): \(result.messages)")
    }
    let late = await pmgit.run(["edit", "k7", "--due", "+1d"])
    #expect(late.exitCode == 0)
    #expect(try await pmgit("show", "k7", "--json").contains("\"due\": \"2026-11-21\""))
  }
}
