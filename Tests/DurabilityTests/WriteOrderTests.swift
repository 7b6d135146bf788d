import PmgitTestSupport
import Testing

/// The order of writes. Kills can't test it: the system keeps what a killed program wrote, but a
/// power failure may lose it. So objects must be on the disk before a reference to them.
@Suite struct WriteOrderTests {
  @Test(
    "Every object is flushed under its name before the branch names it",
    arguments: Scene.alone + Scene.shared.map(\.withGit))
  func objects(scene: Scene) async throws {
    let calls = try await Courses.shared.course(of: scene).calls
    let moves = calls.filter { $0.isDone && $0.movesReference }
    if scene.arguments.first == "config", scene.changesConfiguration { return }
    let lastMove = try #require(moves.last { $0.target.hasSuffix("refs/heads/pmgit/main") })
    let named = calls.filter { $0.isDone && $0.namesObject && !$0.path.hasPrefix("hub/") }
    #expect(!named.isEmpty)
    for name in named {
      #expect(name.number < lastMove.number, "\(scene): an object after the branch: \(name)")
      // A pull moves several references. Each must come after its objects.
      guard let move = moves.first(where: { $0.number > name.number }) else { continue }
      let before = calls.filter { $0.number < name.number && $0.path == name.path }
      let written = before.last { $0.name == "write" }?.number ?? 0
      #expect(
        before.contains { $0.name == "fsync" && $0.isDone && $0.number > written },
        "\(scene): not flushed: \(name)")
      guard name.program == "pmgit" else { continue }  // git does not flush folders.
      let folder = name.target.split(separator: "/").dropLast().joined(separator: "/")
      #expect(
        calls.contains {
          $0.name == "fsync" && $0.isDone && $0.path == folder && $0.number > name.number
            && $0.number < move.number
        }, "\(scene): its folder is not flushed: \(name)")
    }
  }

  @Test("A reference is flushed before it gets its name", arguments: Scene.alone + Scene.shared)
  func references(scene: Scene) async throws {
    let calls = try await Courses.shared.course(of: scene).calls
    let moves = calls.filter { $0.isDone && $0.movesReference }
    if !scene.changesConfiguration { #expect(!moves.isEmpty) }
    for move in moves {
      let before = calls.filter { $0.number < move.number && $0.path == move.path }
      let written = before.last { $0.name == "write" }?.number ?? 0
      #expect(written > 0)
      #expect(
        before.contains { $0.name == "fsync" && $0.isDone && $0.number > written },
        "\(scene): not flushed: \(move)")
    }
  }

  @Test("A commit that git signs is flushed, too")
  func signed() async throws {
    let trial = try await Trial(.add.withGit)
    try await trial.repository.git("config", "gpg.format", "ssh")
    try await trial.repository.git("config", "commit.gpgSign", "true")
    let key = trial.repository.folder + "/key"
    _ = try await Binary(repository: trial.repository).shell(
      "ssh-keygen -q -t ed25519 -N '' -f '\(key)' && git config user.signingKey '\(key)'")
    let outcome = try await trial.run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    let signed = outcome.calls.filter { $0.program == "git" && $0.namesObject && $0.isDone }
    #expect(signed.count == 1, "\(outcome.calls)")
    for name in signed {
      #expect(
        outcome.calls.contains { $0.name == "fsync" && $0.isDone && $0.path == name.path },
        "not flushed: \(name)")
    }
  }
}

extension Call {
  /// Whether the call gives an object or a pack its final name.
  fileprivate var namesObject: Bool {
    (name == "link" || name == "rename") && target.contains("objects/")
      && !target.contains("/tmp_") && !target.contains("incoming")
      && !target.hasSuffix(".idx") && !target.hasSuffix(".rev")
  }

  /// Whether the call moves a local reference.
  fileprivate var movesReference: Bool {
    (name == "link" || name == "rename") && path.hasSuffix(".lock") && target.contains(".git/refs/")
  }
}
