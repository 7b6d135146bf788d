import PmgitTestSupport
import Testing

@Suite("People and labels")
struct PeopleCommandTests {
  private static let two = "Dev Two <two@example.org>"

  private func board() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Known", "--assign", Self.two)
    return pmgit
  }

  @Test(
    "A person is who is called so on the board",
    arguments: [
      "two", "@two", "Dev Two", "dev two", "two@example.org", "TWO", "Dev Two <two@example.org>",
    ])
  func known(name: String) async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("New", "--assign", name, "--owner", name)
    let shown = try await pmgit("list", "id:\(id)")
    #expect(shown.contains("\t\(Self.two)\t"))
    #expect(try await pmgit("list", "owner:two@example.org").hasPrefix(id))
  }

  @Test("A person is who made commits of the code")
  func committer() async throws {
    let pmgit = try await board()
    try await pmgit.repository.git(
      "-c", "user.name=Kim Three", "-c", "user.email=kim@example.net", "commit", "--allow-empty",
      "--quiet", "-m", "x")
    let id = try await pmgit.add("New", "--assign", "kim")
    #expect(try await pmgit("list", "id:\(id)").contains("\tKim Three <kim@example.net>\t"))
  }

  @Test("Several people are distinguished, nobody is noted, and '@' must mean somebody")
  func unclear() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("Other", "--assign", "Dev Three <three@example.org>")
    let several = await pmgit.run(["add", "x", "--assign", "dev"])
    #expect(several.exitCode == 64)
    #expect(several.messages.contains("'dev' means 2 people"))
    #expect(several.messages.contains("Dev Two <two@example.org>"))
    let nobody = await pmgit.run(["add", "x", "--owner", "twoo"])
    #expect(nobody.exitCode == 0)
    #expect(nobody.messages.contains("note: nobody called 'twoo' is known here"))
    #expect(nobody.messages.contains("did you mean 'Two'?"))
    #expect(await pmgit.run(["add", "x", "--owner", "@nobody"]).exitCode == 64)
    let new = await pmgit.run(["add", "x", "--owner", "New One <new@example.org>"])
    #expect(new.exitCode == 0 && !new.messages.contains("note:"))
  }

  @Test("The new name of a person is not meant to be the old one")
  func renamed() async throws {
    let pmgit = try await board()
    let added = await pmgit.run(["add", "x", "--owner", "Dev Twoo"])
    #expect(added.messages.contains("did you mean 'Dev Two'?"), "\(added)")
    try await pmgit("undo")
    let result = await pmgit.run(["people", "rename", "two", "Dev Twoo"])
    #expect(result.exitCode == 0 && !result.messages.contains("did you mean"), "\(result)")
    #expect(try await pmgit("people").contains("Dev Twoo <two@example.org>"))
  }

  @Test("The new name may be meant to be an author's who shares the old name but is on no plan")
  func renamedToAuthor() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("New", "--owner", "Kim Lovelace <kim@example.org>")
    try await pmgit.repository.git(
      "-c", "user.name=Kim Byron", "-c", "user.email=byron@example.net", "commit", "--allow-empty",
      "--quiet", "-m", "x")
    let result = await pmgit.run(["people", "rename", "kim", "Kim Byrn"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.messages.contains("did you mean 'Kim Byron'?"), "\(result)")
  }

  @Test("The new name of oneself is not meant to be the old one")
  func renamedMe() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("New", "--owner", "me")
    let result = await pmgit.run(["people", "rename", "me", "Ada Lovelacee"])
    #expect(result.exitCode == 0 && !result.messages.contains("did you mean"), "\(result)")
  }

  @Test("A comma separates people, and 'me' is oneself")
  func list() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("New", "--assign", "two,me")
    #expect(try await pmgit("list", "@me @two").hasPrefix(id))
    try await pmgit("edit", id, "--no-assign", "@two")
    #expect(try await pmgit("list", "id:\(id) assignee:two") == "")
    #expect(try await pmgit("list", "id:\(id) assignee:me").hasPrefix(id))
  }

  @Test("Several people with addresses are several people, and their names may have commas")
  func addresses() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("New")
    try await pmgit(
      "edit", id, "--assignees", "Three, J. <three@x>, Dev Four <four@x>, me", "--labels", "#a,b<c")
    let shown = try await pmgit("show", id)
    for line in ["assignee\tThree, J. <three@x>", "assignee\tDev Four <four@x>", "label\ta"] {
      #expect(shown.contains(line + "\n"), "\(line) in \(shown)")
    }
    #expect(shown.contains("label\tb<c\n"))
    #expect(try await pmgit("list", "id:\(id) assignee:me").hasPrefix(id))
  }

  @Test("People and labels are listed with what is open and with all")
  func counts() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("Done", "--owner", "two", "--state", "done", "--label", "bug")
    _ = try await pmgit.add("Open", "--owner", "two", "--label", "bug", "--label", "Bug")
    #expect(try await pmgit("people").contains("\(Self.two)\t1\t1\t3\n"))
    #expect(try await pmgit("label") == "Bug\t1\t1\nbug\t1\t2\n")
    #expect(try await pmgit("people", "--json").contains("\"email\": \"two@example.org\""))
    let labels = try await pmgit("label", "--json")
    #expect(labels.contains("\"name\": \"bug\"") && labels.contains("\"plans\": 2"))
  }

  @Test("A label is renamed, and several become one, in one commit that one undo takes back")
  func labels() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("A", "--label", "bgu")
    _ = try await pmgit.add("B", "--label", "bug", "--label", "bgu")
    let before = try await pmgit("label")
    try await pmgit("label", "rename", "bgu", "bug")
    #expect(try await pmgit("label") == "bug\t2\t2\n")
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject == "relabel 2 plans: bgu → bug")
    try await pmgit("undo")
    #expect(try await pmgit("label") == before)
    try await pmgit("label", "merge", "bgu", "bug", "defect")
    #expect(try await pmgit("label") == "defect\t2\t2\n")
    let unknown = await pmgit.run(["label", "rename", "defct", "x"])
    #expect(unknown.exitCode == 64)
    #expect(unknown.messages.contains("did you mean 'defect'?"))
    #expect(await pmgit.run(["label", "merge", "defect"]).exitCode == 64)
  }

  @Test("A label that is there already is merged with, which is said")
  func mergedLabel() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("A", "-l", "bug")
    _ = try await pmgit.add("B", "-l", "task")
    let dry = await pmgit.run(["label", "rename", "bug", "task", "--dry-run"])
    #expect(dry.messages.contains("would have merged with 'task', which 1 plan had already\n"))
    let merged = await pmgit.run(["label", "rename", "bug", "task"])
    #expect(merged.messages.hasSuffix("merged with 'task', which 1 plan had already\n"))
    let renamed = await pmgit.run(["label", "rename", "task", "chore"])
    #expect(!renamed.messages.contains("merge"))
  }

  @Test("Renaming a label or a person to what they are called already says that nothing changes")
  func sameName() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("One", "-l", "bug", "-a", "Zoë <zoe@x.org>")
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    for command in [["label", "rename"], ["label", "merge"]] {
      #expect(
        await pmgit.run(command + ["bug", "bug"]).messages
          == "nothing changes: the label is 'bug' already\n")
    }
    for command in [["people", "rename"], ["people", "merge"]] {
      #expect(
        await pmgit.run(command + ["zoe", "Zoë <zoe@x.org>"]).messages
          == "nothing changes: the person is already named Zoë <zoe@x.org>\n")
    }
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test("The document of renamed labels has how many plans had the new one before")
  func mergedLabelDocument() async throws {
    let pmgit = try await board()
    for label in ["a", "b", "c"] { _ = try await pmgit.add("A plan", "-l", label) }
    let dry = try await pmgit("label", "rename", "a", "b", "--dry-run", "--json")
    #expect(dry.contains("\"hadLabel\": 1"))
    #expect(try await pmgit("label", "rename", "a", "b", "--json").contains("\"hadLabel\": 1"))
    #expect(try await pmgit("label", "rename", "b", "d", "--json").contains("\"hadLabel\": 0"))
    #expect(try await pmgit("label", "merge", "c", "d", "--json").contains("\"hadLabel\": 2"))
  }

  // MARK: - Renaming people

  private static let one = "Dev One <one@example.org>"

  @Test("A person is renamed on every plan, in one commit that one undo takes back")
  func renamedPerson() async throws {
    let pmgit = try await board()
    let owned = try await pmgit.add("Owned", "--owner", "two", "--assign", "two,me")
    let deleted = try await pmgit.add("Deleted", "--owner", "two")
    try await pmgit("delete", deleted)
    let before = try await pmgit("people")
    let dry = await pmgit.run(["people", "rename", "two", "Zoë <zoe@x.org>", "--dry-run"])
    #expect(dry.messages.contains("would have renamed people on 2 plans; nothing was changed"))
    #expect(try await pmgit("people") == before)
    let result = await pmgit.run(["people", "rename", "two", "Zoë <zoe@x.org>"])
    #expect(result.exitCode == 0 && result.messages.hasPrefix("renamed people on "))
    #expect(!result.messages.contains("merged"))
    #expect(try await pmgit("list", "@zoe owner:zoe").hasPrefix(owned))
    let people = try await pmgit("people")
    #expect(try await pmgit("list", "@two") == "")
    #expect(!people.contains("Two"))
    #expect(try await pmgit("show", deleted).contains(Self.two))
    let subject = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(subject == "rename \(Self.two) to Zoë <zoe@x.org> on 2 plans")
    try await pmgit("undo")
    #expect(try await pmgit("people") == before)
  }

  @Test("'none' and 'any' are no names of people, unless they have an address")
  func none() async throws {
    let pmgit = try await board()
    let before = try await pmgit("people")
    for command in [
      ["people", "rename", "two", "none"], ["people", "merge", "two", "Any"],
      ["edit", "--where", "@two", "--assign", "any"],
      ["edit", "--where", "@two", "--owner", "any"],
      ["people", "account", "github:two", "any"],
    ] {
      let result = await pmgit.run(command)
      #expect(result.exitCode == 64, "\(result)")
      #expect(result.messages.contains("is not the name of a person"), "\(result)")
    }
    #expect(try await pmgit("people") == before)
    try await pmgit("people", "rename", "two", "None <two@example.org>")
    #expect(try await pmgit("people").contains("None <two@example.org>"))
  }

  @Test("'people account' with none removes the account, as 'none' clears fields")
  func accountOfNone() async throws {
    let pmgit = try await board()
    for word in ["none", "None"] {
      try await pmgit("people", "account", "github:two", Self.two)
      #expect(try await pmgit("people", "account") == "github:two\t\(Self.two)\n")
      let removed = await pmgit.run(["people", "account", "github:two", word])
      #expect(removed.messages.contains("removed account github:two"), "\(removed)")
      #expect(try await pmgit("people", "account") == "")
    }
    #expect(await pmgit.run(["people", "account", "github:two", "none"]).exitCode == 64)
    #expect(!(try await pmgit("people").contains("none")))
  }

  @Test("A new name alone keeps the address, if there is one and nobody has the name")
  func keptAddress() async throws {
    let pmgit = try await board()
    try await pmgit("people", "rename", "two", "Zoë")
    #expect(try await pmgit("people").contains("Zoë <two@example.org>\t0\t1\t1\n"))
    // A merge with an existing name takes that name unchanged.
    try await pmgit("import", "-", input: #"{"title":"x","owner":"Kim"}"#)
    try await pmgit("people", "rename", "zoë", "Kim")
    #expect(try await pmgit("people").contains("Kim\t1\t1\t2\n"))
    // If the two people have different addresses, none is kept.
    _ = try await pmgit.add("y", "--assign", "Ann <ann@example.org>, Eve <eve@example.org>")
    try await pmgit("people", "merge", "ann", "eve", "New")
    #expect(try await pmgit("people").contains("New\t0\t1\t1\n"))
  }

  @Test("All forms of a person are renamed, and one who is there already is merged with")
  func mergedPeople() async throws {
    let pmgit = try await board()
    for name in ["devtwo", "Second Dev <two@example.org>"] {
      let line = "{\"title\":\"x\",\"owner\":\"\(name)\",\"assignees\":[\"devtwo\"]}"
      try await pmgit("import", "-", input: line)
    }
    let renamed = await pmgit.run(["people", "rename", "devtwo", "two"])
    #expect(renamed.messages.contains("merged with '\(Self.two)', whom 1 plan named already"))
    #expect(try await pmgit("people").contains("\(Self.two)\t2\t3\t3\n"))
    try await pmgit("people", "merge", "two@example.org", Self.one)
    #expect(try await pmgit("list", "owner:one@example.org").split(separator: "\n").count == 2)
    let all = try await pmgit("list", "is:any")
    #expect(!all.contains("two@example.org"))
  }

  @Test("A person is renamed in the board's own fields of people too, and in no other field")
  func fields() async throws {
    let pmgit = try await board()
    try await pmgit("field", "add", "reviewer", "--kind", "person")
    try await pmgit("field", "add", "note", "--kind", "text")
    let id = try await pmgit.add(
      "Reviewed", "--field", "reviewer=Bob <bob@x.org>", "--field", "note=Bob <bob@x.org>")
    let before = try await pmgit("show", id)
    let renamed = await pmgit.run(["people", "rename", "Bob <bob@x.org>", "Zoë <zoe@x.org>"])
    #expect(renamed.exitCode == 0, "\(renamed.messages)")
    let shown = try await pmgit("show", id)
    #expect(shown.contains("reviewer\tZoë <zoe@x.org>") && shown.contains("note\tBob <bob@x.org>"))
    try await pmgit("undo")
    #expect(try await pmgit("show", id) == before)
  }

  @Test("Who wrote a comment or created a plan stays, which is said")
  func authors() async throws {
    let pmgit = try await board()
    let created = "{\"at\":\"2026-01-01T00:00:00Z\",\"by\":\"bob\"}"
    let line = "{\"title\":\"x\",\"owner\":\"bob\",\"created\":\(created)}"
    try await pmgit("import", "-", input: line)
    let result = await pmgit.run(["people", "rename", "bob", Self.one])
    #expect(result.messages.contains("note: who created 1 plan, or wrote there, stays\n"))
    let again = await pmgit.run(["people", "rename", "bob", Self.one])
    #expect(again.exitCode == 0 && again.messages.contains("no plan has bob as owner or assignee"))
  }

  @Test("Nobody and several people are refused, and a plan that has both keeps one")
  func unclearRenaming() async throws {
    let pmgit = try await board()
    let both = try await pmgit.add("Both", "--assign", "Dev Three <three@x.org>,two")
    let several = await pmgit.run(["people", "rename", "dev", "x"])
    #expect(several.exitCode == 64 && several.messages.contains("'dev' means 2 people"))
    let nobody = await pmgit.run(["people", "rename", "threee", "x"])
    #expect(nobody.exitCode == 64 && nobody.messages.contains("no plan names 'threee'"))
    #expect(nobody.messages.contains("did you mean 'Three'?"))
    #expect(await pmgit.run(["people", "merge", "two"]).exitCode == 64)
    #expect(await pmgit.run(["people", "rename", "two", ""]).exitCode == 64)
    try await pmgit("people", "merge", "three", "two")
    let lines = try await pmgit("show", both).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("assignee") } == 1)
    let none = await pmgit.run(["people", "rename", "two", "two"])
    #expect(none.exitCode == 0)
  }

  @Test(
    "A label that looks like another one is remarked on, and one with other code points is that one"
  )
  func similarLabels() async throws {
    let pmgit = try await board()
    let (composed, decomposed) = ("\u{E9}t\u{E9}", "e\u{301}te\u{301}")
    let id = try await pmgit.add("One", "-l", "bug", "-l", composed)
    for typed in ["-bug", "bgu", "Bug"] {
      let near = await pmgit.run(["add", "x", "-l", typed])
      #expect(near.messages.contains("note: no other plan has the label '\(typed)'"))
      let typed = typed == "-bug" ? "-- -bug" : typed
      #expect(near.messages.contains("'pmgit label rename \(typed) bug'"))
    }
    #expect(!(await pmgit.run(["add", "x", "-l", "bug,quite-new"])).messages.contains("note"))
    let other = try await pmgit.add("Two", "-l", decomposed)
    #expect(try await pmgit("label").split(separator: "\n").count == 6)
    for plan in [id, other] {
      let shown = try await pmgit("show", plan)
      #expect(
        Array(shown.utf8).split(separator: 10).contains(Array("label\t\(composed)".utf8)[...]))
    }
    // The board has both spellings of a label, as boards of older versions do. Each plan keeps its
    // own.
    let line = "{\"id\":\"k70000000000\",\"title\":\"Three\",\"labels\":[\"\(decomposed)\"]}"
    try await pmgit("import", "-", input: line)
    for typed in [composed, decomposed] { try await pmgit("edit", "k7", "-l", typed) }
    #expect(try await labelCount(pmgit, "k7") == 1)
    pmgit.environment["GIT_EDITOR"] = try pmgit.repository.write(
      "#!/bin/sh\nsed -i 's/^labels:.*/labels: \(composed), more/' \"$1\"\n", to: "editor.sh",
      executable: true)
    try await pmgit("edit", "k7")
    #expect(try await labelCount(pmgit, "k7") == 2)
    try await pmgit("edit", "k7", "--no-label", "more")
    let removed = await pmgit.run(["edit", other, "--no-label", decomposed])
    #expect(removed.messages == "edited \(other.prefix(4))\n")
    try await pmgit("label", "rename", decomposed, "summer")
    #expect(try await pmgit("show", id).contains("label\tsummer"))
    let both = await pmgit.run(["edit", id, "-l", "x", "--no-label", "x"])
    #expect(both.exitCode == 64 && both.messages.contains("can't be both added and removed"))
  }

  @Test("Of many plans a member is named that none of them had, once")
  func manyLacking() async throws {
    let pmgit = try await board()
    for title in ["A", "B", "C", "D"] { _ = try await pmgit.add(title, "-l", "some\(title)") }
    let none = await pmgit.run(["edit", "--where", "is:open", "--no-label", "nosuch", "-p", "low"])
    #expect(none.messages.contains("none of the 5 plans has the label 'nosuch'\n"))
    #expect(none.messages.split(separator: "\n").count < 4)
    let some = await pmgit.run(["edit", "--where", "is:open", "--no-label", "someA", "-p", "high"])
    #expect(!some.messages.contains("someA"))
  }

  @Test("The day that words mean is said, and words of a title that look like fields")
  func said() async throws {
    let pmgit = try await board()
    let added = await pmgit.run(["add", "Pay", "-d", "Nov 19"])
    #expect(added.messages.contains("\ndue Fri 2027-11-19\n"))
    let id = String(added.output.prefix(12))
    #expect(
      await pmgit.run(["edit", id, "-d", "2026-11-30"]).messages == "edited \(id.prefix(4))\n")
    #expect(
      await pmgit.run(["edit", id, "--postpone", "1w"]).messages.contains("due Mon 2026-12-07"))
    for (word, option) in [
      ("+bug", "-l bug"), ("#bug", "-l bug"), ("due:fri", "-d fri"), ("@me", "-a @me"),
      ("!high", "-p high"),
    ] {
      let result = await pmgit.run(["add", "Foo \(word)"])
      #expect(result.messages.contains("note: '\(word)' is a part of the title"))
      #expect(result.messages.contains("\(option)'"), "\(result.messages)")
    }
    #expect(!(await pmgit.run(["add", "C#, see #12: a+b at 10:30!"])).messages.contains("note"))
  }

  private func labelCount(_ pmgit: CommandRunner, _ id: String) async throws -> Int {
    try await pmgit("show", id).split(separator: "\n").count { $0.hasPrefix("label\t") }
  }
}
