import Foundation
@testable import Git
import PmgitTestSupport
import Testing

@Suite struct ReferenceTests {
  private let name = "refs/heads/pmgit/main"

  @Test("A reference is created, moved and read, and git sees it with its reflog")
  func createAndMove() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let (first, second) = (try repository.emptyCommit(), try repository.emptyCommit(seconds: 1))
    #expect(try repository.reference(name) == nil)
    let who = Signature(name: "Grace", email: "g@example.org", seconds: 1, offsetMinutes: 0)

    #expect(
      try repository.updateReference(
        name, to: first, expecting: nil, reflog: "pmgit: create", who: who) == .moved)
    #expect(try repository.move(name, to: second, expecting: first) == .moved)

    #expect(try repository.reference(name) == second)
    #expect(try await scratch.git("rev-parse", name) == second.hex)
    #expect(
      try await scratch.git("log", "-g", "--format=%gn %ge %gs", name) == """
        Ada Lovelace ada@example.org test
        Grace g@example.org pmgit: create
        """)
  }

  @Test("A reference that somebody else moved, created or deleted is not touched")
  func lost() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let (first, second) = (try repository.emptyCommit(), try repository.emptyCommit(seconds: 1))
    #expect(try repository.move(name, to: second, expecting: first) == .lost)
    #expect(try repository.reference(name) == nil)

    try repository.move(name, to: first)

    #expect(try repository.move(name, to: second) == .lost)
    #expect(try repository.move(name, to: second, expecting: second) == .lost)
    #expect(try repository.reference(name) == first)
  }

  @Test("A packed reference is compared too")
  func packed() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let (first, second) = (try repository.emptyCommit(), try repository.emptyCommit(seconds: 1))
    try repository.move(name, to: first)
    try await scratch.git("pack-refs", "--all")
    #expect(try repository.move(name, to: second) == .lost)
    #expect(try repository.move(name, to: second, expecting: second) == .lost)
    #expect(try repository.move(name, to: second, expecting: first) == .moved)
  }

  @Test("A lock that stays is an error, and the reference is as it was")
  func locked() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let (first, second) = (try repository.emptyCommit(), try repository.emptyCommit(seconds: 1))
    try repository.move(name, to: first)
    try scratch.write("", to: "repository/.git/\(name).lock")
    let error = #expect(throws: GitError.self) {
      try repository.updateReference(
        name, to: second, expecting: first, reflog: "test", who: .ada(),
        timeout: .milliseconds(30))
    }
    #expect(error?.code == .locked)
    #expect(error?.operation.contains(name) == true)
    #expect(error?.message.contains("\(name).lock") == true)
    #expect(try repository.reference(name) == first)
  }

  @Test("A reference to an object that is not stored is not made")
  func missingTarget() async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    #expect(throws: GitError.self) { try repository.move(name, to: ObjectID.missing) }
    #expect(try repository.reference(name) == nil)
  }

  @Test("Of many writers at once each one wins in the end, and no move is lost")
  func contention() async throws {
    let scratch = try await ScratchRepository()
    let root = try scratch.open().emptyCommit()
    try scratch.open().move(name, to: root)
    let writers = 4
    let moves = 10
    try await withThrowingTaskGroup { group in
      for writer in 0..<writers {
        group.addTask {
          try await onThread {
            let repository = try scratch.open()
            for move in 0..<moves { try append("\(writer) \(move)\n", in: repository) }
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try await scratch.git("rev-list", "--count", name)
    #expect(count == "\(writers * moves + 1)")
  }

  /// Adds a commit to the branch, retrying until it wins the race.
  private func append(_ message: String, in repository: Repository) throws {
    var outcome = ReferenceUpdate.lost
    while outcome == .lost {
      let tip = try #require(try repository.reference(name))
      let next = try repository.emptyCommit(parents: [tip], message: message)
      outcome = try repository.updateReference(
        name, to: next, expecting: tip, reflog: "test", who: .ada(), timeout: .patient)
    }
  }

  @Test(
    "A branch that is in the way is named",
    arguments: [
      ("refs/heads/zz", "refs/heads/zz/main"), ("refs/heads/zz/main", "refs/heads/zz"),
      ("refs/heads/zz", "refs/heads/zz/a/b"),
    ])
  func inTheWay(existing: String, wanted: String) async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let commit = try repository.emptyCommit()
    try repository.move(existing, to: commit)
    let error = #expect(throws: GitError.self) { try repository.move(wanted, to: commit) }
    #expect(error?.code == .exists)
    #expect(error?.message == "reference '\(existing)' is in the way")
  }

  @Test("References are listed by the beginning of their names, sorted, dangling ones left out")
  func listing() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    let commit = try repository.emptyCommit()
    let names = ["refs/heads/pmgit/b", "refs/heads/pmgit/a/c", "refs/heads/pmgit.x", "refs/tags/t"]
    for name in names { try repository.move(name, to: commit) }
    try await scratch.git("pack-refs", "--all")
    try await scratch.git("symbolic-ref", "refs/heads/pmgit/dangling", "refs/heads/none")
    try await scratch.git("symbolic-ref", "refs/heads/pmgit/link", "refs/tags/t")
    #expect(
      try repository.references(under: "refs/heads/pmgit/").map(\.name)
        == ["refs/heads/pmgit/a/c", "refs/heads/pmgit/b", "refs/heads/pmgit/link"])
    #expect(try repository.references(under: "refs/heads/pmgit").count == 4)
    #expect(try repository.references(under: "refs/heads/*").isEmpty)
    #expect(try repository.references(under: "refs/").allSatisfy { $0.target == commit })
  }

  @Test(
    "A name that no reference can have is an error", arguments: ["refs/heads/a..b", "-x y", ""])
  func malformedName(name: String) async throws {
    let scratch = try await ScratchRepository()
    let repository = try scratch.open()
    let error = #expect(throws: GitError.self) { try repository.reference(name) }
    #expect(error?.code == .invalidSpec)
  }

  @Test("The work trees that have a branch checked out are found, unborn ones too")
  func worktrees() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    #expect(
      try repository.worktrees(havingCheckedOut: "refs/heads/main").map(\.folder)
        == [scratch.path + "/"])
    let commit = try repository.emptyCommit()
    try repository.move("refs/heads/main", to: commit)
    try repository.move("refs/heads/board", to: commit)
    try await scratch.git("worktree", "add", "--quiet", "../linked", "board")
    try await scratch.git("worktree", "add", "--quiet", "../gone", "-b", "other")
    try FileManager.default.removeItem(atPath: scratch.folder + "/gone")

    let linked = scratch.folder + "/linked/"
    #expect(
      try repository.worktrees(havingCheckedOut: "refs/heads/board") == [
        BranchWorktree(
          folder: linked, gitDirectory: scratch.path + "/.git/worktrees/linked/", operation: nil)
      ])
    #expect(try repository.worktrees(havingCheckedOut: "refs/heads/other") == [])
    #expect(
      try Repository(openingAt: linked).worktrees(havingCheckedOut: "refs/heads/main").map(\.folder)
        == [scratch.path + "/"])
    try await scratch.git("checkout", "--quiet", "--detach")
    #expect(try repository.worktrees(havingCheckedOut: "refs/heads/main") == [])
  }

  @Test("Work trees that can't be opened are told all the same, and broken ones are no obstacle")
  func brokenWorktrees() async throws {
    let (scratch, repository) = try await ScratchRepository.opened()
    try repository.move("refs/heads/main", to: repository.emptyCommit())
    for name in ["a", "b", "c", "d"] {
      try await scratch.git("worktree", "add", "--quiet", "../\(name)", "-b", name)
    }
    let part = "repository/.git/worktrees/"
    // A work tree that libgit2 can't open, one without a HEAD, one with an unknown place, and one
    // with a relative path.
    try scratch.write("gitdir: /nowhere\n", to: "a/.git")
    try FileManager.default.removeItem(atPath: "\(scratch.folder)/\(part)b/HEAD")
    try FileManager.default.removeItem(atPath: "\(scratch.folder)/\(part)c/gitdir")
    try scratch.write("../../../../d/.git\n", to: "\(part)d/gitdir")
    let found = try ["a", "b", "c", "d"].map {
      try repository.worktrees(havingCheckedOut: "refs/heads/\($0)").map(\.folder)
    }
    #expect(found == [["\(scratch.folder)/a/"], [], [], ["\(scratch.folder)/d/"]])
  }
}
