import Foundation
import PlanTerminal
import PmgitTestSupport
import Testing

@Suite("What a clone notes of its bridges")
struct BridgeNoteTests {
  /// Runs a script, and returns what it prints.
  @discardableResult
  private func shell(_ pmgit: CommandRunner, _ script: String) async throws -> String {
    let result = try await Binary(repository: pmgit.repository).shell(script)
    try #require(result.exitCode == 0, "\(result)")
    return result.output
  }

  @Test("Outcomes are in a file of the pmgit folder, and not in git's configuration")
  func file() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let names = try await pmgit.repository.git(
      "config", "--local", "--name-only", "--get-regexp", "^pmgit-bridge")
    #expect(names == "pmgit-bridge.hub.source")
    let note = "\(pmgit.repository.path)/.git/pmgit/bridge-hub"
    #expect(try await shell(pmgit, "cat '\(note)'").contains(#""tried":true"#))
    // What an earlier version wrote is not read, and goes with the bridge.
    try await pmgit.repository.git(
      "config", "pmgit-bridge.hub.result", #"{"at":"2026-11-01T10:00:00Z","error":"old"}"#)
    try await pmgit.repository.git("config", "pmgit-bridge.hub.tried", "true")
    #expect(try await pmgit("bridge").contains("1 new"))
    try await pmgit("bridge", "remove", "hub")
    #expect(
      try await shell(
        pmgit,
        "git config --get-regexp '^pmgit-bridge' || true; ls '\(note)' 2>&1 || true"
      ).contains("No such file"))
    // A bridge of the same name begins anew.
    try await pmgit("bridge", "add", "hub", "github:octo/app")
    #expect(try await pmgit("bridge").contains("never pulled"))
  }

  @Test("A pull that can't note its outcome has taken the issues, and says both")
  func unwritable() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    tracker.add("Later")
    // A locked configuration is no obstacle.
    let folder = "\(pmgit.repository.path)/.git"
    try await shell(pmgit, "touch '\(folder)/config.lock'")
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("list").split(separator: "\n").count == 2)
    try await shell(
      pmgit,
      "rm '\(folder)/config.lock' '\(folder)/pmgit/bridge-hub'; mkdir '\(folder)/pmgit/bridge-hub'")
    tracker.add("Last")
    let pulled = await pmgit.run(["bridge", "pull"])
    #expect(pulled.exitCode == 0, "\(pulled)")
    #expect(pulled.messages.contains("could not note the outcome of the pull"), "\(pulled)")
    #expect(try await pmgit("list").split(separator: "\n").count == 3)
    // The error of a program is told, not that of the note.
    tracker.answer = .init(exitCode: 4, output: [])
    let failed = await pmgit.run(["bridge", "pull"])
    #expect(failed.exitCode == 1 && failed.messages.contains("exit code 4"), "\(failed)")
  }

  @Test("Notes that pmgit did not write are no notes")
  func hostile() async throws {
    let tracker = FakeTracker(with: "Fix")
    let pmgit = try await CommandRunner.bridged(to: tracker)
    let note = "\(pmgit.repository.path)/.git/pmgit/bridge-hub"
    for text in ["", "[]", "{}", #"{"failed":[["a"],1,[1,2,3]],"last":{"at":1}}"#, "\u{0}"] {
      try text.write(toFile: note, atomically: false, encoding: .utf8)
      #expect(try await pmgit("bridge").contains("never pulled"), "\(text)")
    }
    try await pmgit("bridge", "pull")
    #expect(try await pmgit("bridge").contains("0 new"))
    try await shell(pmgit, "rm '\(note)'; ln -s /etc/passwd '\(note)'")
    #expect(try await pmgit("bridge").contains("never pulled"))
    try await pmgit("bridge", "pull")
    #expect(try await shell(pmgit, "test -L '\(note)' || echo file") == "file\n")
  }
}
