import Foundation
import PmgitTestSupport
import Testing

@testable import Git

@Suite("Walks and git's commit-graph")
struct CommitGraphTests {
  /// Makes a line of commits that are all in the commit-graph.
  private func line(of count: Int, in scratch: ScratchRepository) async throws -> [ObjectID] {
    let repository = try scratch.open()
    let commits = try repository.withObjectBatch {
      var commits: [ObjectID] = []
      for number in 0..<count {
        commits.append(
          try repository.emptyCommit(parents: commits.suffix(1), seconds: Int64(number)))
      }
      return commits
    }
    try repository.move("refs/heads/main", to: commits[count - 1])
    _ = try await scratch.git("commit-graph", "write", "--reachable")
    return commits
  }

  /// Compares the walks of short and of long distances with the known line.
  private func expectAnswers(
    about commits: [ObjectID], in scratch: ScratchRepository
  ) throws {
    let (last, side) = (commits.count - 1, commits.count / 2)
    let maker = try scratch.open()
    let branch = try maker.emptyCommit(parents: [commits[side]], seconds: 99_999)
    let near = try scratch.open()
    #expect(try near.mergeBases(commits[last - 9], commits[last]) == [commits[last - 9]])
    #expect(try near.isAncestor(commits[last - 3], of: commits[last]))
    #expect(try !near.isAncestor(commits[last], of: commits[last - 3]))
    let distance = try near.aheadBehind(local: commits[last], upstream: commits[last - 7])
    #expect(distance == (7, 0))
    #expect(
      try near.commits(from: [commits[last]], hiding: [commits[last - 5]])
        == commits.suffix(5).reversed())
    #expect(!near.readsCommitGraph)

    let questions: [(Repository) throws -> Bool] = [
      { try $0.mergeBases(commits[3], commits[last]) == [commits[3]] },
      { try $0.mergeBases(branch, commits[last]) == [commits[side]] },
      { try $0.isAncestor(commits[0], of: commits[last]) },
      { try !$0.isAncestor(branch, of: commits[last]) },
      { try $0.aheadBehind(local: branch, upstream: commits[last]) == (1, last - side) },
      { try $0.commits(from: [commits[last]]) == commits.reversed() },
      { try $0.commits(from: [commits[last]], limit: 2).count == 2 },
      { try $0.commits(from: [commits[last]], order: .topological).count == last + 1 },
    ]
    for question in questions {
      let far = try scratch.open()
      #expect(try question(far))
      #expect(far.readsCommitGraph)
      // The same repository also answers the next question.
      #expect(try far.mergeBases(branch, commits[last]) == [commits[side]])
    }
  }

  @Test("A large one is read for long walks only, and every walk finds the same")
  func large() async throws {
    let scratch = try await ScratchRepository()
    let commits = try await line(of: 5000, in: scratch)
    try expectAnswers(about: commits, in: scratch)

    // Without the file's checksum, a changed byte would lead to another commit.
    let path = "\(scratch.path)/.git/objects/info/commit-graph"
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for place in stride(from: 2_000, to: bytes.count, by: 97) { bytes[place] ^= 0x5A }
    try FileManager.default.removeItem(atPath: path)
    try Data(bytes).write(to: URL(filePath: path))
    try expectAnswers(about: commits, in: scratch)
  }

  @Test("A small one is left to libgit2")
  func small() async throws {
    let scratch = try await ScratchRepository()
    let commits = try await line(of: 500, in: scratch)
    let repository = try scratch.open()
    #expect(repository.readsCommitGraph)
    #expect(try repository.mergeBases(commits[3], commits[499]) == [commits[3]])
  }

  @Test("A missing commit is the same error, near or far")
  func missing() async throws {
    let scratch = try await ScratchRepository()
    let commits = try await line(of: 5000, in: scratch)
    let repository = try scratch.open()
    let errors = [
      #expect(throws: GitError.self) { try repository.mergeBases(commits[0], .missing) },
      #expect(throws: GitError.self) {
        try repository.commits(from: [commits[0]], hiding: [.missing])
      },
    ]
    #expect(errors.map { $0?.code } == [.notFound, .notFound])
  }
}
