/// An object that git does not take from elsewhere.
package struct RefusedObject: Equatable, Sendable {
  /// Nil where git does not name it.
  package var id: ObjectID?
  /// git's own words, its name for the problem first: `hasDotdot: contains '..'`.
  package var reason: String

  /// What git would say, or what is found before git is asked.
  package init(id: ObjectID?, reason: String) { (self.id, self.reason) = (id, reason) }
}

extension Repository {
  /// Has git check objects as a repository with `transfer.fsckObjects` checks what it receives.
  ///
  /// `git fsck` looks at all that a repository has, whatever it is asked about. What git itself runs
  /// on received objects checks a pack, so they are packed for as long as it takes.
  ///
  /// - Parameters:
  ///   - objects: Commits and trees. What is checked of files, `.gitmodules` and the like, git finds
  ///     from the trees.
  ///   - environment: That of the process, with the quarantine of a push and where temporary files go.
  /// - Returns: The first that git refuses; nil if it takes them all.
  /// - Complexity: Two runs of git, linear in the objects.
  package func refusedObject(
    among objects: [ObjectID], environment: [String: String]
  ) async throws -> RefusedObject? {
    if objects.isEmpty { return nil }
    // git removes its quarantine whatever becomes of a hook, so nothing is left of one that is killed.
    let temporary = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let folder = try ScratchFolder(in: quarantine ?? temporary)
    let program = program(environment: environment)
    let variables =
      quarantine == nil ? [:] : environment.filter { Self.ofQuarantine.contains($0.key) }
    let ids = Array(objects.map { "\($0)\n" }.joined().utf8)
    let packed = try await program.run(
      Self.forAMoment + ["pack-objects", "-q", "--window=0", "\(folder.path)/new"],
      adding: variables, input: ids, deadline: Self.longestCheck, terminalPrompt: false)
    guard packed.exitCode == 0 else { throw GitProgramError.failed("git pack-objects", packed) }
    // git before 2.38 did not see such modes, and from then on it takes them with a warning; but
    // libgit2 reads them as others, so a tree that is written again would not be the same.
    let checked = try await program.run(
      Self.forAMoment + [
        "index-pack", "--strict=badFilemode=error", "-o", "\(folder.path)/checked.idx",
        "\(folder.path)/new-\(packed.firstLine).pack",
      ],
      adding: variables, deadline: Self.longestCheck, terminalPrompt: false)
    guard checked.exitCode != 0 else { return nil }
    let refused = RefusedObject(messages: checked.standardError)
    // A full disk is no fault of the objects.
    if refused.isAboutSystem { throw GitProgramError.failed("git index-pack", checked) }
    return refused
  }

  /// What git sets for the hooks of a push, so that they find its objects.
  private static let ofQuarantine: Set = [
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH",
  ]

  /// One pack, and no flushing: it is removed at once. With one thread the memory does not depend on
  /// the machine.
  private static let forAMoment = [
    "-c", "core.fsync=none", "-c", "pack.packSizeLimit=0", "-c", "pack.threads=1",
  ]

  private static let longestCheck: Duration = .seconds(600)
}

extension RefusedObject {
  /// Whether git could not look, as its last words tell where it names no object.
  fileprivate var isAboutSystem: Bool {
    let words = ["write error", "unable to create", "emory"]
    let system = SystemFailure(message: reason)
    return id == nil
      && (system != nil && system != .noSuchFile || words.contains { reason.contains($0) })
  }

  /// Reads what git says of a pack that it refuses: `error: object <id>: <reason>`, and last, or
  /// alone, `fatal: <reason>`.
  init(messages: String) {
    let lines = messages.split(separator: "\n")
    let start = "error: object "
    for line in lines where line.hasPrefix(start) {
      let parts = line.dropFirst(start.count).split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let id = ObjectID(hex: String(parts[0])) else { continue }
      self.init(id: id, reason: String(parts[1].dropFirst()))
      return
    }
    let last = lines.last { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.last
    let words = last.map { $0.split(separator: " ", maxSplits: 1).last ?? $0 }
    self.init(id: nil, reason: words.map(String.init) ?? "git says nothing of it")
  }
}
