import PlanActions
import PlanModel
import PlanView
import Testing

@testable import PmgitCommands

@Suite("Answers to shells")
struct CompletionRequestTests {
  private static let two = [
    Completion("k7m2", about: "Fix: login"), Completion("k9", about: "Docs"),
  ]

  private func bash(
    _ line: String, replacing: String, type: Int = 9, columns: Int = 80, _ words: [Completion]
  ) throws -> [String] {
    let request = try #require(
      CompletionRequest(["bash", "\(type)", "\(columns)", replacing, line]))
    return request.lines(.words(words))
  }

  @Test("fish gets a word, a tab and its meaning; zsh escapes colons and says where it goes on")
  func fishAndZsh() throws {
    let fish = try #require(CompletionRequest(["fish", "show", "k"]))
    #expect(fish.words == ["show"] && fish.current == "k")
    #expect(fish.lines(.words(Self.two)) == ["words", "k7m2\tFix: login", "k9\tDocs"])
    let zsh = try #require(CompletionRequest(["zsh", "list", "l"]))
    #expect(
      zsh.lines(.words([Completion("label:", about: "a:b", goesOn: true), Completion("l\\x")]))
        == ["words", "+label\\::a:b", "=l\\\\x"])
    #expect(zsh.lines(.words([Completion("k7")])) == ["replace", "=k7"])
    #expect(zsh.lines(.words([])) == [] && zsh.lines(.files) == ["files"])
    #expect(CompletionRequest(["fish", "list", "'label:a b"])?.current == "label:a b")
    #expect(CompletionRequest(["zsh"]) == nil && CompletionRequest(["tcsh", "x"]) == nil)
    #expect(CompletionRequest([]) == nil && CompletionRequest(["bash", "9", "x"]) == nil)
  }

  @Test("bash is shown meanings where several words remain, and gets the bare one that remains")
  func bashMeanings() throws {
    let line = "pmgit show k"
    #expect(try bash(line, replacing: "k", [Self.two[0]]) == ["words", "k7m2"])
    #expect(
      try bash(line, replacing: "k", Self.two) == ["words", "k7m2  Fix: login", "k9    Docs"])
    #expect(try bash(line, replacing: "k", type: 37, Self.two) == ["words", "k7m2", "k9"])
    // The line is too narrow for the meanings.
    #expect(
      try bash(line, replacing: "k", columns: 16, Self.two) == ["words", "k7m2", "k9"])
  }

  @Test("bash gets the part behind a colon or '=', and no space behind a key")
  func bashParts() throws {
    let bug = [Completion("label:bug")]
    #expect(try bash("pmgit list label:b", replacing: "b", bug) == ["words", "bug"])
    #expect(try bash("pmgit list label:", replacing: "", bug) == ["words", "bug"])
    #expect(try bash("pmgit list label:b", replacing: "label:b", bug) == ["words", "label:bug"])
    #expect(
      try bash("pmgit edit --label=b", replacing: "b", [Completion("--label=bug")])
        == ["words", "bug"])
    #expect(
      try bash("pmgit list la", replacing: "la", [Completion("label:", goesOn: true)])
        == ["open", "label:"])
  }

  @Test("Behind an open quote spaces are a part of the word that bash replaces")
  func bashOpenQuotes() throws {
    let epic = [Completion("is:open #epic")]
    for quote in ["'", "\""] {
      #expect(
        try bash("pmgit list \(quote)is:open #ep", replacing: "is:open #ep", epic)
          == ["words", "is:open #epic"])
    }
    #expect(
      try bash("pmgit list is:open\\ #ep", replacing: "is:open\\ #ep", epic)
        == ["words", "is:open\\ \\#epic"])
  }

  @Test("bash gets words as they must be typed, in the quotes that are open")
  func bashQuotes() throws {
    let evil = [Completion("label:\"$(touch x)\"")]
    #expect(
      try bash("pmgit list label:", replacing: "", evil) == ["words", #"\"\$\(touch\ x\)\""#])
    #expect(
      try bash("pmgit list 'label:", replacing: "'label:", evil)
        == ["words", "label:\"$(touch x)\""])
  }

  @Test("What bash inserts of several words is what they begin with, and never less than was typed")
  func bashTitles() throws {
    let alike = [Completion("k7m2", about: "Fix login"), Completion("k9", about: "Login")]
    #expect(try bash("pmgit show log", replacing: "log", alike).last == " ")
    #expect(try bash("pmgit show k", replacing: "k", alike).last != " ")
    let unlike = [Completion("k7m2", about: "Fix login"), Completion("a9", about: "Login")]
    #expect(try bash("pmgit show log", replacing: "log", unlike).count == 3)
  }

  @Test("No word and no meaning of a stranger moves the cursor, breaks a line or reorders it")
  func hostile() throws {
    let words = [
      Completion("a\nb"), Completion("a\tb"), Completion("\u{1B}[31m"), Completion("a\u{202E}b"),
      Completion("fine", about: "x\ny\t\u{1B}]0;evil\u{07}\u{202E}"), Completion("--json"),
      Completion("also", about: String(repeating: "가", count: 200)),
    ]
    for shell in ["zsh", "fish"] {
      let lines = try #require(CompletionRequest([shell, "show", ""])).lines(.words(words))
      #expect(lines.count == 4, "\(lines)")
      for line in lines {
        let text = line.replacing("\t", with: " ")
        #expect(SafeText(text).string == text && TextWidth.cells(of: text) < 80)
      }
    }
    let lines = try bash("pmgit show ", replacing: "", words)
    #expect(lines.count == 4 && lines.allSatisfy { SafeText($0).string == $0 })
  }
}
