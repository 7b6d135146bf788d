import Foundation
import PmgitTestSupport

/// The repositories in which scenes begin. Each is made once and copied for every run.
actor Stage {
  static let shared = Stage()

  /// A repository in which a scene begins.
  struct Prepared: Sendable {
    let repository: ScratchRepository
    /// The ids that `PLAN` and `DELETED` stand for.
    var ids: [String: String] = [:]
  }

  private var prepared: [Scene.Setting: Task<Prepared, any Error>] = [:]

  func repository(for setting: Scene.Setting) async throws -> Prepared {
    if let task = prepared[setting] { return try await task.value }
    let task = Task {
      let prepared = try await Self.prepare(setting)
      removeAtExit(prepared.repository.folder)
      return prepared
    }
    prepared[setting] = task
    return try await task.value
  }

  private static func prepare(_ setting: Scene.Setting) async throws -> Prepared {
    let repository = try await ScratchRepository()
    // The person is in the middle of work on the code, which no command may touch.
    try repository.write("let a = 1\n", to: "repository/code.swift")
    try await repository.git("add", "code.swift")
    try await repository.git("commit", "--quiet", "--no-gpg-sign", "-m", "code")
    try repository.write("let staged = 1\n", to: "repository/staged.swift")
    try await repository.git("add", "staged.swift")
    try repository.write("let a = 2\n", to: "repository/code.swift")
    if setting == .code { return Prepared(repository: repository) }

    let here = Binary(repository: repository)
    try await here.must("init -q")
    let plan = try await here.must("add -q 'As it was'")
    let deleted = try await here.must("add -q 'Not needed'")
    try await here.must("add -q 'Another one' && pmgit delete -q \(deleted)")
    let ids = ["PLAN": plan, "DELETED": deleted]
    switch setting {
    case .code, .board: break
    case .changed: try await here.must("edit -q \(plan) --title 'As it became'")
    case .apart, .conflict: try await goApart(here, in: repository, plan)
    }
    if setting == .conflict { try await here.must("sync --pull -q") }
    return Prepared(repository: repository, ids: ids)
  }

  /// Shares the board, and then changes it on both sides.
  private static func goApart(
    _ here: Binary, in repository: ScratchRepository, _ plan: String
  ) async throws {
    // A relative address also works in a copy of the folder.
    try await here.must(
      "sync -q", after: "git init -q --bare ../hub && git remote add origin ../hub")
    try await here.must(
      "-C ../other edit -q \(plan) --title Theirs && pmgit -C ../other add -q Elsewhere && pmgit "
        + "-C ../other sync -q",
      after: "git clone -q ../hub ../other && git -C ../other config user.name Ben"
        + " && git -C ../other config user.email ben@example.org")
    try await here.must("edit -q \(plan) --title Ours && pmgit add -q Here")
    try FileManager.default.removeItem(atPath: repository.folder + "/other")
  }
}

extension Binary {
  /// The error that a command of the preparation failed.
  struct NotPrepared: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs pmgit, which must succeed, and returns its output without the line feed.
  @discardableResult
  func must(_ arguments: String, after preparation: String = ":") async throws -> String {
    let result = try await shell("\(preparation) && pmgit \(arguments)")
    guard result.exitCode == 0 else {
      throw NotPrepared(description: "pmgit \(arguments): \(result.messages)")
    }
    return String(result.output.dropLast())
  }
}
