import PmgitTestSupport
import Testing

/// New plans, as people type them.
@Suite struct AddTests {
  @Test("Words without quotes are one title; several titles are refused")
  func words() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix", "login", "on", "iPad", "-l", "bug")
    #expect(try await pmgit("show", id).contains("title\tFix login on iPad\n"))
    let several = await pmgit.run(["add", "Fix login", "Ship it"])
    #expect(several.exitCode == 64)
    #expect(several.messages.contains("several titles: a plan has one"))
    let none = await pmgit.run(["add", "-l", "bug"])
    #expect(none.exitCode == 64)
    #expect(none.messages.contains("missing expected argument '<title>'"))
    #expect(try await pmgit("list").split(separator: "\n").count == 1)
  }

  @Test("A quick line gives a title and fields, and says which")
  func quick() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("milestone", "add", "v2")
    try await pmgit("add", "Other", "-a", "Sam Lee <sam@example.org>")
    let added = await pmgit.run(["add", "--quick", "Fix login #bug @sam !high fri ^v2"])
    #expect(added.exitCode == 0)
    #expect(
      added.messages.contains(
        "to Todo: label bug, Sam Lee, priority high, milestone v2, due Fri 2026-11-27"))
    let id = try #require(added.output.split(separator: "\n").first)
    let shown = try await pmgit("show", String(id))
    for line in [
      "title\tFix login", "label\tbug", "assignee\tSam Lee <sam@example.org>", "priority\thigh",
      "due\t2026-11-27", "milestone\tv2",
    ] { #expect(shown.contains(line + "\n"), "\(line) in \(shown)") }
    // Without the option, the same line is a title.
    let plain = try await pmgit.add("Fix login #bug @sam !high fri ^v2")
    #expect(try await pmgit("show", plain).contains("title\tFix login #bug @sam !high fri ^v2\n"))
    // Several words are one line, and options give what it does not.
    let joined = try await pmgit.add(
      "--quick", "Fix", #"#"two words""#, "!low", "-p", "high", "-d", "eom")
    let values = try await pmgit("show", joined)
    for line in ["title\tFix", "label\ttwo words", "priority\tlow", "due\t2026-11-30"] {
      #expect(values.contains(line + "\n"), "\(line) in \(values)")
    }
  }

  @Test("A quick line with an unknown person or milestone adds nothing")
  func refusedQuickLines() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let person = await pmgit.run(["add", "--quick", "Fix @nobody"])
    #expect(person.exitCode == 64 && person.messages.contains("nobody is called '@nobody'"))
    #expect(person.messages.contains(#"write '\@nobody' to keep it in the title"#))
    let milestone = await pmgit.run(["add", "--quick", "Fix ^v9", "--json"])
    #expect(milestone.exitCode == 64 && milestone.output.contains("unknown-milestone"))
    let none = await pmgit.run(["add", "--quick", "--from", "bug"])
    #expect(none.exitCode == 64 && none.messages.contains("--quick needs the line to read"))
    #expect(try await pmgit("list").isEmpty)
  }

  @Test("Byte order marks and carriage returns are no part of what is entered")
  func marksAndReturns() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("add", "\u{FEFF}A title", "--body", "-", input: "\u{FEFF}a\r\nb\r\n")
    try await pmgit("comment", "A title", input: "c\r\nd\r\n")
    let json = try await pmgit("show", "A title", "--json")
    for text in [#""title": "A title""#, #""body": "a\nb""#, #""text": "c\nd""#] {
      #expect(json.contains(text), "\(json)")
    }
    #expect(!json.contains("\u{FEFF}"))
  }

  @Test("The commonest fields have short options, in add and edit")
  func short() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add(
      "A", "-p", "high", "-d", "next week", "-l", "x", "-l", "y", "-a", "Zoe")
    var shown = try await pmgit("show", id)
    for line in ["priority\thigh", "due\t2026-11-23", "label\tx", "label\ty", "assignee\tZoe"] {
      #expect(shown.contains(line + "\n"))
    }
    try await pmgit("edit", id, "-p", "low", "-d", "-3d", "-l", "z", "-a", "@me")
    shown = try await pmgit("show", id)
    for line in ["priority\tlow", "due\t2026-11-17", "label\tz"] {
      #expect(shown.contains(line + "\n"))
    }
  }

  /// Returns a board with a template in 'doing' that has one checked line.
  private func template() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    let other = try await pmgit.add("Other")
    let id = try await pmgit.add(
      "Release checklist", "-l", "Template", "-l", "release", "-p", "high", "--body", "Steps\nhere",
      "--check", "tag", "--check", "announce", "-d", "fri", "--state", "doing", "--owner", "Zoe",
      "--estimate", "3", "-a", "Grace", "--link", "relates:\(other)", "--alias", "t:1")
    try await pmgit("check", id, "1")
    return (pmgit, id)
  }

  @Test(
    "A plan made from a template has its fields, its body and its checklist, unticked",
    arguments: ["Release checklist", "release CHECKLIST", "checkl", "ID"])
  func from(named: String) async throws {
    let (pmgit, template) = try await template()
    let id = try await pmgit.add(
      "Release 1.1", "--from", named == "ID" ? template : named, "--check", "more", "-p", "low")
    let shown = try await pmgit("show", id)
    for line in [
      "title\tRelease 1.1", "state\ttodo", "due\t", "priority\tlow", "owner\tZoe", "estimate\t3",
      "label\trelease", "assignee\tGrace", "body\tSteps\\nhere",
    ] { #expect(shown.contains(line + "\n"), "\(line) in \(shown)") }
    #expect(!shown.contains("emplate") && !shown.contains("alias\t"))
    #expect(shown.contains("relates"))
    let items = shown.split(separator: "\n").filter { $0.hasPrefix("item\t") }
      .map { $0.split(separator: "\t").dropFirst(2).joined(separator: " ") }
    #expect(items == ["open tag", "open announce", "open more"])
    #expect(try await pmgit("show", template).contains("\tdone\ttag\n"))
  }

  @Test("Without a title it has that of the template; any plan can be named by its id")
  func titleOfTemplate() async throws {
    let (pmgit, _) = try await template()
    let id = try await pmgit.add("--from", "release", "--state", "done")
    #expect(try await pmgit("show", id).contains("title\tRelease checklist\nstate\tdone\n"))
    let plain = try await pmgit.add("Plain", "--check", "one")
    let copy = try await pmgit.add("--from", plain)
    #expect(try await pmgit("show", copy).contains("\topen\tone\n"))
    // A whole id is that plan, though the title of a template has it too.
    _ = try await pmgit.add("Instead of \(plain)", "-l", "template")
    let again = try await pmgit.add("--from", plain)
    #expect(try await pmgit("show", again).contains("title\tPlain\n"))
  }

  @Test("A template that is none, or one of several, is an error with the candidates")
  func noTemplate() async throws {
    let (pmgit, id) = try await template()
    let second = try await pmgit.add("Bug checklist", "-l", "template")
    let none = await pmgit.run(["add", "x", "--from", "nosuch thing"])
    #expect(none.exitCode == 64)
    #expect(none.messages.hasPrefix("pmgit: there is no template 'nosuch thing'\n"))
    let several = await pmgit.run(["add", "x", "--from", "check"])
    #expect(several.exitCode == 64)
    #expect(several.messages.hasPrefix("pmgit: several templates are called 'check'\n"))
    let blank = await pmgit.run(["add", "x", "--from", " "])
    #expect(blank.exitCode == 64 && blank.messages.contains("the name of the template is empty"))
    for messages in [none.messages, several.messages] {
      #expect(messages.contains("hint: \(id.prefix(4))  Release checklist\n"))
      #expect(messages.contains("hint: \(second.prefix(4))  Bug checklist\n"))
    }
    let empty = await (try await CommandRunner.withBoard()).run(["add", "x", "--from", "none such"])
    #expect(empty.messages.contains("--label template"))
  }
}
