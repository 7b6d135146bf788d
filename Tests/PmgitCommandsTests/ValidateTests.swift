import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

/// `pmgit doctor pmgit/main`: the guard's checks, run by a person or in CI.
@Suite("Doctor of commits and files")
struct ValidateTests {
  private static let zeros = String(repeating: "0", count: 40)

  private func board() async throws -> (pmgit: CommandRunner, id: String, path: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    return (pmgit, id, "plans/\(id.prefix(2))/\(id).json")
  }

  /// Returns the problems of the `--json` document, and checks all its keys.
  private func problems(
    _ pmgit: CommandRunner, _ things: String..., exitCode: Int32 = 1
  ) async throws -> [JSONObject] {
    let named = things.isEmpty ? ["pmgit/main"] : things
    let result = await pmgit.run(["doctor", "--json", "-q"] + named)
    #expect(result.exitCode == exitCode, "\(result.output)\(result.messages)")
    let value = try JSONReader.value(in: Array(result.output.utf8), maximumSize: .max)
    let document = try #require(value.object)
    #expect(document.members.map(\.key.text) == ["board", "format", "problems"])
    #expect(document["format"] == .number(1))
    #expect(document["board"] == .string("main"))
    let problems = try #require(document["problems"]?.array).compactMap(\.object)
    for problem in problems {
      #expect(
        problem.members.map(\.key.text)
          == ["code", "commit", "field", "hint", "message", "path", "plan"])
    }
    return problems
  }

  @Test("A file is read from the folder of -C")
  func folder() async throws {
    let (pmgit, id, _) = try await board()
    let file = try await pmgit.repository.git("show", "pmgit/main:plans/\(id.prefix(2))/\(id).json")
    let folder = pmgit.repository.path + "/folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data((file + "\n").utf8).write(to: URL(filePath: "\(folder)/\(id).json"))
    let result = await pmgit.run(["-C", "folder", "doctor", "\(id).json"])
    #expect(result.exitCode == 0, "\(result)")
  }

  @Test("A sound board gives no line and exit code 0, by every name that it has")
  func sound() async throws {
    let (pmgit, _, _) = try await board()
    for thing in [
      ["pmgit/main"], ["pmgit/main~1"], ["pmgit/main~1..pmgit/main"],
      ["\(Self.zeros)..pmgit/main"], ["pmgit/main..pmgit/main"],
    ] {
      let result = await pmgit.run(["doctor"] + thing)
      #expect(result.exitCode == 0 && result.output == "", "\(thing): \(result)")
      #expect(result.messages == "nothing is wrong\n", "\(thing)")
    }
    #expect(try await problems(pmgit, exitCode: 0).isEmpty)
  }

  @Test("An unsound commit's way out keeps the history before it; doctor finds it as well")
  func unsound() async throws {
    let (pmgit, _, _) = try await board()
    let sound = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let parent = try await pmgit.repository.git("rev-parse", "pmgit/main^")
    let text = try await pmgit.repository.git("cat-file", "commit", "pmgit/main")
      .replacing("parent \(parent)", with: "parent \(sound)").replacing("> ", with: "> 0")
    try pmgit.repository.write(text + "\n", to: "repository/commit")
    let id = try await pmgit.repository.git(
      "hash-object", "-t", "commit", "-w", "--literally", "commit")
    try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", id)
    let problem = try #require(try await problems(pmgit).first)
    #expect(problem["code"] == .string("unsound-object"))
    let hint = try #require(problem["hint"]?.string)
    #expect(hint.contains("git commit-tree -m repair -p \(sound) "), "\(hint)")
    let found = await pmgit.run(["doctor", "--json"])
    #expect(found.exitCode == 1 && found.output.contains("unsound-object"), "\(found)")
  }

  @Test(
    "A broken plan is reported with every key, by a commit and by a range, and not where it was")
  func broken() async throws {
    let (pmgit, id, path) = try await board()
    let commit = try pmgit.repository.commitHostile([HostileFile(path, "broken")]).hex
    for things in ["pmgit/main", "pmgit/main~1..pmgit/main", "\(Self.zeros)..pmgit/main"] {
      let found = try await problems(pmgit, things)
      let problem = try #require(found.first)
      #expect(found.count == 1)
      #expect(problem["code"] == .string("unreadable-plan"))
      #expect(problem["commit"] == .string(commit))
      #expect(problem["field"] == .null)
      #expect(problem["path"] == .string(path))
      #expect(problem["plan"] == .string(id))
      #expect(problem["message"]?.string?.contains("plan '\(id)' can't be read") == true)
      #expect(problem["hint"]?.string?.contains("pmgit restore \(id)") == true)
    }
    try pmgit.repository.commitHostile([HostileFile("notes", "x")])
    #expect(try await problems(pmgit, "pmgit/main~1..pmgit/main", exitCode: 0).isEmpty)
    let plain = await pmgit.run(["doctor", "pmgit/main"])
    #expect(plain.exitCode == 1)
    #expect(plain.output.hasPrefix("unreadable-plan\t\(path)\t\(id)\t\t\(commit)\tplan '\(id)'"))
    #expect(plain.messages.contains("found 1 problem\n"), "\(plain.messages)")
  }

  @Test("A range is judged as a push: rewritten boards, columns, values written once, committers")
  func ranges() async throws {
    let (pmgit, id, path) = try await board()
    let git = pmgit.repository
    try await pmgit("column", "edit", "done", "--from", "doing")
    let good = try await git.git("show", "pmgit/main:\(path)") + "\n"
    let codes = { (things: String) async throws in
      try await problems(pmgit, things).map {
        "\($0["code"]?.string ?? "") \($0["field"]?.string ?? "")"
      }
    }
    #expect(try await codes("pmgit/main..pmgit/main~1") == ["rewrites-board "])
    try git.commitHostile([HostileFile(path, good.replacing(#""todo""#, with: #""done""#))])
    #expect(try await codes("pmgit/main~1..pmgit/main") == ["column-rule state"])
    try git.commitHostile([HostileFile(path, good.replacing("ada@", with: "eve@"))])
    #expect(try await codes("pmgit/main~1..pmgit/main") == ["written-once created"])
    try git.commitHostile([.removed(path)])
    #expect(try await codes("pmgit/main~1..pmgit/main") == ["removed-plan "])
    try git.commitHostile([HostileFile(path, good + "\n")])
    #expect(try await codes("pmgit/main~1..pmgit/main") == ["not-canonical "])
    try git.commitHostile([HostileFile(path, good), HostileFile("plans/x", "x")])
    #expect(try await codes("pmgit/main~1..pmgit/main") == ["misplaced "])
    try git.commitHostile([.removed("plans/x")])
    #expect(try await problems(pmgit, "pmgit/main~1..pmgit/main", exitCode: 0).isEmpty)
    try await git.git("config", "pmgit.guard.committer", "ada@example.org")
    #expect(try await codes("pmgit/main~1..pmgit/main") == ["committer "])
    try git.commitHostile([.removed("board.json")])
    #expect(try await codes("pmgit/main~1..pmgit/main").count == 1)
    _ = id
  }

  @Test("A file is checked by itself, wherever it is and whatever it is called")
  func files() async throws {
    let (pmgit, id, path) = try await board()
    let git = pmgit.repository
    let good = try await git.git("show", "pmgit/main:\(path)") + "\n"
    try git.write(good, to: "\(id).json")
    try git.write(good, to: "copy of a plan")
    try git.write(try await git.git("show", "pmgit/main:board.json") + "\n", to: "board.json")
    for file in ["../\(id).json", "../copy of a plan", "../board.json", "\(git.folder)/\(id).json"]
    {
      #expect(try await problems(pmgit, file, exitCode: 0).isEmpty, "\(file)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: git.folder + "/link.json", withDestinationPath: "\(id).json")
    #expect(try await problems(pmgit, "../link.json", exitCode: 0).isEmpty)

    let other = "zzzzzzzzzzzz.json"
    try git.write(good, to: other)
    let misnamed = try await problems(pmgit, "../\(other)")
    #expect(misnamed.map { $0["code"]?.string } == ["unreadable-plan"])
    #expect(misnamed.first?["path"] == .string("../\(other)"))
    try git.write(good + " ", to: other)
    try git.write(good.replacing("{\n", with: "{ \n"), to: "\(id).json")
    try git.write(
      good.replacing(#""format": 1"#, with: #""format": 2"#), to: "newer")
    try git.write(String(repeating: " ", count: 1_048_577), to: "long.json")
    try git.write("\u{1b}[31m", to: "escape.json")
    let found = try await problems(
      pmgit, "../\(id).json", "../newer", "../long.json", "../escape.json")
    #expect(
      found.map { $0["code"]?.string }
        == ["not-canonical", "format-too-new", "unreadable-plan", "unreadable-plan"])
    #expect(found[0]["hint"] == .string("commit it, and write it anew with 'pmgit doctor --fix'"))
    #expect(found[1]["message"]?.string?.contains("format is 2") == true, "\(found[1])")
    #expect(found[2]["message"]?.string?.contains("longer than 1048576 bytes") == true)
    let plain = await pmgit.run(["doctor", "../escape.json"])
    #expect(!(plain.output + plain.messages).contains("\u{1b}"))
  }

  @Test(
    "What is neither commit, range nor file is an error with its reason",
    arguments: [
      "pmgit/main...pmgit/main", "nothing", "nothing.json", "../x.json", "..",
      "pmgit/main..nothing", "nothing..pmgit/main",
      "HEAD..HEAD", "", "-", "\(zeros)..\(zeros)", "a..b..c",
    ])
  func bad(thing: String) async throws {
    let (pmgit, _, _) = try await board()
    let result = await pmgit.run(["doctor", "--", thing])
    #expect(result.exitCode != 0 && result.output == "", "\(result)")
    #expect(result.messages.contains("hint: "), "\(result.messages)")
    #expect(!result.messages.contains("nothing is wrong"))
  }

  @Test("A commit of the code is no board")
  func code() async throws {
    let (pmgit, _, _) = try await board()
    try await pmgit.repository.git("commit", "-q", "--allow-empty", "-m", "code")
    let found = try await problems(pmgit, "main")
    #expect(found.count == 1, "\(found)")
  }

  @Test("Several things are all checked, good ones between bad ones")
  func several() async throws {
    let (pmgit, id, path) = try await board()
    try pmgit.repository.commitHostile([HostileFile(path, "broken")])
    let result = await pmgit.run(["doctor", "pmgit/main", "pmgit/main~1", "pmgit/main"])
    #expect(result.exitCode == 1)
    #expect(result.output.split(separator: "\n").count == 2, "\(result.output)")
    #expect(result.messages.contains("found 2 problems"), "\(result.messages)")
    #expect(result.messages.split(separator: "\n").count { $0.contains(id) } == 1)
  }
}
