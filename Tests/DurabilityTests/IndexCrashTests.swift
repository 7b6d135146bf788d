import Foundation
import PmgitTestSupport
import Testing

/// A command that only reads is killed at each write to the index.
@Suite struct IndexCrashTests {
  /// Commands that read the plans, the history, and the details of changes.
  private static let questions = [
    ["list", "--json"], ["log", "--json"], ["log", "--field", "title"], ["stats"],
    ["show", "--blame", "PLAN"], ["resolve", "--list"],
  ]

  private static func asking(_ question: [String]) -> Scene {
    Scene(setting: .conflict, arguments: question)
  }

  @Test(
    "Killed at any write to the index, a command leaves every answer as it was",
    arguments: questions)
  func killed(question: [String]) async throws {
    let trial = try await Trial(Self.asking(question))
    var expected: [String] = []
    for question in Self.questions {
      try trial.removeIndex()
      expected.append(try await trial.answer(question))
    }
    try trial.removeIndex()
    let calls = try await trial.run().calls.filter(\.isAtIndex)
    #expect(calls.count > 5, "\(calls)")
    for (index, call) in calls.enumerated() {
      try trial.removeIndex()
      let action: Fault.Action =
        call.name.hasPrefix("write") || call.name.hasPrefix("pwrite")
        ? .killTorn
        : index.isMultiple(of: 2) ? .killBefore : .killAfter
      let fault = Fault(
        action: action, call: try Self.number(of: call, in: calls), match: call.pattern)
      let outcome = try await trial.run(fault)
      #expect(outcome.exitCode == -SIGKILL, "\(call)")
      for (question, answer) in zip(Self.questions, expected) {
        #expect(try await trial.answer(question) == answer, "\(question) after \(call)")
      }
    }
  }

  /// Returns the number of a call among the calls of its kind, from 1.
  private static func number(of call: Call, in calls: [Call]) throws -> Int {
    let alike = calls.filter { $0.kind == call.kind }
    return try #require(alike.firstIndex { $0.number == call.number }) + 1
  }
}

extension Trial {
  fileprivate func removeIndex() throws {
    for suffix in ["", "-wal", "-shm"] {
      unlink(repository.path + "/.git/pmgit/index-main.db" + suffix)
    }
  }

  fileprivate func answer(_ question: [String]) async throws -> String {
    let outcome = try await run(question.map { id($0) }, fault: nil)
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.output + outcome.messages
  }
}
