import Git
import PlanModel
import PmgitTestSupport
import Testing

/// Texts from a remote that would move the cursor, end a line or reorder the text after them.
@Suite("Hostile texts in every command")
struct HostileTextTests {
  /// A text that would clear the screen, set a title, end the line, reorder text, and break the
  /// tabs and the JSON of an output.
  private static let text =
    "A\u{1B}[2J\u{1B}]0;owned\u{7}\r\n\tB\u{202E}C\u{2066}D\u{85}E\u{9B}31mF\u{2028}G\"\\\u{0}H\u{E0041}"

  private static let id = "k70000000000"
  private static let broken = "m70000000000"
  private static let misnamed = "n70000000000"

  /// Returns a clone of a board on which a stranger has written the text into every possible place.
  private func pmgit() async throws -> CommandRunner {
    let pair = try await SharedBoard()
    try await pair.second("sync")
    let text = CanonicalJSON.line(of: .string(Self.text))
    let at = "2026-11-20T09:00:00.000Z"
    let by = Signature(
      name: "E\u{1B}[31mve\u{202E}", email: "e\u{7}@example.org", seconds: 1_795_165_200,
      offsetMinutes: 0)
    let plan = """
      {"format":1,"id":"\(Self.id)",\(text):\(text),"conflicts":{"fields":{"title":[
      {"at":"","value":"other"},{"at":"","value":{\(text):[\(text)]}}],"owner":[
      {"at":"","value":"someone"}],\(text):[{"at":"","value":1}]}},
      "fields":{"title":\(text),"body":[\(text),"second"],"state":\(text),"owner":\(text),
      "priority":\(text),"due":\(text),"rank":\(text),\(text):\(text),
      "created":{"at":"\(at)","by":\(text)}},
      "sets":{"labels":[\(text)],"assignees":[\(text)],"aliases":[\(text)],
      "links":["blocked-by:\(Self.id)","relates:\(Self.text.escapedInJSON)"]},
      "items":{"checklist":{\(text):{"text":\(text),"done":false},"c1":{"text":\(text)}},
      "comments":{"d1":{"at":"\(at)","by":\(text),"text":[\(text)]}}},
      "stamps":{"fields":{"title":"9999-12-31T23:59:59.999Z~zzzzz","owner":"a","state":\(text)}}}
      """
    let settings = """
      {"format":1,"id":"board","fields":{"title":\(text)},"conflicts":{"fields":{"title":[
      {"at":"","value":\(text)},{"at":"","value":"other"}]}},"items":{"columns":{
      "todo":{"title":\(text),"kind":"todo","rank":"a0","limit":0},
      \(text):{"title":\(text),"kind":\(text),"rank":"a1"}}}}
      """
    try pair.hub.commitHostile(
      [
        HostileFile("plans/k7/\(Self.id).json", plan),
        HostileFile("plans/m7/\(Self.broken).json", #"{"a":1,\#(text):1,\#(text):2}"#),
        HostileFile("plans/n7/\(Self.misnamed).json", #"{"format":1,"id":\#(text)}"#),
        HostileFile("plans/m7/a\u{1B}[2J\r\n\u{202E}b.json", "x"),
        HostileFile("\u{1B}]0;owned\u{7}", "x"),
        HostileFile("board.json", settings),
      ], message: Self.text.replacing("\u{0}", with: ""), by: by)
    return pair.second
  }

  /// Commands that show the board, and commands that report a change.
  private static let commands: [[String]] = [
    ["sync"], ["board"], ["list"], ["list", "is:any"], ["list", "sort:updated"],
    ["list", text.replacing("\u{0}", with: "")], ["list", "label:\u{1B}[2J"], ["list", "\u{1B}:x"],
    ["show", id], ["show", broken], ["show", misnamed], ["show", "\u{1B}[2J"], ["log"],
    ["log", id],
    ["resolve", "--list"], ["resolve", "--list", id], ["status"], ["config", "board"],
    ["config", "show"],
    ["column", "edit", "todo", "--limit", "3"], ["--board", "\u{1B}[2J", "list"],
    ["check", id, "1"], ["comment", id, "-m", "hello"], ["move", id, "todo"],
    ["move", id, "\u{1B}[2J"], ["take", id], ["edit", id, "--no-label", "\u{1B}"],
    ["edit", id, "--due", "2026-12-01"], ["resolve", id, "owner", "--take", "2"],
    ["restore", broken], ["restore", misnamed], ["delete", id], ["restore", id], ["sync"], ["log"],
  ]

  /// Describes the first character that output must not contain; returns nil if there is none.
  /// Allowed are printable characters, line feeds and tabs.
  ///
  /// - Parameter orInvisible: Whether invisible characters are forbidden too. JSON and commits keep
  ///   them.
  private func unsafe(_ text: String, orInvisible: Bool = false) -> String? {
    let scalar = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x0A, 0x09: false
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        true
      case 0xE0000...0xE007F: orInvisible
      default: false
      }
    }
    return scalar.map { "U+\(String($0.value, radix: 16)) in \(text.debugDescription)" }
  }

