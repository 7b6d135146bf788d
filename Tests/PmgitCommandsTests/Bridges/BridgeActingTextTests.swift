import PlanModel
import PmgitTestSupport
import Testing

/// Texts on which a tracker would act.
@Suite("Texts that a push sends")
struct BridgeActingTextTests {
  private static let body = """
    Two addresses are wrong:
    /confidential
    /CLOSE
      /assign @ann
    \\/close, as it was, and /usr/bin
    both answer 404. Ask @ann, @team/one or @dependabot, not ann@example.com.

    <!-- pmgit:0123456789abcdef0123456789abcdef -->
    `@Test` and <https://example.com/@ann/x>, @\u{200B}bo; fixes #1

    ```
    @main struct App {}
    ```
    """

  private func value(_ clone: CommandRunner, _ alias: String) async throws -> JSONObject {
    let text = try await clone("show", alias, "--json")
    return try #require(try JSONReader.value(in: Array(text.utf8)).object?["plan"]?.object)
  }

  @Test("Nothing happens there, and the text comes back as it was", arguments: ["hub", "lab"])
  func bodies(name: String) async throws {
    let tracker = FakeTracker()
    let pmgit = try await CommandRunner()
    pmgit.runProgram = { try tracker.run($0) }
    try await pmgit("init")
    let source = name == "hub" ? "github:octo/app" : "gitlab:octo/app"
    try await pmgit("bridge", "add", name, source)
    try await pmgit("bridge", "pull")
    let id = try await pmgit.add("Ask @ann", "--body", Self.body)
    let before = try await value(pmgit, id)
    try await pmgit("bridge", "push", "--new", "is:open")
    for _ in 0..<2 { try await pmgit("bridge", "pull") }
    let issue = try #require(tracker.issues[1])
    #expect(tracker.acted == [], "\(tracker.acted)")
    #expect(issue.isOpen && issue.body.contains("\n\\/confidential\n"), "\(issue.body)")
    let after = try await value(pmgit, "\(source)#1")
    #expect(after["title"] == before["title"] && after["body"] == before["body"])
    #expect(after["id"] == before["id"])
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
    // The same for texts that are sent later, and for comments.
    try await pmgit("edit", id, "--body", "/close\n\(Self.body)")
    if name == "hub" {
      #expect(await pmgit.run(["comment", id, "-m", "/close\n@ann"]).exitCode == 0)
    }
    try await pmgit("bridge", "push")
    for _ in 0..<2 { try await pmgit("bridge", "pull") }
    #expect(tracker.acted == [], "\(tracker.acted)")
    let later = try await value(pmgit, id)
    let lines = later["body"]?.array?.compactMap(\.string)
    let text = lines?.joined(separator: "\n") ?? later["body"]?.string
    #expect(text == "/close\n\(Self.body)")
    #expect((later["comments"]?.array ?? []).count == (name == "hub" ? 1 : 0))
    #expect(await pmgit.run(["bridge", "push"]).messages.contains("nothing to send"))
    #expect(try await pmgit("resolve", "--list") == "")
  }
}
