import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// Files of plans: attached, listed, saved and removed.
@Suite struct AttachTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    return (pmgit, try await pmgit.add("A plan"))
  }

  private func file(_ pmgit: CommandRunner, _ name: String) -> String {
    "\(pmgit.repository.path)/\(name)"
  }

  private func write(_ text: String, _ name: String, _ pmgit: CommandRunner) throws {
    try Data(text.utf8).write(to: URL(filePath: file(pmgit, name)))
  }

  private func read(_ name: String, _ pmgit: CommandRunner) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(pmgit, name))), as: UTF8.self)
  }

  private func names(_ pmgit: CommandRunner, _ id: String) async throws -> [String] {
    try await pmgit("attach", id, "--list").split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[1])
    }
  }

  @Test("Files are attached in one commit, listed, shown, found, and saved again")
  func attach() async throws {
    let (pmgit, id) = try await board()
    try write("hello\n", "log.txt", pmgit)
    try write("a,b\n", "table.csv", pmgit)
    let first = await pmgit.run(["attach", id, "log.txt", "table.csv"])
    let words = "attached 2 files to \(id.prefix(4))\nnote: the history keeps"
    #expect(first.messages.hasPrefix(words), "\(first.messages)")
    #expect(try await names(pmgit, id) == ["log.txt", "table.csv"])
    #expect(try await pmgit("list", "has:files").hasPrefix(id))
    #expect(try await pmgit("list", "no:file") == "")
    let shown = try await pmgit("show", id).split(separator: "\n").filter { $0.hasPrefix("file\t") }
    #expect(shown.count == 2)
    #expect(
      shown[0].hasSuffix("\tce013625030ba8dba906f756967f9e9ca394464a")
        && shown[0].contains("\tlog.txt\t6\ttext/plain\t"), "\(shown[0])")
    let log = try await pmgit.repository.git("log", "-1", "--format=%s%n%b", "pmgit/main")
    #expect(log.hasPrefix("attach 2 files to \(id.prefix(4)): A plan\nlog.txt\ntable.csv\n"))

    try FileManager.default.removeItem(atPath: file(pmgit, "log.txt"))
    let saved = await pmgit.run(["attach", id, "--get", "log.txt"])
    #expect(saved.messages == "saved 'log.txt', 6 bytes\n")
    #expect(try read("log.txt", pmgit) == "hello\n")
    // By the beginning of the content's id, and to standard output.
    #expect(try await pmgit("attach", id, "--get", "ce0136", "--output", "-") == "hello\n")
    let second = await pmgit.run(["attach", id, "log.txt"])
    #expect(second.messages == "nothing to change: \(id.prefix(4)) has it already\n")
  }

  @Test("Standard input is attached under a name")
  func standardInput() async throws {
    let (pmgit, id) = try await board()
    let result = await pmgit.run(["attach", id, "-", "--name", "make.log"], input: "built\n")
    #expect(result.messages.hasPrefix("attached 'make.log' to \(id.prefix(4))\n"))
    #expect(try await pmgit("attach", id, "--get", "make.log", "-o", "-") == "built\n")
    #expect(await pmgit.run(["attach", id, "-"], input: "x").exitCode == 64)
  }

  @Test("What a file is called on a terminal, and what is said, is made safe")
  func terminal() async throws {
    let (pmgit, id) = try await board()
    _ = await pmgit.run(["attach", id, "-", "--name", "a.log"], input: "x")
    pmgit.useTerminal()
    let shown = try await pmgit("show", id)
    #expect(shown.contains("Files\n  a.log, 1 byte, "), "\(shown)")
    let list = try await pmgit("attach", id, "--list")
    #expect(list.contains("a.log") && list.contains("1 byte"), "\(list)")
    let printed = await pmgit.run(["attach", id, "--get", "a.log", "-o", "-"])
    #expect(printed.exitCode == 64 && printed.output == "")
    #expect(printed.messages.contains("could send commands to the terminal"))
  }

  @Test("A saved file overwrites nothing without --force, and follows no link of that name")
  func overwriting() async throws {
    let (pmgit, id) = try await board()
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "new\n")
    try write("old\n", "a.txt", pmgit)
    let refused = await pmgit.run(["attach", id, "--get", "a.txt"])
    #expect(refused.exitCode == 1)
    #expect(refused.messages.hasPrefix("pmgit: 'a.txt' exists already\n"))
    #expect(try read("a.txt", pmgit) == "old\n")
    try await pmgit("attach", id, "--get", "a.txt", "--force")
    #expect(try read("a.txt", pmgit) == "new\n")

    // A link that leads nowhere is there, too; with --force it is replaced.
    try FileManager.default.removeItem(atPath: file(pmgit, "a.txt"))
    for target in ["nowhere.txt", "victim.txt"] {
      if target == "victim.txt" { try write("mine\n", target, pmgit) }
      try FileManager.default.createSymbolicLink(
        atPath: file(pmgit, "a.txt"), withDestinationPath: target)
      #expect(await pmgit.run(["attach", id, "--get", "a.txt"]).exitCode == 1)
      try await pmgit("attach", id, "--get", "a.txt", "--force")
      #expect(try read("a.txt", pmgit) == "new\n")
      let kind = try FileManager.default.attributesOfItem(atPath: file(pmgit, "a.txt"))[.type]
      #expect(kind as? FileAttributeType == .typeRegular)
      try FileManager.default.removeItem(atPath: file(pmgit, "a.txt"))
    }
    #expect(!FileManager.default.fileExists(atPath: file(pmgit, "nowhere.txt")))
    #expect(try read("victim.txt", pmgit) == "mine\n")
  }

  @Test(
    "A name that misleads can't be attached, and a file of such a name needs --output",
    arguments: [
      "../up.txt", "/tmp/pmgit-up.txt", ".bashrc", "-rf", "a\u{1B}[31m", "a\u{202E}gnp.exe", "..",
      "a\\b",
    ])
  func hostileName(name: String) async throws {
    let (pmgit, id) = try await board()
    let refused = await pmgit.run(["attach", id, "-", "--name", name], input: "x")
    #expect(refused.exitCode == 64)
    #expect(!refused.messages.contains("\u{1B}") && !refused.messages.contains("\u{202E}"))
    // Another writer's plan has that name.
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "x")
    let path = try await pmgit.repository.git(
      "ls-tree", "-r", "--name-only", "pmgit/main", "plans/")
    let plan = try await pmgit.repository.git("show", "pmgit/main:\(path)")
    let quoted = CanonicalJSON.line(of: .string(ExactString(name)))
    try await pmgit.repository.commitToBoard(
      plan.replacing("\"name\": \"a.txt\"", with: "\"name\": \(quoted)") + "\n", at: path)
    let before = try FileManager.default.contentsOfDirectory(atPath: pmgit.repository.path)
    let item = try await pmgit("attach", id, "--list").prefix { $0 != "\t" }
    let get = await pmgit.run(["attach", id, "--get", String(item)])
    #expect(get.exitCode == 64, "\(get)")
    #expect(!get.messages.contains("\u{1B}") && !get.messages.contains("\u{202E}"))
    let after = try FileManager.default.contentsOfDirectory(atPath: pmgit.repository.path)
    #expect(after.sorted() == before.sorted())
    #expect(!FileManager.default.fileExists(atPath: "/tmp/pmgit-up.txt"))
    try await pmgit("attach", id, "--get", String(item), "--output", "mine.txt")
    #expect(try read("mine.txt", pmgit) == "x")
    pmgit.useTerminal()
    for command in [["show", id], ["attach", id, "--list"], ["log", id]] {
      let shown = await pmgit.run(command)
      #expect(!shown.output.contains("\u{1B}[31m") && !shown.output.contains("\u{202E}"))
    }
    #expect(await pmgit.run(["attach", id, "--remove", String(item)]).exitCode == 0)
  }

  @Test("A removed file is off the plan, its content stays, and undo brings it back")
  func remove() async throws {
    let (pmgit, id) = try await board()
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "hello\n")
    let result = await pmgit.run(["attach", id, "--remove", "a.txt"])
    #expect(
      result.messages
        == "removed 'a.txt' from \(id.prefix(4))\n"
        + "the history keeps the content, and so does every clone of the board\n")
    #expect(try await names(pmgit, id) == [])
    let tree = try await pmgit.repository.git("ls-tree", "-r", "--name-only", "pmgit/main")
    #expect(tree.contains("files/ce/ce013625030ba8dba906f756967f9e9ca394464a"))
    try await pmgit("undo")
    #expect(try await pmgit("attach", id, "--get", "a.txt", "-o", "-") == "hello\n")
    try await pmgit("redo")
    #expect(try await names(pmgit, id) == [])
    let log = try await pmgit("log", id)
    #expect(log.contains("/name\t\ta.txt"), "\(log)")
    #expect(try await pmgit("doctor") == "")
  }

  @Test("Words of the log and of a difference name the file")
  func words() async throws {
    let (pmgit, id) = try await board()
    pmgit.useTerminal()
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "hello\n")
    #expect(try await pmgit("log", id).contains("added file a.txt"))
    _ = await pmgit.run(["attach", id, "--remove", "a.txt"])
    let log = try await pmgit("log", id)
    #expect(log.contains("removed file a.txt"), "\(log)")
    #expect(!log.contains("blob"), "\(log)")
  }

  @Test("Files of one name are distinguished by their ids, or are all meant if they are the same")
  func sameNames() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.shareAll()
    for (pmgit, text) in [(pair.first, "one\n"), (pair.second, "two\n")] {
      _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: text)
      _ = await pmgit.run(["attach", id, "-", "--name", "same.txt"], input: "same\n")
    }
    try await pair.shareAll()
    let pmgit = pair.second
    #expect(try await names(pmgit, id).sorted() == ["a.txt", "a.txt", "same.txt", "same.txt"])
    #expect(try await pmgit("resolve", "--list") == "")
    let ambiguous = await pmgit.run(["attach", id, "--get", "a.txt", "-o", "-"])
    #expect(ambiguous.exitCode == 64)
    #expect(ambiguous.messages.contains("has 2 files 'a.txt'"))
    #expect(try await pmgit("attach", id, "--get", "same.txt", "-o", "-") == "same\n")
    let items = try await pmgit("attach", id, "--list").split(separator: "\n")
      .filter { $0.contains("\ta.txt\t") }.map { String($0.prefix { $0 != "\t" }) }
    var texts: Set<String> = []
    for item in items {
      texts.insert(try await pmgit("attach", id, "--get", item, "-o", "-"))
    }
    #expect(texts == ["one\n", "two\n"])
    try await pmgit("attach", id, "--remove", "same.txt")
    #expect(try await names(pmgit, id) == ["a.txt", "a.txt"])
    // What one person has undone, another clone's content does not depend on.
    try await pmgit("sync")
    #expect(try await pmgit("doctor") == "")
  }

  @Test("An id means its own file, whatever others are called; an id that is made up means less")
  func ids() async throws {
    let (pmgit, id) = try await board()
    _ = await pmgit.run(["attach", id, "-", "--name", "release.sh"], input: "good\n")
    let item = String(try await pmgit("attach", id, "--list").prefix { $0 != "\t" })
    _ = await pmgit.run(["attach", id, "-", "--name", item], input: "evil\n")
    #expect(try await pmgit("attach", id, "--get", item, "-o", "-") == "good\n")
    try await pmgit("attach", id, "--remove", item)
    #expect(try await names(pmgit, id) == [item])
    #expect(try await pmgit("attach", id, "--get", item, "-o", "-") == "evil\n")

    // Another writer's file has the name of a file as its id.
    _ = await pmgit.run(["attach", id, "-", "--name", "release.sh"], input: "good\n")
    let path = "plans/\(id.prefix(2))/\(id).json"
    let text = try await pmgit.repository.git("show", "pmgit/main:\(path)")
    let evil = try #require(
      try await pmgit("attach", id, "--list").split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }.first { $0[1] == item })
    try await pmgit.repository.commitToBoard(
      text.replacing("\"\(evil[0])\": {", with: "\"release.sh\": {") + "\n", at: path)
    #expect(try await pmgit("attach", id, "--list").contains("release.sh\t\(item)\t"))
    #expect(try await pmgit("attach", id, "--get", "release.sh", "-o", "-") == "good\n")
  }

  @Test("Another file of the same name is reported, also if both come with one command")
  func sameNameTold() async throws {
    let (pmgit, id) = try await board()
    for folder in ["one", "two", "three"] {
      try FileManager.default.createDirectory(
        atPath: file(pmgit, folder), withIntermediateDirectories: true)
      try write(folder, "\(folder)/a.txt", pmgit)
    }
    let words = "the plan has another file 'a.txt', too\n"
    let both = await pmgit.run(["attach", id, "one/a.txt", "two/a.txt", "two/a.txt"])
    #expect(both.messages.components(separatedBy: words).count == 2, "\(both)")
    let third = await pmgit.run(["attach", id, "three/a.txt"])
    #expect(third.messages.components(separatedBy: words).count == 2, "\(third)")
  }

  @Test("The board's limit holds, and can be set")
  func limit() async throws {
    let (pmgit, id) = try await board()
    #expect(try await pmgit("config").contains("attachments.limit"))
    #expect(try await pmgit("config", "attachments") == "attachments.limit\t5 MB\n")
    for command in [["config"], ["config", "attachments"]] {
      let document = await pmgit.run(command + ["--json"]).output
      #expect(document.contains("\"fileLimit\": 5000000,"), "\(document)")
    }
    let set = await pmgit.run(["config", "attachments", "--limit", "1kB"])
    #expect(set.messages == "attached files may now have 1 kB\n")
    #expect(try await pmgit("config", "attachments") == "attachments.limit\t1 kB\n")
    #expect(try await pmgit("config", "--json").contains("\"fileLimit\": 1000,"))
    try write(String(repeating: "x", count: 1001), "big.txt", pmgit)
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let refused = await pmgit.run(["attach", id, "big.txt"])
    #expect(refused.exitCode == 1)
    #expect(refused.messages.hasPrefix("pmgit: 'big.txt' is larger than 1 kB, the board's limit\n"))
    let piped = await pmgit.run(
      ["attach", id, "-", "--name", "big.txt"], input: String(repeating: "x", count: 1001))
    #expect(piped.exitCode == 1)
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
    try await pmgit("config", "attachments", "--limit", "2kB")
    #expect(await pmgit.run(["attach", id, "big.txt"]).exitCode == 0)
    let settings = try await pmgit("export", "is:any", "--settings")
    #expect(settings.contains("\"fileLimit\":2000"))
    for wrong in ["101MB", "much", "-1", ""] {
      let refused = await pmgit.run(["config", "attachments", "--limit", wrong])
      #expect(refused.exitCode == 64, "\(wrong)")
    }
    try await pmgit("config", "attachments", "--limit", "none")
    #expect(try await pmgit("config").contains("5 MB"))
  }

  @Test("An undone attachment that nobody has seen leaves no content, and redo brings both")
  func undoUnshared() async throws {
    let pair = try await SharedBoard()
    let pmgit = pair.first
    let id = try await pmgit.add("A plan")
    try await pair.shareAll()
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "hello\n")
    try await pmgit("undo")
    let tree = { try await pmgit.repository.git("ls-tree", "-r", "--name-only", "pmgit/main") }
    #expect(try await !tree().contains("files/"))
    // Others change the board meanwhile, so the redo is a commit of its own.
    try await pair.second("edit", id, "--label", "bug")
    try await pair.shareAll()
    try await pmgit("redo")
    #expect(try await pmgit("attach", id, "--get", "a.txt", "-o", "-") == "hello\n")
    #expect(try await pmgit("doctor") == "")
    try await pair.shareAll()
    #expect(try await pair.second("attach", id, "--get", "a.txt", "-o", "-") == "hello\n")
  }

  @Test("A plan without the file, and wrong uses, are refused")
  func refusals() async throws {
    let (pmgit, id) = try await board()
    let none = await pmgit.run(["attach", id, "--get", "a.txt"])
    #expect(none.exitCode == 64 && none.messages.hasPrefix("pmgit: plan '\(id)' has no files\n"))
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "x")
    let other = await pmgit.run(["attach", id, "--remove", "b.txt"])
    #expect(other.exitCode == 64 && other.messages.contains("has no file 'b.txt'"))
    for wrong in [
      [], ["--list", "a.txt"], ["--list", "--get", "a.txt"], ["a.txt", "b.txt", "--name", "c"],
      ["a.txt", "--output", "b"], ["--list", "--force"], ["--get", "a.txt", "--remove", "a.txt"],
      ["--get", "a.txt", "-o", "-", "--json"],
    ] {
      #expect(await pmgit.run(["attach", id] + wrong).exitCode == 64, "\(wrong)")
    }
    #expect(await pmgit.run(["attach", id, "missing.txt"]).exitCode == 1)
    #expect(await pmgit.run(["attach", id, "."]).exitCode != 0)
    try await pmgit("delete", id)
    #expect(await pmgit.run(["attach", id, "-", "--name", "b.txt"], input: "x").exitCode != 0)
  }

  @Test("JSON has the files, whether their content is there, and where one was saved")
  func json() async throws {
    let (pmgit, id) = try await board()
    _ = await pmgit.run(["attach", id, "-", "--name", "a.txt"], input: "hello\n")
    let list = try await pmgit("attach", id, "--list", "--json")
    #expect(list.contains("\"present\": true") && list.contains("\"plan\": \"\(id)\""))
    let saved = try await pmgit("attach", id, "--get", "a.txt", "--json")
    #expect(saved.contains("\"path\": \"\(pmgit.repository.path)/a.txt\""), "\(saved)")
    try await pmgit.repository.removeFromBoard(
      "files/ce/ce013625030ba8dba906f756967f9e9ca394464a")
    #expect(try await pmgit("attach", id, "--list", "--json").contains("\"present\": false"))
    let get = await pmgit.run(["attach", id, "--get", "a.txt", "-o", "-", "-q"])
    #expect(get.exitCode == 1 && get.messages.contains("is not on the board"))
    let doctor = await pmgit.run(["doctor", "--json"])
    #expect(doctor.output.contains("\"missing-content\""), "\(doctor.output)")
  }

  @Test("An undo that can't take the content out of the history says so")
  func undoOfContent() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Leak")
    let attached = await pmgit.run(["attach", id, "-", "--name", "log.txt"], input: "password=x")
    #expect(attached.exitCode == 0, "\(attached)")
    let undone = await pmgit.run(["undo"])
    #expect(
      undone.messages.contains("the content of 1 attached file stays in the board's history"),
      "\(undone)")
    #expect(await pmgit.run(["redo"]).messages.contains("stays in the board's history") == false)
  }
}
