import Foundation
import PmgitTestSupport
import Testing

/// The program is killed at various points of its work. SIGKILL gives it no chance to clean up.
@Suite struct CrashPointTests {
  /// A point at which the program is killed, given by the call before or after it.
  struct Point: CustomTestStringConvertible, Sendable {
    let name: String
    let fault: Fault
    /// Whether the edit must be stored afterwards.
    let isDone: Bool
    /// The path of the lock file that remains, below the git directory.
    var lock: String?

    var testDescription: String { name }
  }

  /// The points, in order. Objects get their names by `rename`: first the blob, then three trees,
  /// then the commit.
  static let points = [
    Point(name: "before anything is written", fault: Fault(action: .killBefore), isDone: false),
    Point(name: "after the blob", fault: object(1), isDone: false),
    Point(name: "after the trees", fault: object(4), isDone: false),
    Point(name: "after the commit", fault: object(5), isDone: false),
    Point(
      name: "holding the branch's lock",
      fault: Fault(action: .killAfter, match: "pmgit open */refs/heads/pmgit/main.lock"),
      isDone: false, lock: "refs/heads/pmgit/main.lock"),
    Point(
      name: "in the middle of a line of the reflog",
      fault: Fault(action: .killTorn, match: "pmgit write */logs/refs/heads/pmgit/main"),
      isDone: false, lock: "refs/heads/pmgit/main.lock"),
    Point(
      name: "in the middle of writing the lock",
      fault: Fault(action: .killTorn, match: "pmgit write */refs/heads/pmgit/main.lock"),
      isDone: false, lock: "refs/heads/pmgit/main.lock"),
    Point(
      name: "just before the compare-and-swap",
      fault: Fault(action: .killBefore, match: "pmgit rename */refs/heads/pmgit/main.lock"),
      isDone: false, lock: "refs/heads/pmgit/main.lock"),
    Point(
      name: "after the compare-and-swap",
      fault: Fault(action: .killAfter, match: "pmgit rename */refs/heads/pmgit/main.lock"),
      isDone: true),
  ]

  private static func object(_ number: Int) -> Fault {
    Fault(action: .killAfter, call: number, match: "pmgit rename */objects/tmp_obj_*")
  }

  @Test("An edit that is killed is there as a whole or not at all", arguments: points)
  func edit(at point: Point) async throws {
    let known = try await Courses.shared.course(of: .add)
    let trial = try await Trial(.add)
    let outcome = try await trial.run(point.fault)
    #expect(outcome.exitCode == -SIGKILL, "\(outcome)")
    let there = try await trial.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(there.contains("Wanted") == point.isDone, "\(there)")
    let locks = try trial.locks()
    #expect(locks == (point.lock.map { [$0] } ?? []))
    let problems = try await trial.problems(after: outcome, known: known)
    #expect(problems.isEmpty, "\(point.fault)\n\(problems.joined(separator: "\n"))")
  }

  @Test("A lock that a killed edit left is named, and 'pmgit doctor --unlock' removes it")
  func unlock() async throws {
    let trial = try await Trial(.add)
    _ = try await trial.run(
      Fault(action: .killAfter, match: "pmgit open */refs/heads/pmgit/main.lock"))
    let refused = try await trial.run(["add", "Next"], fault: nil)
    #expect(refused.exitCode == 75)
    let lock = try #require(Trial.lock(in: refused.messages), "\(refused.messages)")
    #expect(lock == trial.repository.path + "/.git/refs/heads/pmgit/main.lock")
    #expect(refused.messages.contains("'pmgit doctor --unlock'"))
    // Makes the lock so old that pmgit does not wait for its owner.
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(-60)], ofItemAtPath: lock)
    #expect(try await trial.run(["doctor", "--unlock"], fault: nil).exitCode == 0)
    #expect(try await trial.run(["add", "Next"], fault: nil).exitCode == 0)
  }

  @Test(
    "A fetch and a push that go on without the pmgit that began them do no harm",
    arguments: [
      (Scene.sync, "fetch"), (.sync, "push"), (.take, "push"),
    ], [true, false])
  func orphaned(scene: (Scene, command: String), isBefore: Bool) async throws {
    let (scene, word) = scene
    let known = try await Courses.shared.course(of: scene)
    let trial = try await Trial(scene)
    let kill = "kill -9 $PPID"
    try trial.repository.write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      case " $* " in *' \(word) '*) \(isBefore ? kill : ":") ;; esac
      git "$@"
      code=$?
      case " $* " in *' \(word) '*) \(isBefore ? ":" : kill) ;; esac
      touch '\(trial.repository.folder)/ended'
      exit $code

      """, to: "killing/git", executable: true)
    let path = trial.repository.program.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try await trial.run(
      adding: ["PATH": "\(trial.repository.folder)/killing:\(path)"])
    #expect(outcome.exitCode == -SIGKILL, "\(outcome)")
    // The git process may still be running.
    while !FileManager.default.fileExists(atPath: trial.repository.folder + "/ended") {
      try await Task.sleep(for: .milliseconds(5))
    }
    let problems = try await trial.problems(after: outcome, known: known)
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test("Killed at a call of every kind, no command loses or breaks anything")
  func everyKind() async throws {
    let kinds = try await Courses.shared.kinds(of: [.add, .importing, .create, .pull.withGit])
    #expect(kinds.count > 40)
    for (index, (scene, call)) in kinds.enumerated() {
      let action: Fault.Action =
        call.name == "write" ? .killTorn : index.isMultiple(of: 2) ? .killBefore : .killAfter
      let known = try await Courses.shared.course(of: scene)
      try await Self.kill(scene, Fault(action: action, match: call.pattern), known: known)
    }
  }

  @Test("A lock that was left on the remote is named")
  func remoteLock() async throws {
    let trial = try await Trial(.sync)
    let lock = try trial.repository.write("", to: "hub/refs/heads/pmgit/main.lock")
    for command in [["sync"], ["take", "PLAN"]] {
      let outcome = try await trial.run(command.map { trial.id($0) }, fault: nil)
      #expect(outcome.exitCode == 75)
      #expect(outcome.messages.contains("'origin' keeps the board's branch locked by '\(lock)'"))
      #expect(outcome.messages.contains("run the same command again"), "\(outcome.messages)")
    }
    try FileManager.default.removeItem(atPath: lock)
    #expect(try await trial.run().exitCode == 0)
  }

  /// Runs a scene with a fault, and records what is wrong afterwards. Returns whether nothing is
  /// wrong.
  @discardableResult
  static func kill(_ scene: Scene, _ fault: Fault, known: Course) async throws -> Bool {
    let trial = try await Trial(scene)
    let outcome = try await trial.run(fault)
    let problems = try await trial.problems(after: outcome, known: known)
    let last = outcome.calls.last.map { "\($0)" } ?? ""
    #expect(
      problems.isEmpty,
      "\(scene): \(fault)\nat \(last)\n\(outcome)\n\(problems.joined(separator: "\n"))")
    return problems.isEmpty
  }
}

extension Trial {
  /// Returns the paths of the remaining lock files, relative to the git directory.
  func locks() throws -> [String] {
    let top = repository.path + "/.git/"
    let files = try FileManager.default.subpathsOfDirectory(atPath: top)
    return files.filter { $0.hasSuffix(".lock") }.sorted()
  }
}
