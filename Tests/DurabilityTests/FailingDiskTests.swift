import Foundation
import PmgitTestSupport
import Testing

/// The disk is full, broken or read-only at each call that writes.
@Suite struct FailingDiskTests {
  /// An error of a disk, and the calls that return it.
  struct Trouble: CustomTestStringConvertible, Sendable {
    let name: String
    let error: Int32
    /// The calls; nil for all.
    var calls: [String]?

    var testDescription: String { name }

    static let full = Trouble(
      name: "the disk is full", error: ENOSPC,
      calls: ["open", "write", "mkdir", "link", "rename", "fsync"])
    static let broken = Trouble(name: "the disk is broken", error: EIO)
    static let forbidden = Trouble(
      name: "the user may not write", error: EACCES,
      calls: ["open", "mkdir", "link", "rename", "unlink"])
    static let readOnly = Trouble(
      name: "the disk is read-only", error: EROFS,
      calls: ["open", "mkdir", "link", "rename", "unlink"])
    static let all = [full, broken, forbidden, readOnly]

    func befalls(_ call: Call) -> Bool { calls?.contains(call.name) ?? true }

    /// Returns a fault that begins at the first call of a kind. If `stays`, later calls fail too.
    func fault(at call: Call, stays: Bool) -> Fault {
      Fault(action: .fail(error, calls: calls), stays: stays, match: call.pattern)
    }
  }

  @Test("Whatever call a disk fails at, the error names it and the board is as it was")
  func everyKind() async throws {
    let kinds = try await Courses.shared.kinds(of: [.add, .importing, .create, .pull.withGit])
    #expect(kinds.count > 40)
    // Each kind of call gets one of the troubles, and each trouble some of the kinds.
    for (index, (scene, call)) in kinds.enumerated() {
      var trouble = Trouble.all[index % Trouble.all.count]
      if !trouble.befalls(call) { trouble = .broken }
      let fault = trouble.fault(at: call, stays: index.isMultiple(of: 2))
      let known = try await Courses.shared.course(of: scene)
      try await Self.fail(scene, fault, trouble, known: known)
    }
  }

  @Test("A disk that gets full in the middle of a write", arguments: [Scene.add, .importing])
  func shortWrites(scene: Scene) async throws {
    let known = try await Courses.shared.course(of: scene)
    for (call, _) in known.calls.kinds where call.name == "write" {
      let trouble = Trouble.full
      let action = Fault.Action.cutShort(trouble.error, calls: trouble.calls)
      let fault = Fault(action: action, match: call.pattern)
      let (outcome, _) = try await Self.fail(scene, fault, trouble, known: known)
      // A failure there may be harmless: the index is written after the board.
      if !call.isAtIndex { #expect(outcome.exitCode == 1, "\(outcome)") }
    }
  }

  @Test("A write that is cut short once goes on", arguments: [Scene.add, .importing])
  func resumedWrites(scene: Scene) async throws {
    let known = try await Courses.shared.course(of: scene)
    for (call, _) in known.calls.kinds where call.name == "write" {
      let fault = Fault(action: .cutShort(EIO, calls: []), match: call.pattern)
      let (outcome, _) = try await Self.fail(scene, fault, .broken, known: known)
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
  }

  @Test(
    "A kind of call that never works is no success",
    arguments: ["open", "write", "fsync", "close"], [Scene.add, .importing])
  func neverWorks(name: String, scene: Scene) async throws {
    let known = try await Courses.shared.course(of: scene)
    let fault = Fault(action: .fail(EIO, calls: [name]), stays: true)
    let (outcome, _) = try await Self.fail(scene, fault, .broken, known: known)
    #expect(outcome.exitCode == 1, "\(outcome)")
  }

  @Test("Reading goes on where nothing can be written", arguments: Trouble.all)
  func reading(trouble: Trouble) async throws {
    let trial = try await Trial(.add)
    let fault = Fault(action: .fail(trouble.error, calls: trouble.calls), stays: true)
    for arguments in [["list"], ["board"], ["log"], ["status"], ["export"]] {
      let expected = try await trial.run(arguments, fault: nil)
      let outcome = try await trial.run(arguments, fault: fault)
      #expect(outcome.exitCode == 0, "\(arguments): \(outcome)")
      #expect(!outcome.output.isEmpty && outcome.output == expected.output)
    }
  }

  @Test("A branch whose folder can't be flushed has moved, and the error says so")
  func flushedTooLate() async throws {
    let known = try await Courses.shared.course(of: .add)
    let trial = try await Trial(.add)
    let outcome = try await trial.run(
      Fault(action: .fail(EIO), match: "pmgit fsync */.git/refs/heads/pmgit"))
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("which has moved"), "\(outcome.messages)")
    #expect(outcome.messages.contains(strerrorText(EIO)))
    let there = try await trial.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(there.contains("Wanted"))
    #expect(try await trial.problems(after: outcome, known: known).isEmpty)
  }

  @Test("The id of a plan that can't be printed is an error")
  func output() async throws {
    let trial = try await Trial(.add)
    let result = try await Binary(repository: trial.repository).shell(
      "pmgit add Wanted > /dev/full")
    #expect(result.exitCode == 1)
    #expect(result.messages.contains(strerrorText(ENOSPC)))
  }

  /// Runs a scene with a failing disk, and records what is wrong afterwards.
  @discardableResult
  static func fail(
    _ scene: Scene, _ fault: Fault, _ trouble: Trouble, known: Course
  ) async throws -> (outcome: Trial.Outcome, problems: [String]) {
    let trial = try await Trial(scene)
    let outcome = try await trial.run(fault)
    var problems = try await trial.problems(after: outcome, known: known)
    if outcome.exitCode != 0 {
      // If the remote's disk fails, the message depends on the remote, and the connection may break
      // off.
      let isThere = outcome.messages.contains("'origin'")
      if outcome.exitCode != 1, !isThere { problems.append("exit code \(outcome.exitCode)") }
      // For some references, git 2.39 only reports that it could not write them.
      // For objects it has its own words.
      let reasons = [
        strerrorText(trouble.error), "error: cannot update ref",
        "error: insufficient permission for adding an object",
      ]
      if !isThere, !reasons.contains(where: outcome.messages.contains) {
        problems.append("the message does not say '\(strerrorText(trouble.error))'")
      }
      let names = ["'\(trial.repository.folder)/", "'refs/", "'git fetch'", "'git push'"]
      if !isThere, !names.contains(where: outcome.messages.contains) {
        problems.append("the message does not name what failed")
      }
      if !outcome.messages.contains("hint: ") { problems.append("there is no hint") }
    }
    let first = outcome.calls.first { $0.number == fault.call }.map { "\($0)" } ?? ""
    #expect(
      problems.isEmpty,
      """
      \(scene): \(fault)
      at \(first)
      exit code \(outcome.exitCode): \(outcome.messages)
      \(problems.joined(separator: "\n"))
      """)
    return (outcome, problems)
  }
}

/// Returns the system's message for an error.
func strerrorText(_ error: Int32) -> String { String(cString: strerror(error)) }
