import Foundation
import PmgitTestSupport

/// A command with many arguments, or on a board that a stranger has made very large in one respect.
struct Workload: Sendable, CustomStringConvertible {
  let description: String
  /// The smallest of the sizes that are compared.
  var size = 100
  /// Prepares the board.
  let prepare: @Sendable (BoardFixture, Int) async throws -> Void
  /// Prepares another board. The work of the same command on it is subtracted, because it is
  /// libgit2's part.
  var prepareUncounted: (@Sendable (BoardFixture, Int) async throws -> Void)?
  /// The arguments of pmgit, quoted for a shell.
  let command: @Sendable (Int) -> String

  /// Returns how much work pmgit does at a size.
  ///
  /// This is the number of calls into the C library that are needed to create, copy and compare
  /// strings, arrays and dictionaries; see `Interpose/work.c`.
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
        // Otherwise hash tables differ in each run.
        "SWIFT_DETERMINISTIC_HASHING": "1",
      ])
    let text = try? String(contentsOfFile: log, encoding: .utf8)
    guard run.exitCode == 0, let work = text.flatMap({ Int($0.dropLast()) }) else {
      throw Failed(description: "\(description) at \(size): \(run)")
    }
    return work
  }

  /// The error that the command failed, or that the library was not loaded into its process.
  struct Failed: Error, CustomStringConvertible { let description: String }

  private static let library = Result { () throws in
    try PreloadedLibrary(
      compiling: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Interpose/work.c"), as: "pmgit-work")
  }
}