  @Test(
    "They are shown escaped, in a pipe, on a terminal and in JSON",
    arguments: ["pipe", "terminal", "json"])
  func escaped(output: String) async throws {
    let pmgit = try await pmgit()
    if output == "terminal" { pmgit.useTerminal() }
    var shown = 0
    for command in Self.commands {
      let result = await pmgit.run(command + (output == "json" ? ["--json"] : []))
      for text in [result.output, result.messages] {
        let found = unsafe(text, orInvisible: output != "json")
        #expect(found == nil, "\(command)")
      }
      #expect(result.exitCode != 70, "\(command): \(result.messages)")
      shown += result.output.contains("owned") || result.messages.contains("owned") ? 1 : 0
      if output == "json", !result.output.isEmpty {
        #expect(throws: Never.self, "\(command): \(result.output)") {
          try JSONReader.value(in: Array(result.output.utf8), maximumSize: 1 << 24)
        }
      }
      // A line feed in a value must not begin a new line of output.
      let lines = (result.output + result.messages).split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("\tB") || $0.hasPrefix("B") }, "\(command): \(lines)")
    }
    #expect(shown > 10, "only \(shown) commands have shown the text")
    // The subject of our own commits must be safe and one line, too.
    let subjects = try await pmgit.repository.git(
      "log", "--author=Dev", "--format=%s", "pmgit/main")
    #expect(unsafe(subjects) == nil)
    #expect(try await pmgit.repository.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("'export' has them to the byte, one plan a line")
  func export() async throws {
    let pmgit = try await pmgit()
    try await pmgit("sync", "-q")
    let exported = await pmgit.run(["export"])
    // The command fails because two plans are unreadable.
    #expect(exported.exitCode == 1)
    let lines = exported.output.utf8.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 1)
    let object = try #require(try JSONReader.value(in: Array(lines[0])).object)
    #expect(object["title"] == .string(Self.text))
    #expect(object["labels"] == .strings([Self.text]))
    #expect(object["owner"] == .string(Self.text))
  }

  @Test("What a remote says when it refuses is shown escaped")
  func remoteMessages() async throws {
    let pair = try await SharedBoard()
    try pair.hub.installHook(
      "pre-receive", script: #"printf 'no\033[2J\033]0;owned\007 \342\200\256way\rx\n' >&2; exit 1"#
    )
    _ = try await pair.first.add("A plan")
    for arguments in [["sync"], ["sync", "--json"], ["sync", "--push"]] {
      let result = await pair.first.run(arguments)
      #expect(result.exitCode == 1)
      #expect(result.messages.contains("owned") || result.output.contains("owned"))
      #expect(unsafe(result.output + result.messages) == nil, "\(unsafe(result.messages) ?? "")")
    }
  }

  @Test("Of a remote that says very much, the first and last lines are shown and the rest counted")
  func longRemoteMessages() async throws {
    let pair = try await SharedBoard()
    try pair.hub.installHook(
      "pre-receive", script: "seq 40000 >&2; head -c 300000 /dev/zero | tr '\\0' x >&2; exit 1")
    _ = try await pair.first.add("A plan")
    let lines = await pair.first.run(["sync"]).messages.split(separator: "\n")
    let said = lines.filter { $0.hasPrefix("hint: origin says: ") }.map { $0.dropFirst(19) }
    #expect(said.prefix(10) == (1...10).map { "\($0)" }[...], "\(lines.prefix(12))")
    #expect(said.count == 21 && lines.count == 23, "\(lines.count)")
    #expect(said.contains { $0.hasSuffix("more lines)") }, "\(said)")
    #expect(said.allSatisfy { $0.count < 600 })
  }

  @Test("So it is for a remote that poses as pmgit's guard")
  func longGuard() async throws {
    let pair = try await SharedBoard()
    try pair.hub.installHook(
      "pre-receive",
      script: "(seq 9000 | sed 's/^/pmgit: /'; seq 40000; seq 9000 | sed 's/^/hint: /') >&2; exit 1"
    )
    _ = try await pair.first.add("A plan")
    let messages = await pair.first.run(["sync"]).messages
    #expect(messages.split(separator: "\n").count < 50, "\(messages.prefix(4000))")
    #expect(messages.contains("hint: 9000\n") && messages.contains("more lines)"))
    let document = await pair.first.run(["sync", "--json"])
    #expect((document.output + document.messages).utf8.count < 400_000)
    #expect((document.output + document.messages).contains("more lines)"))
  }

  @Test("Names of branches and remotes are shown escaped, and only boards are taken for boards")
  func names() async throws {
    let pair = try await SharedBoard()
    let tip = try await pair.hub.git("rev-parse", "pmgit/main")
    for name in ["-x", "a\u{202E}b", "\u{85}c", "d/e", "HEAD"] {
      try pair.hub.write(tip + "\n", to: "repository/refs/heads/pmgit/\(name)")
    }
    let git = pair.first.repository
    try await git.git("fetch", "--quiet", "origin")
    try await git.git("config", "remote.\u{202E}x.url", pair.hub.path)
    #expect(try await pair.first("config", "board").split(separator: "\n").count == 1)
    for arguments in [
      ["config", "board"], ["config", "show"], ["config", "remote", "\u{202E}x"], ["status"],
      ["sync"],
    ] {
      let result = await pair.first.run(arguments)
      #expect(unsafe(result.output + result.messages) == nil, "\(arguments): \(result)")
    }
  }
}

extension String {
  /// The text as it is inside a JSON string, without the quotes.
  fileprivate var escapedInJSON: String {
    String(CanonicalJSON.line(of: .string(self)).dropFirst().dropLast())
  }
}
