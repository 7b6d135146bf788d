import PlanModel
import PmgitTestSupport
import Testing

@Suite("Digests and inboxes")
struct DigestTests {
  private static let day: Int64 = 86_400_000

  /// Returns the reasons with the titles of their plans: `added: A, B`.
  private func sections(
    _ runner: CommandRunner, _ arguments: String..., inbox: Bool = false
  ) async throws -> [String] {
    let result = await runner.run([inbox ? "inbox" : "digest"] + arguments + ["--json"])
    #expect(result.exitCode == 0, "\(result.messages)")
    let document = try JSONReader.value(in: Array(result.output.utf8)).object
    return (document?["sections"]?.array ?? []).map { section in
      let plans = section.object?["plans"]?.array ?? []
      let titles = plans.map { $0.object?["title"]?.string ?? "" }.sorted()
      return "\(section.object?["reason"]?.string ?? ""): \(titles.joined(separator: ", "))"
    }
  }

  @Test("Tells what was finished, started, added and changed, what is late, and the settings")
  func all() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let finished = try await pmgit.add("Finished")
    let started = try await pmgit.add("Started", "--due", "2026-11-23")
    let back = try await pmgit.add("There and back")
    let late = try await pmgit.add("Late", "--due", "2026-11-21")
    _ = try await pmgit.add("Soon", "--due", "2026-12-01")
    _ = try await pmgit.add("Untouched")
    pmgit.now = Timestamp(milliseconds: CommandRunner.start.milliseconds + 9 * Self.day)
    try await pmgit("done", finished)
    try await pmgit("move", started, "doing")
    try await pmgit("done", back)
    try await pmgit("move", back, "todo")
    try await pmgit("edit", late, "--title", "Very late")
    _ = try await pmgit.add("New")
    _ = try await pmgit.add("New and done", "--state", "done")
    try await pmgit("column", "add", "review", "--after", "doing")
    #expect(
      try await sections(pmgit, "--since", "2026-11-29") == [
        "overdue: Started, Very late", "due: Soon", "finished: Finished",
        "added: New, New and done", "changed: There and back", "settings: ",
      ])
    #expect(
      try await sections(pmgit, "--since", "2026-11-29", "--where", "new") == [
        "added: New, New and done"
      ])
    let none = await pmgit.run(["digest", "--since", "now", "--where", "nosuchword"])
    // Cron sends a mail for every line of either output.
    #expect(none.exitCode == 0 && none.output == "" && none.messages == "", "\(none)")
    pmgit.useTerminal(errorIsTerminal: true)
    let shown = await pmgit.run(["digest", "--since", "now", "--where", "nosuchword"])
    #expect(shown.messages.contains("nothing happened"), "\(shown)")
  }

  @Test("A person is told of mentions, assignments and own plans, not of own changes")
  func reader() async throws {
    let pair = try await SharedBoard()
    let (one, two) = (pair.first, pair.second)
    let mine = try await one.add("Mine", "--assign", "@me")
    let other = try await one.add("Other")
    let foreign = try await one.add("Foreign")
    try await one("sync")
    try await two("sync")
    two.now = one.now
    let start = try await two.repository.git("rev-parse", "pmgit/main")
    try await two("edit", mine, "--priority", "high")
    try await two("comment", other, "-m", "what do you think, @one?")
    let given = try await two.add("Given", "--assign", "one@example.org")
    _ = try await two.add("Nobody's")
    try await two("sync")
    try await one("sync")
    one.now = two.now
    try await one("edit", foreign, "--priority", "low")
    let expected = ["mentioned: Other", "assigned: Given", "changed: Mine"]
    #expect(try await sections(one, "--for", "me", "--since", start) == expected)
    // The other person has created and commented, and hears of the other's changes alone.
    #expect(try await sections(two, "--for", "one", "--since", start) == expected)
    try await two("sync")
    #expect(try await sections(two, "--for", "me", "--since", start) == [])
    try await one("done", given)
    #expect(try await sections(one, "--for", "two", "--since", start) == ["finished: Given"])
    let nobody = await one.run(["digest", "--for", "nosuch"])
    #expect(nobody.exitCode == 64 && nobody.messages.contains("nobody is called 'nosuch'"))
    let several = await one.run(["digest", "--for", "dev"])
    #expect(several.exitCode == 64 && several.messages.contains("means 2 people"))
  }

  @Test("A plan that was deleted is listed as deleted only, for everybody and for its people")
  func deleted() async throws {
    let pair = try await SharedBoard()
    let (one, two) = (pair.first, pair.second)
    let old = try await one.add("Old", "--assign", "@me", "--due", "yesterday")
    try await one("sync")
    try await two("sync")
    two.now = one.now
    let start = try await two.repository.git("rev-parse", "pmgit/main")
    let new = try await two.add("New", "--assign", "one@example.org")
    try await two("comment", new, "-m", "for @one")
    let others = try await two.add("Nobody's")
    try await two("delete", old, new, others)
    try await two("sync")
    try await one("sync")
    #expect(try await sections(one, "--since", start) == ["deleted: New, Nobody's, Old"])
    #expect(try await sections(one, "--for", "me", "--since", start) == ["deleted: New, Old"])
    #expect(try await one("digest", "--since", start, "--text").hasPrefix("Deleted\n"))
  }

  @Test("The lines for programs leave out positions in columns; the document has them")
  func ranks() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("done", try await pmgit.add("Plan"))
    let lines = try await pmgit("digest")
    #expect(lines.contains("\tstate\ttodo\tdone\n") && !lines.contains("\trank\t"), "\(lines)")
    #expect(try await pmgit("digest", "--json").contains("\"rank\""))
  }

  @Test("Whoever wrote a value in conflict is told of it, also on a plan of others")
  func conflict() async throws {
    let pair = try await SharedBoard()
    let (one, two) = (pair.first, pair.second)
    let plan = try await one.add("Plan", "--assign", "Somebody")
    try await one("sync")
    try await two("sync")
    try await one("edit", plan, "--title", "Ours")
    try await two("edit", plan, "--title", "Theirs")
    try await two("sync")
    try await one("sync")
    try await two("sync")
    try await two("inbox", "--read")
    let found = try await sections(two, inbox: true)
    #expect(found.count == 1 && found.first?.hasPrefix("conflict: ") == true, "\(found)")
    let text = try await two("inbox", "--text")
    #expect(text.contains("Todo, conflict on title\n"), "\(text)")
  }

  @Test("The same change of many plans by one commit is one line for people, and all for programs")
  func bulk() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for number in 0..<7 { _ = try await pmgit.add("Plan \(number)", "--label", "bug") }
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 9 * Self.day)
    try await pmgit("label", "rename", "bug", "defect")
    let since = ["digest", "--since", "yesterday"]
    let markdown = await pmgit.run(since + ["--as", "markdown"])
    let lines = markdown.output.split(separator: "\n").filter { $0.hasPrefix("- ") }
    #expect(lines == ["- 7 plans"], "\(markdown)")
    #expect(markdown.output.contains("defect"), "\(markdown)")
    let data = await pmgit.run(since + ["--json"])
    for number in 0..<7 { #expect(data.output.contains("\"Plan \(number)\""), "\(data)") }
  }

  @Test("Many plans of one commit are one line, with what happened to all or the first titles")
  func bulkOfDifferent() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...77).map { #"{"title":"Plan \#($0)"}"# }.joined(separator: "\n")
    try await pmgit("import", "-", input: lines)
    let markdown = try await pmgit("digest", "--as", "markdown")
    #expect(markdown.hasPrefix("## New\n\n- 77 plans\n  - "), "\(markdown)")
    #expect(markdown.hasSuffix("created in Todo\n"), "\(markdown)")
    try await pmgit("edit", "--where", "plan", "--label", "many")
    // Plans that a second commit changed are told one by one.
    let labelled = try await pmgit("digest", "--as", "markdown")
    #expect(labelled.hasSuffix("- and 27 more plans\n"), "\(labelled)")
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 9 * Self.day)
    try await pmgit("edit", "Plan 3", "--priority", "high")
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 9 * Self.day)
    try await pmgit("edit", "--where", "plan", "--priority", "low")
    let edited = try await pmgit("digest", "--as", "markdown")
    // What the commit did to one of them alone is told, too.
    #expect(edited.hasPrefix("## Changed\n\n- 76 plans\n"), "\(edited)")
    #expect(edited.contains("- Plan 3 (") && edited.split(separator: "\n").count == 5, "\(edited)")
  }

  @Test("Many different plans that one commit added are one line; deletions and comments are not")
  func never() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...6).map { #"{"title":"Plan \#($0)"}"# }
    try await pmgit("import", "-", input: lines.joined(separator: "\n"))
    let added = try await pmgit("digest", "--as", "markdown")
    #expect(added.contains("- 6 plans\n") && added.hasSuffix("created in Todo\n"), "\(added)")
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 9 * Self.day)
    try await pmgit("comment", "--where", "plan", "-m", "Seen")
    let seen = try await pmgit("digest", "--as", "markdown")
    #expect(seen.matches(of: /- Plan \d/).count == 6, "\(seen)")
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 9 * Self.day)
    try await pmgit("delete", "--where", "plan")
    let deleted = try await pmgit("digest", "--as", "markdown")
    #expect(deleted.matches(of: /- Plan \d/).count == 6, "\(deleted)")
  }

  @Test("--all has each of many plans, with all changes")
  func whole() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...60).map { #"{"title":"Plan \#($0)"}"# }.joined(separator: "\n")
    try await pmgit("import", "-", input: lines)
    let id = try await pmgit.add("Much changed")
    for place in 1...12 { try await pmgit("edit", id, "-p", place % 2 == 0 ? "high" : "low") }
    for form in ["markdown", "text", "html"] {
      let all = try await pmgit("digest", "--all", "--as", form, "--no-pager")
      for number in 1...60 { #expect(all.contains("Plan \(number)"), "\(form): \(number)") }
      #expect(all.matches(of: /priority/).count == 12, "\(form): \(all)")
    }
  }

  @Test("Lines that a screen has left show the newest changes of each plan")
  func changesOnScreen() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for name in ["One", "Two", "Three"] {
      _ = try await pmgit.add(name)
      for _ in 1...4 {
        for priority in ["low", "high"] { try await pmgit("edit", name, "-p", priority) }
      }
    }
    try await pmgit("config", "title", "Ours")
    pmgit.useTerminal(heightInLines: 24)
    let shown = try await pmgit("digest")
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 22 && lines.contains("Settings of the board"), "\(shown)")
    #expect(lines.count { $0.hasPrefix("    ") && $0.contains("priority") } >= 15, "\(shown)")
  }

  @Test("The digest of a first day of three people fits on a screen, unless --all is given")
  func firstDay() async throws {
    let pmgit = try await CommandRunner.withBoard()
    var ids: [String] = []
    for number in 0..<77 {
      let name = ["Ana", "Bo", "Chen"][number % 3]
      pmgit.environment["GIT_AUTHOR_NAME"] = name
      pmgit.environment["GIT_AUTHOR_EMAIL"] = "\(name.lowercased())@example.org"
      let due = number % 5 == 0 ? ["--due", number % 2 == 0 ? "yesterday" : "tomorrow"] : []
      let added = await pmgit.run(["add", "Plan \(number) with a title that is quite long"] + due)
      ids.append(String(added.output.dropLast()))
    }
    for (place, id) in ids.enumerated() where place % 4 == 1 {
      try await pmgit("move", id, place % 8 == 1 ? "doing" : "done")
    }
    try await pmgit("config", "title", "Ours")
    pmgit.useTerminal(heightInLines: 24, errorIsTerminal: true)
    let now = pmgit.now
    let shown = await pmgit.run(["digest"])
    let lines = shown.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 22 && lines.allSatisfy { $0.count <= 80 }, "\(shown.output)")
    #expect(shown.messages == "hint: --all shows every plan and change\n")
    for heading in ["Overdue (", "Due soon (", "Finished (", "Started (", "New ("] {
      #expect(lines.contains { $0.hasPrefix(heading) }, "\(heading): \(shown.output)")
    }
    pmgit.now = now
    let all = await pmgit.run(["digest", "--all", "--no-pager"])
    #expect(all.output.split(separator: "\n").count > 77 && all.messages.isEmpty)
    // A pipe and a mail get everything.
    pmgit.now = now
    let mail = try await pmgit("digest", "--as", "text", "--no-pager")
    #expect(mail == all.output)
    pmgit.useTerminal(heightInLines: 5)
    #expect(await pmgit.run(["digest"]).output.split(separator: "\n").count == 3)
  }

  @Test("--me is --for me")
  func me() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Mine", "--assign", "@me", "--due", "yesterday")
    _ = try await pmgit.add("Late", "--due", "yesterday")
    #expect(try await sections(pmgit, "--me") == sections(pmgit, "--for", "me"))
    #expect(try await sections(pmgit, "--me") == ["overdue: Mine"])
    #expect(await pmgit.run(["digest", "--me", "--for", "me"]).exitCode == 64)
  }

  @Test("An inbox has what is new since it was read, whenever it was made")
  func inbox() async throws {
    let pair = try await SharedBoard()
    let (one, two) = (pair.first, pair.second)
    let plan = try await one.add("Plan", "--assign", "@me")
    try await one("sync")
    try await two("sync")
    two.now = one.now
    #expect(try await sections(one, inbox: true) == [])
    // This is made before the inbox is read, and arrives after it.
    try await two("comment", plan, "-m", "first")
    one.now = Timestamp(milliseconds: one.now.milliseconds + 30 * Self.day)
    let read = await one.run(["inbox", "--read"])
    #expect(read.exitCode == 0 && read.messages.contains("marked as read"))
    try await two("sync")
    try await one("sync")
    #expect(try await sections(one, inbox: true) == ["changed: Plan"])
    let shown = await one.run(["inbox"])
    #expect(shown.output.contains("first"))
    #expect(shown.messages.contains("mark it as read with 'pmgit inbox --read'"))
    try await one("inbox", "--read")
    #expect(try await sections(one, inbox: true) == [])
    // A note of a commit that git has removed is no note.
    let folder = one.repository.path.dropFirst(one.repository.folder.count + 1)
    try one.repository.write(
      String(repeating: "a", count: 40), to: "\(folder)/.git/pmgit/read-main")
    let again = await one.run(["inbox"])
    #expect(again.exitCode == 0 && again.messages.contains("nothing was marked as read here yet"))
  }

  @Test("What an undo took away is told as well")
  func undone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let plan = try await pmgit.add("Plan")
    let start = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("done", plan)
    let done = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", start)
    #expect(try await sections(pmgit, "--since", done) == ["changed: Plan"])
    #expect(try await sections(pmgit, "--since", start) == [])
  }

  @Test("Markdown and HTML show hostile titles as they are, and nothing of them is markup")
  func hostile() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let title = #"<img src=x onerror="a()"> **b** [c](javascript:d) \u{202E}&amp; @one"#
    let plan = try await pmgit.add(title)
    try await pmgit("comment", plan, "-m", "<script>e()</script>")
    let html = try await pmgit("digest", "--as", "html")
    #expect(html.hasPrefix("<!DOCTYPE html>\n"))
    #expect(html.contains("&lt;img src=x onerror=&quot;a()&quot;&gt;"))
    #expect(html.contains("&lt;script&gt;e()&lt;/script&gt;") && !html.contains("<script"))
    let markdown = try await pmgit("digest", "--as", "markdown")
    #expect(markdown.hasPrefix("## New\n\n- \\<img src=x"))
    #expect(markdown.contains(#"\*\*b\*\* \[c\]"#) && !markdown.contains("<script>"))
  }

  @Test("A long section names its first plans and counts the others; programs get all")
  func long() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for number in 1...60 { _ = try await pmgit.add("Plan \(number)") }
    let markdown = try await pmgit("digest", "--as", "markdown")
    #expect(markdown.contains("- and 10 more plans\n"))
    let records = try await pmgit("digest")
    let ids = records.split(separator: "\n").map { record in record.split(separator: "\t")[1] }
    #expect(Set(ids).count == 60)
    #expect(try await sections(pmgit).first?.split(separator: ",").count == 60)
    let wrong = await pmgit.run(["digest", "--json", "--as", "html"])
    #expect(wrong.exitCode == 64)
  }
}
