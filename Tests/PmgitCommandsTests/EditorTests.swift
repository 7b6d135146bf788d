import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// Texts written in the person's editor, which is a script here.
@Suite struct EditorTests {
  private func editing(with script: String) async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Old title", "--body", "Old body")
    let editor = try pmgit.repository.write(
      "#!/bin/sh\n\(script)\n", to: "editor.sh", executable: true)
    pmgit.environment["GIT_EDITOR"] = editor
    pmgit.answers = []
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

  @Test(
    "The blank lines of a body stay",
    arguments: [
      (#"one\n\ntwo"#, #"ONE\n\ntwo"#),
      (#"one\n\n\n- a\n\n- b\n\nend"#, #"ONE\n\n\n- a\n\n- b\n\nend"#),
      (#"\n\none"#, "ONE"), (#"one\n\n"#, "ONE"),
    ])
  func blankLines(body: String, edited: String) async throws {
    let (pmgit, id) = try await editing(with: #"sed -i 's/^Old title$/New title/' "$1""#)
    try await pmgit("edit", id, "--body", body.replacing(#"\n"#, with: "\n"))
    try await pmgit("edit", id)
    let json = try await pmgit("show", id, "--json")
    #expect(json.contains(#""title": "New title""#) && json.contains("\"body\": \"\(body)\""))
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^one$/ONE/'"
    try await pmgit("edit", id)
    #expect(try await pmgit("show", id, "--json").contains("\"body\": \"\(edited)\""))
  }

  @Test("The page takes an owner and a lease together")
  func ownerAndLease() async throws {
    let (pmgit, id) = try await editing(
      with: #"sed -i -e 's/^lease:.*/lease: 1h/' -e 's/^owner:.*/owner: Kim/' "$1""#)
    try await pmgit("edit", id)
    #expect(try await pmgit("list", "is:leased", "owner:Kim").hasPrefix(id))
  }

  @Test("A new plan whose title was given may be saved as it is")
  func givenTitle() async throws {
    let (pmgit, _) = try await editing(with: "true")
    try await pmgit("add", "-e", "Given", "--body", "one\n\ntwo")
    #expect(try await pmgit("export", "Given").contains(#""body":"one\n\ntwo""#))
  }

  @Test("A line of the checklist that was changed elsewhere meanwhile is not removed")
  func checklistMeanwhile() async throws {
    let (pmgit, id) = try await editing(with: "true")
    try await pmgit("edit", id, "--check", "one", "--check", "two")
    // The first editor's script rewords line 1 by a second edit before it removes the line.
    let inner = try pmgit.repository.write(
      "#!/bin/sh\nsed -i -e 's/^1 .*/1 [ ] reworded/' \"$1\"\n", to: "inner.sh", executable: true)
    let folder = pmgit.repository.path
    pmgit.environment["GIT_EDITOR"] = try pmgit.repository.write(
      """
      #!/bin/sh
      GIT_EDITOR=\(inner) \(Binary.folder)/pmgit -C \(folder) edit \(id) >/dev/null 2>&1
      sed -i -e '/^1 /d' "$1"

      """, to: "outer.sh", executable: true)
    pmgit.followMachine()
    _ = await pmgit.run(["edit", id])
    let shown = try await pmgit("show", id)
    #expect(shown.contains("reworded"))
    #expect(shown.contains("two"))
  }

  @Test("A link that another plan holds is not for the editor of a new plan")
  func otherLinks() async throws {
    let (pmgit, id) = try await editing(with: "true")
    for link in ["blocks:\(id)", "child:\(id)", "commit:HEAD"] {
      let result = await pmgit.run(["add", "New", "-e", "--link", link])
      #expect(result.exitCode == 64)
      #expect(result.messages.contains("can't be written in an editor"))
    }
  }

  @Test("Every field is on the page, and what is changed there is written")
  func fields() async throws {
    let (pmgit, id) = try await editing(with: "true")
    let other = try await pmgit.add("Other")
    let script = """
      #!/bin/sh
      sed -i -e 's/^state: .*/state: Doing/' -e 's/^due:.*/due: Dec 1/' -e 's/^priority:.*/priority: low/' \\
        -e 's/^owner:.*/owner: @me/' -e 's/^estimate:.*/estimate: 2.5/' \\
        -e 's/^labels:.*/labels: "a, b", ui/' -e 's/^assignees: .*/assignees: Grace, @me/' \\
        -e "s/^links:.*/links: relates:\(other.prefix(4))/" -e 's/^aliases:.*/aliases: github:o\\/r#1/' \\
        -e 's/^1 \\[ \\] one$/[ ] zero/' -e 's/^2 \\[x\\] two$/2 [ ] two or more\\n1 [x] one/' "$1"
      """
    pmgit.environment["GIT_EDITOR"] = try pmgit.repository.write(
      script + "\n", to: "fields.sh", executable: true)
    try await pmgit(
      "edit", id, "--label", "bug", "--assign", "Ada", "--check", "one", "--check", "two", "--due",
      "fri", "--priority", "high")
    try await pmgit("check", id, "2")
    try await pmgit("edit", id)
    let shown = try await pmgit("show", id)
    for line in [
      "state\tdoing", "due\t2026-12-01", "priority\tlow", "estimate\t2.5",
      "owner\tAda Lovelace <ada@example.org>", "label\ta, b\nlabel\tui\n", "assignee\tGrace",
      "assignee\tAda Lovelace <ada@example.org>\n", "alias\tgithub:o/r#1",
    ] { #expect(shown.contains(line), "\(line) in \(shown)") }
    #expect(!shown.contains("label\tbug") && !shown.contains("assignee\tAda\n"))
    #expect(shown.contains("relates") && shown.contains(other))
    let items = shown.split(separator: "\n").filter { $0.hasPrefix("item\t") }
      .map { $0.split(separator: "\t").dropFirst(2).joined(separator: " ") }
    #expect(items == ["open zero", "open two or more", "done one"])
    #expect(await pmgit.run(["undo"]).exitCode == 0)
    #expect(try await pmgit("show", id).contains("label\tbug"))
  }

  @Test("Cleared fields are cleared, and those whose lines are gone stay")
  func cleared() async throws {
    let (pmgit, id) = try await editing(
      with:
        #"sed -i -e 's/^due: .*/due:/' -e '/^priority/d' -e '/^checklist/,$d' -e 's/^labels:.*/labels:/' "$1""#
    )
    try await pmgit(
      "edit", id, "--due", "fri", "--priority", "high", "--check", "one", "--label", "bug")
    try await pmgit("edit", id)
    let shown = try await pmgit("show", id)
    #expect(shown.contains("due\t\n") && shown.contains("priority\thigh\n"))
    #expect(shown.contains("\topen\tone\n") && !shown.contains("label\t"))
  }

  @Test(
    "At a terminal a wrong value opens the editor again, with the error and its line at the top")
  func again() async throws {
    let (pmgit, id) = try await editing(
      with:
        #"if grep -q '^# pmgit: line 10' "$1"; then cp "$1" "$0.seen"; sed -i 's/^due: .*/due: fri/' "$1"; else sed -i 's/^due:.*/due: soon/' "$1"; fi"#
    )
    try await pmgit("edit", id)
    #expect(try await pmgit("show", id).contains("due\t2026-11-27\n"))
    #expect(drafts(pmgit).isEmpty)
    let seen = try #require(pmgit.environment["GIT_EDITOR"]) + ".seen"
    let page = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(page.hasPrefix("# pmgit: line 10: 'soon' is not a date\n# pmgit: hint: dates are "))
    #expect(page.contains("\nOld title\n\nOld body\n\n# ---"))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(page)")
  }

  @Test(
    "A wrong value that is left, or that nobody can mend, is kept as a draft",
    arguments: [true, false])
  func wrong(isTerminal: Bool) async throws {
    let (pmgit, id) = try await editing(
      with: #"sed -i -e 's/^due:.*/due: soon/' -e 's/^Old body/precious/' "$1""#)
    pmgit.answers = isTerminal ? [] : nil
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 64)
    #expect(result.messages.hasPrefix("pmgit: line 10: 'soon' is not a date\n"), "\(result)")
    #expect(result.messages.contains("'pmgit edit \(id) --draft' goes on with it"))
    let listed = try await pmgit("edit", "--drafts")
    #expect(listed.contains("\tedit\t\(id)\t") && listed.hasSuffix("\tOld title\n"), "\(listed)")
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^due: .*/due: fri/'"
    try await pmgit("edit", id, "--draft")
    #expect(try await pmgit("show", id).contains("due\t2026-11-27\n"))
    #expect(try await pmgit("show", id, "--json").contains("precious"))
    #expect(drafts(pmgit).isEmpty)
    let none = await pmgit.run(["edit", id, "--draft"])
    #expect(
      none.exitCode == 64 && none.messages.contains("there is no draft for 'edit' of '\(id)'"))
  }

  @Test("Of several drafts of a plan only the newest has the command, the others their files")
  func severalDrafts() async throws {
    let (pmgit, id) = try await editing(with: #"sed -i 's/^due:.*/due: soon/' "$1""#)
    pmgit.answers = nil
    for _ in 1...3 {
      _ = await pmgit.run(["edit", id])
      pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 1_000)
    }
    pmgit.useTerminal(widthInCells: 200)
    let lines = await pmgit.run(["edit", "--drafts"]).output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("pmgit edit \(id) --draft  ") ?? false, "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("/") }, "\(lines)")
  }

  @Test("The draft of a comment's edit goes on with that comment, and with no other")
  func commentEdit() async throws {
    let (pmgit, id) = try await editing(with: #"echo new > "$1"; exit 1"#)
    for text in ["first", "second"] { try await pmgit("comment", id, "-m", text) }
    #expect(await pmgit.run(["comment", id, "--edit", "2"]).exitCode == 1)
    let kept = drafts(pmgit)
    #expect(kept.count == 1 && kept[0].contains("comment-\(id)-"))
    try await pmgit("comment", id, "-m", "third")
    pmgit.environment["GIT_EDITOR"] = "true"
    let other = await pmgit.run(["comment", id, "--edit", "1", "--draft"])
    #expect(other.exitCode == 64 && other.messages.contains("there is no draft for 'comment'"))
    let done = await pmgit.run(["comment", id, "--draft"])
    #expect(done.messages.hasPrefix("edited a comment on "), "\(done)")
    pmgit.useTerminal()
    let shown = try await pmgit("show", id)
    #expect(shown.contains("Comments\n  1  ") && shown.contains("\n     new\n"), "\(shown)")
    #expect(shown.contains("\n     first\n") && !shown.contains("\n     second\n"))
    #expect(shown.contains("third\n") && shown.contains("  3  "))
    #expect(drafts(pmgit).isEmpty)
  }

  @Test("The draft of an edit of a comment that is gone is kept, and adds none")
  func commentGone() async throws {
    let (pmgit, id) = try await editing(with: #"echo new > "$1"; exit 1"#)
    try await pmgit("comment", id, "-m", "first")
    _ = await pmgit.run(["comment", id, "--edit", "1"])
    try await pmgit("comment", id, "--delete", "1")
    pmgit.environment["GIT_EDITOR"] = "true"
    let result = await pmgit.run(["comment", id, "--draft"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("was changed or deleted since"), "\(result)")
    #expect(drafts(pmgit).count == 1)
    #expect(!(try await pmgit("show", id).contains("new")))
  }

  @Test("A draft is of the version that was opened: what was changed since is not taken back")
  func oldDraft() async throws {
    let (pmgit, id) = try await editing(with: #"sed -i -e 's/^due:.*/due: soon/' "$1""#)
    #expect(await pmgit.run(["edit", id]).exitCode == 64)
    try await pmgit("edit", id, "--priority", "high", "--title", "Newer")
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^due: .*/due: fri/'"
    try await pmgit("edit", id, "--draft")
    let shown = try await pmgit("show", id)
    #expect(shown.contains("due\t2026-11-27\n") && shown.contains("priority\thigh\n"))
    #expect(shown.contains("title\tNewer\n"))
  }

  @Test("Who goes on with a draft sees what was changed elsewhere since, and decides")
  func meanwhile() async throws {
    let (pmgit, id) = try await editing(
      with: #"sed -i -e 's/^due:.*/due: soon/' -e '1s/.*/Mine/' "$1""#)
    pmgit.answers = nil
    #expect(await pmgit.run(["edit", id]).exitCode == 64)
    try await pmgit("edit", id, "--title", "Theirs")
    let page = pmgit.repository.path + "/page"
    pmgit.environment["GIT_EDITOR"] = "cp \"$1\" '\(page)'; sed -i 's/^due: .*/due: fri/'"
    try await pmgit("edit", id, "--draft")
    let seen = try String(contentsOfFile: page, encoding: .utf8)
    #expect(
      seen.hasPrefix(
        """
        # pmgit: changed elsewhere since you began: title
        # pmgit: hint: what you left as it was stays as it is there; of what both
        # pmgit:   changed, yours wins
        # pmgit: hint: see theirs with 'pmgit show \(id)'
        Mine

        """), "\(seen)")
    let shown = try await pmgit("show", id)
    #expect(shown.contains("title\tMine\n") && shown.contains("due\t2026-11-27\n"))
    #expect(drafts(pmgit).isEmpty)
  }

  @Test("A page without its scissors is refused while it has fields")
  func cut() async throws {
    let (pmgit, id) = try await editing(with: #"sed -i '/>8/d' "$1""#)
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("the line with '>8' between the body and the fields is gone"))
    #expect(try await pmgit("show", id, "--json").contains("\"body\": \"Old body\""))
  }

  @Test("A new plan is written in the editor; one that nobody wrote is not added")
  func add() async throws {
    let (pmgit, _) = try await editing(
      with: #"sed -i -e '1s/.*/From the page/' -e 's/^checklist:/checklist:\n[x] a\n- [ ] b/' "$1""#
    )
    try await pmgit("add", "-e", "-l", "bug", "-d", "fri", "--top")
    let list = try await pmgit("list", "label:bug")
    #expect(list.contains("\tFrom the page\t") && list.contains("\t2026-11-27\t"))
    let shown = try await pmgit("show", String(list.prefix(12)))
    #expect(shown.contains("\tdone\ta\n") && shown.contains("\topen\tb\n"))
    pmgit.environment["GIT_EDITOR"] = "true"
    let result = await pmgit.run(["add", "-e"])
    #expect(result.messages == "nothing was added: the text is as it was\n" && result.output == "")
    pmgit.answers = nil
    pmgit.environment["GIT_EDITOR"] = "sed -i -e '1s/.*/Late/' -e 's/^state: .*/state: nowhere/'"
    #expect(
      await pmgit.run(["add", "-e"]).messages.contains("line 7: there is no column 'nowhere'"))
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/^state: .*/state: doing/'"
    try await pmgit("add", "--draft")
    #expect(try await pmgit("list", "state:doing").contains("\tLate\t"))
    #expect(drafts(pmgit).isEmpty)
  }

  @Test("Drafts are listed newest first, by the command that goes on with them, and cleared")
  func listed() async throws {
    let (pmgit, id) = try await editing(with: #"printf 'A comment\001' > "$1"; kill -9 $$"#)
    #expect(await pmgit.run(["comment", id]).exitCode == 1)
    #expect(await pmgit.run(["add", "-e"]).exitCode == 1)
    let json = try await pmgit("edit", "--drafts", "--json")
    let document = try JSONReader.value(in: Array(json.utf8)).object
    let entries = try #require(document?["drafts"]?.array).compactMap(\.object)
    #expect(entries.map { $0["command"]?.string } == ["add", "comment"])
    #expect(entries.last?["plan"]?.string == id && entries.first?["plan"]?.isNull == true)
    #expect(entries.last?["title"]?.string == "A comment\u{1}")
    #expect(entries.last?["at"]?.string == "2026-11-20T09:00:02.000Z")
    #expect(entries.last?["path"]?.string?.hasSuffix("-comment-\(id)-COMMENT_EDITMSG") == true)
    pmgit.useTerminal()
    let text = try await pmgit("edit", "--drafts")
    #expect(text.contains("pmgit comment \(id) --draft  just now  A comment\\x01\n"), "\(text)")
    #expect(await pmgit.run(["edit", "--drafts", "--clear"]).messages == "removed 2 drafts\n")
    #expect(drafts(pmgit).isEmpty)
    #expect(await pmgit.run(["edit", "--drafts"]).messages == "there are no drafts\n")
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
    #expect(try await pair.first("resolve", "--list").contains("\ttitle\t"))
  }

  @Test(
    "A decision that was closed without a change, or emptied, decides nothing",
    arguments: [
      ("true", "nothing was decided"), ("truncate -s 0", "nothing was decided: the text is empty"),
    ])
  func undecided(editor: String, message: String) async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    pair.first.environment["GIT_EDITOR"] = editor
    let result = await pair.first.run(["resolve", id, "--edit"])
    #expect(result.messages.hasPrefix(message))
    #expect(try await pair.first("resolve", "--list").contains(id))
  }

  @Test("A text with carriage returns that nobody touched is not written")
  func carriageReturns() async throws {
    let (pmgit, id) = try await editing(with: "true")
    // As stored by an older pmgit.
    let path = try #require(PlanID(id)).path
    let file = try await pmgit.repository.git("show", "pmgit/main:\(path)")
    let lines = #""one\u000d", "two\u000d", """#
    try await pmgit.repository.commitToBoard(
      file.replacing(#""Old body""#, with: lines) + "\n", at: path)
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

  @Test(
    "An editor that Ctrl-C ends is an interruption, as in git, and what it saved is kept",
    arguments: ["kill -INT $$", "exit 130"])
  func interrupted(end: String) async throws {
    let (pmgit, id) = try await editing(with: end)
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 130)
    #expect(result.messages == "pmgit: the editor was interrupted; nothing was changed\n")
    #expect(drafts(pmgit).isEmpty)
    try pmgit.repository.write(
      "#!/bin/sh\necho precious > \"$1\"\n\(end)\n", to: "editor.sh", executable: true)
    let kept = await pmgit.run(["add", "-e"])
    #expect(kept.exitCode == 130)
    #expect(kept.messages.contains("what it saved is kept in"))
    #expect(drafts(pmgit).count == 1)
  }

  @Test("An editor that fails changes nothing and is named")
  func failing() async throws {
    let (pmgit, id) = try await editing(with: "exit 3")
    let result = await pmgit.run(["edit", id])
    #expect(result.exitCode == 1)
    #expect(result.unbroken.contains("editor.sh' failed; nothing was changed"))
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
    #expect(try await pair.first("resolve", "--list") == "")
  }
}
