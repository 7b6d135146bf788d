import PmgitTestSupport
import Subprocess
import Testing

@testable import Git

@Suite("Looking for git on the PATH")
struct GitLookupTests {
  private let script = "#!/bin/sh\nexit 0\n"

  /// Returns the path of the git program that is found with a `PATH`.
  private func found(on path: String) async throws -> String {
    let process = GitProcess(
      arguments: ["version"], environment: ["PATH": path], input: [], ownsSession: true)
    return try await process.configuration().executable.description
  }

  @Test("One program is started, and not one in each folder until it is found")
  func once() async throws {
    let scratch = try await ScratchRepository()
    try scratch.write("", to: "empty/other")
    try scratch.write(script, to: "unusable/git")
    try scratch.write("", to: "folder/git/file")
    let git = try scratch.write(script, to: "right/git", executable: true)
    try scratch.write(script, to: "later/git", executable: true)
    let folders = ["missing", "empty", "unusable", "folder", "right", "later"]
    let path = folders.map { "\(scratch.folder)/\($0)" }.joined(separator: ":")
    #expect(try await found(on: path) == git)
  }

  @Test("Folders that depend on where pmgit runs are passed over", arguments: ["", ".", "bin"])
  func relative(folder: String) async throws {
    let scratch = try await ScratchRepository()
    let git = try scratch.write(script, to: "right/git", executable: true)
    #expect(try await found(on: "\(folder):\(scratch.folder)/right:\(folder)") == git)
    await #expect(throws: SubprocessError.self) { try await found(on: folder) }
  }
}
