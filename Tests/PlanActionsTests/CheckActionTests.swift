import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Examining, repairing and validating a board, and judging a push, in this process.
@Suite("Actions that check")
struct CheckActionTests {
  @Test("A sound board has no problem; a broken plan is found, named, and mended")
  func examine() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    let sound = try await worker.board().examine(offline: true)
    #expect(sound.found.allSatisfy(\.isNote) && sound.plans == 1 && !sound.isFixable)
    try worker.repository.commitHostile([HostileFile(id.path, "{")])
    let broken = try await worker.board().examine(offline: true)
    #expect(broken.problemsFirst.first?.problem.code == .unreadablePlan && broken.isFixable)
    let mended = try await worker.board().repair(broken)
    #expect(mended.map(\.plan) == [id])
    #expect(try worker.plan(id).title == "One")
    #expect(try await worker.board().examine(offline: true).found.allSatisfy(\.isNote))
  }

  @Test("Validating names what a guard would refuse, in a commit, a range and a file")
  func validate() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    #expect(try await worker.board().validate().isEmpty)
    let good = try #require(try worker.board().store.localTip())
    try worker.repository.commitHostile([HostileFile(id.path, "{")])
    let board = try worker.board()
    #expect(try await board.validate().map(\.problem.code) == [.unreadablePlan])
    #expect(try await board.validate(commits: good.hex)?.isEmpty == true)
    let range = try await board.validate(commits: "\(good.hex)..pmgit/main")
    #expect(range?.map(\.plan) == [id] && range?.first?.commit != nil)
    #expect(try await board.validate(commits: "no-such-thing") == nil)
    let file = try board.validate(file: Array("{".utf8), named: id.path)
    #expect(file.map(\.problem.code) == [.unreadablePlan])
    let gone = try await refusal {
      _ = try await board.validate(commits: "\(String(repeating: "1", count: 40))..pmgit/main")
    }
    #expect(gone.code == .noCommit)
  }

  @Test("A push is judged board by board; what can't be read is refused")
  func judge() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One")
    let good = try #require(try worker.board().store.localTip())
    let bad = try worker.repository.commitHostile([HostileFile(id.path, "{")])
    let participant = try worker.board().participant
    func judged(_ line: String) async throws -> [String] {
      var refused: [String] = []
      try await PushGuard(at: worker.repository.path, as: participant).judge(line) {
        refused += $0.found.map(\.problem.code.rawValue)
      }
      return refused
    }
    #expect(try await judged("\(good) \(bad) refs/heads/pmgit/main\n") == ["unreadable-plan"])
    #expect(try await judged("\(good) \(good) refs/heads/pmgit/main\n").isEmpty)
    #expect(try await judged("\(good) \(bad) refs/heads/code\n").isEmpty)
    let zero = String(repeating: "0", count: 40)
    #expect(try await judged("\(good) \(zero) refs/heads/pmgit/main\n") == ["deletes-board"])
    let nonsense = try await refusal { _ = try await judged("nonsense\n") }
    #expect(nonsense.code == .badInput)
  }

  @Test("Versions of a file are merged; what is none is refused")
  func merge() async throws {
    let worker = try await Worker()
    let id = try await worker.add("One") { $0.body = ["text"] }
    let bytes = PlanFile.bytes(of: try worker.board().store.snapshot().existingDocument(id))
    #expect(try mergeFiles(base: bytes, ours: bytes, theirs: bytes, path: id.path) == bytes)
    #expect(throws: Problem.self) {
      _ = try mergeFiles(base: bytes, ours: Array("{".utf8), theirs: bytes, path: id.path)
    }
  }
}
