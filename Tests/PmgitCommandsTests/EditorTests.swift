import Foundation
import PmgitTestSupport
import Testing

/// Texts that are written in the person's editor; here a script.
@Suite struct EditorTests {
  private func editing(with script: String) async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let id = try await pmgit.add("Old title", "--body", "Old body")
    let editor = try pmgit.repository.write(
      "#!/bin/sh\n\(script)\n", to: "editor.sh", executable: true)
    pmgit.environment["GIT_EDITOR"] = editor
    return (pmgit, id)
  }

  private func drafts(_ pmgit: CommandRunner) -> [String] {
    let folder = pmgit.repository.path + "/.git/pmgit/drafts"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  @Test("The page holds the title and the body, and what is written there is kept")
  func edit() async throws {
    let (pmgit, id) = try await editing(
      with: #"sed -i -e 's/^Old title$/New title/' -e 's/^Old body$/New body\n\nMore/' "$1""#)
    try await pmgit("edit", id)
    let json = try await pmgit("show", id, "--json")
    #expect(json.contains("\"title\": \"New title\""))
    #expect(json.contains("\"body\": \"New body\\n\\nMore\""))
    #expect(drafts(pmgit).isEmpty)
  }

  @Test("An emptied title changes nothing")
  func empty() async throws {
    let (pmgit, id) = try await editing(with: #": > "$1""#)
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 0)
    #expect(result.messages == "nothing was changed\n")
    #expect(try await pmgit("show", id).contains("title\tOld title\n"))
  }

  @Test("An emptied first line changes nothing, and the rest of the text is kept")
  func emptyFirstLine() async throws {
    let (pmgit, id) = try await editing(with: #"sed -i '1s/.*//' "$1""#)
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("nothing was changed: the title is empty"))
    #expect(try await pmgit("show", id).contains("title\tOld title\nstate"))
    #expect(drafts(pmgit).count == 1)
  }

  @Test("A text with git's own scissors line in it is not cut there")
  func scissors() async throws {
    let (pmgit, id) = try await editing(with: #"sed -i 's/^Old title$/New title/' "$1""#)
    let scissors = "# ------------------------ >8 ------------------------"
    try await pmgit("edit", id, "--body", "above\n\(scissors)\nbelow")
    try await pmgit("edit", id)
    let json = try await pmgit("show", id, "--json")
    #expect(json.contains("\"body\": \"above\\n\(scissors)\\nbelow\""))
    #expect(json.contains("New title"))
  }

  @Test("Only what was changed is written: a conflict about the title survives an edit of the body")
  func onlyChanges() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    let editor = try pair.first.repository.write(
      """
      #!/bin/sh
      { head -n 2 "$1"; echo "New line"; tail -n +3 "$1"; } > "$1.new" && mv "$1.new" "$1"

      """, to: "editor.sh", executable: true)
    pair.first.environment["GIT_EDITOR"] = editor
    try await pair.first("edit", id)
    #expect(try await pair.first("show", id, "--json").contains("\"body\": \"New line\""))
    #expect(try await pair.first("conflicts").contains("\ttitle\t"))
  }

  @Test("Closing a decision without a change decides nothing")
  func undecided() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    pair.first.environment["GIT_EDITOR"] = "true"
    let result = await pair.first.run(["resolve", id, "--edit"])
    #expect(result.messages.hasPrefix("nothing was decided"))
    #expect(try await pair.first("conflicts").contains(id))
  }

  @Test("Emptying the page of a decision decides nothing")
  func emptiedDecision() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    pair.first.environment["GIT_EDITOR"] = "truncate -s 0"
    let result = await pair.first.run(["resolve", id, "--edit"])
    #expect(result.messages.hasPrefix("nothing was decided: the text is empty"))
    #expect(try await pair.first("conflicts").contains(id))
  }

  @Test("A text with carriage returns that nobody touched is not written")
  func carriageReturns() async throws {
    let (pmgit, id) = try await editing(with: "true")
    try await pmgit("edit", id, "--body", "one\r\ntwo\r\n")
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["edit", id])
    #expect(result.messages == "nothing was changed\n")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
    pmgit.environment["GIT_EDITOR"] = "sed -i '1s/Old/New/'"
    try await pmgit("edit", id)
    #expect(try await pmgit("show", id, "--json").contains(#""body": "one\u000d\ntwo\u000d\n""#))
  }

  @Test("What an editor saved before it was killed is kept")
  func killed() async throws {
    let (pmgit, id) = try await editing(with: #"echo precious > "$1"; kill -9 $$"#)
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("what it saved is kept in"))
    #expect(drafts(pmgit).count == 1)
  }

  @Test("An editor that fails changes nothing and is named")
  func failing() async throws {
    let (pmgit, id) = try await editing(with: "exit 3")
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("editor.sh' failed; nothing was changed"))
    #expect(drafts(pmgit).isEmpty)
  }

  @Test("A text that can't be saved is kept, and the error says where")
  func draft() async throws {
    let (pmgit, id) = try await editing(with: #"printf 'bad\001title\n\nprecious\n' > "$1""#)
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 64)
    let draft = try #require(drafts(pmgit).first)
    #expect(result.messages.contains("/pmgit/drafts/\(draft)'"))
    let kept = pmgit.repository.path + "/.git/pmgit/drafts/" + draft
    #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("precious"))
  }

  @Test("A comment and a decision can be written in the editor")
  func others() async throws {
    let (pmgit, id) = try await editing(with: #"echo 'from the editor' > "$1""#)
    try await pmgit("comment", id)
    #expect(try await pmgit("show", id, "--json").contains("\"text\": \"from the editor\""))
    let pair = try await SharedBoard()
    let plan = try await pair.conflict()
    pair.first.environment["GIT_EDITOR"] = pmgit.environment["GIT_EDITOR"]
    try await pair.first("resolve", plan, "title", "--edit")
    #expect(try await pair.first("show", plan).contains("title\tfrom the editor\n"))
    #expect(try await pair.first("conflicts") == "")
  }
}
