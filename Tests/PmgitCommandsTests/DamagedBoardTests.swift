import Foundation
import PlanModel
import PmgitTestSupport
import Testing

/// Objects that are missing, as after `git gc --prune=now` beside a writer, or whose content
/// changed.
@Suite struct DamagedBoardTests {
  /// Returns a board with a plan, its id, and the ids of the three commits about it, oldest first.
  private func board() async throws -> (pmgit: CommandRunner, id: String, commits: [String]) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    var commits = [try await pmgit.repository.git("rev-parse", "pmgit/main")]
    for title in ["Second", "Third"] {
      try await pmgit("edit", id, "--title", title)
      commits.append(try await pmgit.repository.git("rev-parse", "pmgit/main"))
    }
    return (pmgit, id, commits)
  }

  private func path(_ object: String, _ pmgit: CommandRunner) -> String {
    "\(pmgit.repository.path)/.git/objects/\(object.prefix(2))/\(object.dropFirst(2))"
  }

  private func message(_ pmgit: CommandRunner) async throws -> String {
    let result = await pmgit.run(["doctor", "--json", "--offline"])
    #expect(result.exitCode == 1)
    return result.output
  }

  @Test(
    "A branch whose file is empty or no id is set again as the hints say",
    arguments: ["", "garbage\n"])
  func brokenReference(content: String) async throws {
    let (pmgit, id, commits) = try await board()
    let git = "\(pmgit.repository.path)/.git"
    try Data(content.utf8).write(to: URL(filePath: "\(git)/refs/heads/pmgit/main"))
    let failed = await pmgit.run(["show", id])
    #expect(failed.exitCode == 1, "\(failed)")
    let hints = failed.unbroken.matches(of: #/'((?:tail|rm) [^']*)'/#).map { String($0.1) }
    #expect(hints.count == 2, "\(failed)")
    let shell = Binary(repository: pmgit.repository)
    let log = try await shell.shell(hints[0]).output
    let last = log.split(separator: "\n").last?.split(separator: " ")[1]
    #expect(last.map(String.init) == commits[2], "\(log)")
    let set = hints[1].replacing("COMMIT", with: commits[2])
    #expect(try await shell.shell(set).exitCode == 0)
    #expect(try await pmgit("show", id).contains("Third"))
  }

  @Test("An export of a commit whose files are gone is not imported without its former values")
  func exported() async throws {
    let (pmgit, id, commits) = try await board()
    let old = try await pmgit("export", "--format", "todo-txt")
    try await pmgit("edit", id, "--title", "Fourth")
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let file = try await pmgit.repository.git(
      "rev-parse", "\(commits[2]):plans/\(id.prefix(2))/\(id).json")
    try FileManager.default.removeItem(atPath: path(file, pmgit))
    let result = await pmgit.run(
      ["import", "-"], input: old.replacing("Third", with: "From the file"))
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.messages.contains("its content is missing"), "\(result)")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test(
    "Whatever object of the newest commit is gone, the last whole one is found",
    arguments: ["", "^{tree}", ":plans", ":plans/FOLDER", ":FILE"])
  func missing(object: String) async throws {
    let (pmgit, id, commits) = try await board()
    let name =
      commits[2]
      + object.replacing("FILE", with: "plans/FOLDER/\(id).json")
      .replacing("FOLDER", with: id.prefix(2))
    let lost = try await pmgit.repository.git("rev-parse", name)
    try FileManager.default.removeItem(atPath: path(lost, pmgit))
    // A list reads plans from the index and only the root tree from git; `show` reads the plan's
    // file.
    let readsRoot = !object.hasPrefix(":")
    for command in (readsRoot ? [["list"]] : []) + [["show", id], ["log", id]] {
      let read = await pmgit.run(command)
      #expect(read.exitCode == 1, "\(command)")
      #expect(read.messages.contains("with 'pmgit doctor'"), "\(command): \(read.messages)")
    }
    let message = try await message(pmgit)
    #expect(message.contains("object \(lost): "), "\(message)")
    #expect(
      message.contains("the newest whole commit is \(commits[1].prefix(7)), where the branch"))
    // The command of the hint works as printed.
    try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", commits[1])
    #expect(await pmgit.run(["doctor", "--offline"]).exitCode == 0)
    #expect(try await pmgit("list").contains("Second"))
  }

  @Test("An index that was made of a damaged object is gone once doctor has found the board whole")
  func mendedIndex() async throws {
    let (pmgit, id, commits) = try await board()
    let (expected, ofPlan) = (
      try await pmgit("log", "--json"), try await pmgit("log", id, "--json")
    )
    let manager = FileManager.default
    let index = pmgit.repository.path + "/.git/pmgit/index-main.db"
    // The second commit's tree gets the content of the first one's, so that it seems to change
    // nothing.
    let tree = path(try await pmgit.repository.git("rev-parse", "\(commits[1])^{tree}"), pmgit)
    let other = path(try await pmgit.repository.git("rev-parse", "\(commits[0])^{tree}"), pmgit)
    try manager.moveItem(atPath: tree, toPath: tree + ".kept")
    try manager.copyItem(atPath: other, toPath: tree)
    try manager.removeItem(atPath: index)
    #expect(try await pmgit("log", "--json") != expected)
    #expect(await pmgit.run(["doctor", "--offline"]).exitCode == 1)
    _ = try await pmgit("log", "--json")
    try manager.removeItem(atPath: tree)
    try manager.moveItem(atPath: tree + ".kept", toPath: tree)
    #expect(await pmgit.run(["doctor", "--offline"]).exitCode == 0)
    #expect(try await pmgit("log", "--json") == expected)
    #expect(try await pmgit("log", id, "--json") == ofPlan)
  }

  @Test("Bytes that are not those of the object are found, in old commits as well")
  func changed() async throws {
    let (pmgit, id, commits) = try await board()
    let file = "\(commits[0]):plans/\(id.prefix(2))/\(id).json"
    let lost = try await pmgit.repository.git("rev-parse", file)
    let other = try await pmgit.repository.git("rev-parse", "\(commits[1])^{tree}")
    let manager = FileManager.default
    try manager.removeItem(atPath: path(lost, pmgit))
    try manager.copyItem(atPath: path(other, pmgit), toPath: path(lost, pmgit))
    // The current board is still shown.
    #expect(try await pmgit("list").contains("Third"))
    let message = try await message(pmgit)
    #expect(message.contains("lacks 'plans/\(id.prefix(2))/\(id).json'"), "\(message)")
    #expect(message.contains("the newest whole commit is 5d63dc1, "), "\(message)")
  }

  @Test("Objects that a prune destroyed beside a writer are found, and the whole commit before")
  func pruned() async throws {
    let (pmgit, id, commits) = try await board()
    let git = pmgit.repository
    // A prune removes the objects of a writer that has not moved the branch yet.
    try await pmgit("edit", id, "--title", "Fourth")
    let fourth = try await git.git("rev-parse", "pmgit/main")
    try await git.git("update-ref", "refs/heads/pmgit/main", commits[2])
    try await git.git("reflog", "expire", "--expire=now", "--all")
    try await git.git("gc", "--quiet", "--prune=now")
    try git.write("\(fourth)\n", to: "repository/.git/refs/heads/pmgit/main")
    let message = try await message(pmgit)
    #expect(message.contains("commit '\(fourth.prefix(7))' can't be read"), "\(message)")
    #expect(message.contains("no whole commit was found"), "\(message)")
    // The remote's commit is complete.
    let hub = try await ScratchRepository(bare: true)
    try await git.git("remote", "add", "origin", hub.path)
    try await git.git("update-ref", "refs/remotes/origin/pmgit/main", commits[1])
    let better = try await self.message(pmgit)
    #expect(better.contains("newest whole commit is \(commits[1].prefix(7)), as the remote had it"))
    #expect(better.contains("'git fetch --refetch origin refs/heads/pmgit/main'"))
  }

  @Test("What was pushed comes back from the remote, as the hint says")
  func refetched() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("sync")
    let git = pair.first.repository
    let lost = try await git.git("rev-parse", "pmgit/main:plans/\(id.prefix(2))/\(id).json")
    try FileManager.default.removeItem(atPath: path(lost, pair.first))
    #expect(await pair.first.run(["show", id]).exitCode == 1)
    try await git.git("fetch", "--quiet", "--refetch", "origin", "refs/heads/pmgit/main")
    #expect(await pair.first.run(["doctor"]).exitCode == 0)
    #expect(try await pair.first("list").contains("A plan"))
  }
}
