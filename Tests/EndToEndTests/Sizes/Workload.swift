import Foundation
import PmgitTestSupport

/// A command on a board that a stranger has made large in one respect, or with many arguments.
struct Workload: Sendable, CustomStringConvertible {
  let description: String
  /// The least of the sizes that are compared.
  var size = 100
  /// Makes what the command works on.
  let prepare: @Sendable (BoardFixture, Int) async throws -> Void
  /// What is made for the same command to find out what is not to count: git's own part.
  var prepareUncounted: (@Sendable (BoardFixture, Int) async throws -> Void)?
  /// The arguments of pmgit, in a shell's words.
  let command: @Sendable (Int) -> String

  /// How much pmgit does at a size.
  ///
  /// The number is of calls into the C library, which every text, list and table that is made,
  /// copied or compared needs; see `Interpose/work.c`.
  func work(at size: Int) async throws -> Int {
    let all = try await work(at: size, on: prepare)
    guard let prepareUncounted else { return all }
    return all - (try await work(at: size, on: prepareUncounted))
  }

  private func work(
    at size: Int, on prepare: (BoardFixture, Int) async throws -> Void
  ) async throws -> Int {
    let board = try await BoardFixture()
    try await prepare(board, size)
    let binary = Binary(repository: board.repository)
    let log = board.repository.folder + "/work"
    let run = try await binary.shell(
      "LD_PRELOAD='\(try Self.library.get().path)' exec pmgit \(command(size))",
      adding: [
        "PMGIT_WORK_PROGRAM": "pmgit", "PMGIT_WORK_LOG": log,
        // Else tables fill differently at each run.
        "SWIFT_DETERMINISTIC_HASHING": "1",
      ])
    let text = try? String(contentsOfFile: log, encoding: .utf8)
    guard run.exitCode == 0, let work = text.flatMap({ Int($0.dropLast()) }) else {
      throw Failed(description: "\(description) at \(size): \(run)")
    }
    return work
  }

  /// The command failed, or the library was not loaded into it.
  struct Failed: Error, CustomStringConvertible { let description: String }

  private static let library = Result { () throws in
    try PreloadedLibrary(
      compiling: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Interpose/work.c"), as: "pmgit-work")
  }
}
