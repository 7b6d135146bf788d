import PlanModel
import PmgitTestSupport
import Testing

@Suite("What bridges say of commands that fail")
struct BridgeWordsTests {
  private let first = "github:octo/app#1"

  @Test("A missing label is one warning, with the command that makes it")
  func label() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.labels = []
    let words = "failed to update https://github.com/octo/app/issues/1: 'ui' not found"
    tracker.complaint = ("\(words)\nfailed to update 1 issue\n", 1)
    try await pmgit("edit", first, "--label", "ui")
    let failed = await pmgit.run(["bridge", "push"])
    let lines = failed.messages.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.hasPrefix("warning: ") }, "\(failed)")
    #expect(
      lines[place]
        == "warning: could not send labels of 'Fix': 'gh issue edit' failed: \(words)")
    #expect(
      lines[place + 1]
        == "hint: if there is no label 'ui', make it with 'gh label create --repo octo/app ui'")
    #expect(!lines[(place + 2)...].contains { $0.hasPrefix("hint") }, "\(failed)")
    #expect(!failed.messages.contains("failed to update 1 issue"), "\(failed)")
  }

  @Test("Only a failure of the login names the login; others have the tracker's words")
  func login() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.labels = []
    try await pmgit("edit", first, "--label", "ui")
    let cases: [(words: String, code: Int32, isLogin: Bool)] = [
      ("HTTP 401: Bad credentials (https://api.github.com/graphql)", 1, true),
      ("To get started with GitHub CLI, please run:  gh auth login", 4, true),
      ("", 4, true), ("", 137, false), ("", 1, false),
      ("GraphQL: API rate limit already exceeded for user ID 1234.", 1, false),
      ("the 'octo/app' repository has disabled issues", 1, false),
      ("error connecting to api.github.com\ncheck your internet connection", 1, false),
    ]
    for (words, code, isLogin) in cases {
      tracker.complaint = (words, code)
      let failed = await pmgit.run(["bridge", "push"])
      // A limit ends after some time.
      #expect(failed.exitCode == (words.contains("rate limit") ? 75 : 1))
      #expect(failed.messages.contains("'gh auth status'") == isLogin, "\(failed)")
      for line in words.split(separator: "\n") {
        #expect(failed.messages.contains(line), "\(failed)")
      }
      let isName = words.isEmpty && code == 1
      #expect(failed.messages.contains("gh label create") == isName, "\(failed)")
      let first = failed.messages.split(separator: "\n").first { $0.contains("could not send") }
      let start = words.isEmpty ? "ended with exit code \(code)" : "failed: \(words.prefix(20))"
      #expect(first?.contains("'gh issue edit' \(start)") == true, "\(failed)")
    }
    // Escapes in words of a program do not reach the terminal, and long ones are cut.
    tracker.complaint = ("\u{1B}[31m" + String(repeating: "x", count: 5000), 1)
    let hostile = await pmgit.run(["bridge", "push"])
    #expect(!hostile.messages.contains("\u{1B}") && hostile.messages.utf8.count < 1000)
  }

  @Test("A dry run before the first pull says to pull")
  func neverPulled() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("bridge", "add", "hub", "github:o/r")
    let shown = await pmgit.run(["bridge", "push", "--dry-run"])
    #expect(shown.exitCode == 0 && !shown.messages.contains("nothing to send"), "\(shown)")
    #expect(shown.messages.contains("hint: pull first: 'pmgit bridge pull hub'"), "\(shown)")
  }

  @Test("Addresses of pages are sources")
  func addresses() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let known = [
      "https://github.com/acme/app": "github:acme/app",
      "https://gitlab.com/group/sub/app/": "gitlab:group/sub/app",
    ]
    for (address, source) in known {
      try await pmgit("bridge", "add", "hub", address)
      #expect(
        try await pmgit.repository.git("config", "--local", "pmgit-bridge.hub.source") == source)
      try await pmgit("bridge", "remove", "hub")
    }
    let refused = await pmgit.run(["bridge", "add", "hub", "https://example.com/acme/app"])
    #expect(refused.exitCode == 64 && refused.messages.contains("is not a source"), "\(refused)")
    let hint = "write gitea:example.com/acme/app for Gitea and Forgejo, gitlab:example.com/acme/app"
    #expect(refused.messages.contains(hint), "\(refused)")
  }
}
