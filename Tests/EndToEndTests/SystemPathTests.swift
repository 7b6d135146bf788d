import Foundation
import PmgitTestSupport
import Testing

@Suite("Programs that tests see")
struct SystemPathTests {
  @Test("A program that lies among others is hidden, and the others are there")
  func hiding() async throws {
    let scratch = try await ScratchRepository()
    for name in ["tools/pmgit", "tools/other", "clean/other"] {
      try scratch.write("#!/bin/sh\necho \(name)\n", to: name, executable: true)
    }
    let folders = try SystemPath.hiding(
      "pmgit", of: ["\(scratch.folder)/tools", "bin", "\(scratch.folder)/clean", ""],
      in: scratch.folder + "/stand")
    #expect(folders == ["\(scratch.folder)/stand/0", "\(scratch.folder)/clean"])
    let system = try #require(scratch.program.environment["PATH"])
    let seen = try await scratch.program.run(
      ["-c", "alias.which=!command -v pmgit; other", "which"], in: scratch.path,
      adding: ["PATH": (folders + [system]).joined(separator: ":")])
    #expect(seen == "tools/other")
  }

  @Test("No test finds a pmgit that it has not put there")
  func nobody() async throws {
    let scratch = try await ScratchRepository()
    let seen = try await scratch.program.run(
      ["-c", "alias.which=!command -v pmgit || command -v git", "which"], in: scratch.path)
    #expect(seen.hasSuffix("/git"))
    let built = try await Binary(repository: scratch).shell("command -v pmgit")
    #expect(built.output == "\(Binary.folder)pmgit\n" || built.output == "\(Binary.folder)/pmgit\n")
  }
}
