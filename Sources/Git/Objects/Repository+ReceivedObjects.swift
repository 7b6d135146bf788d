/// An object that git refuses to accept from another repository.
package struct RefusedObject: Equatable, Sendable {
  /// The object's id; nil if git does not report it.
  package var id: ObjectID?
  /// The message about the problem, such as git's `hasDotdot: contains '..'`.
  package var reason: String

  /// Creates a refusal from git's message, or from a check before git runs.
  package init(id: ObjectID?, reason: String) { (self.id, self.reason) = (id, reason) }
}

extension Repository {
  /// Returns the first object that git with `transfer.fsckObjects` would refuse.
  ///
  /// `git fsck` always checks the whole repository. git checks received objects only as a pack, so
  /// this writes the objects to a temporary pack.
  ///
  /// git writes a pack in its folder of objects and then renames or links it, which needs a single
  /// file system. So the temporary folder becomes git's folder of objects. git reads the
  /// repository's own objects as alternates; they may be on another file system or read-only.
  ///
  /// - Parameters:
  ///   - objects: Commits and trees. git finds the files that it checks, such as `.gitmodules`,
  ///     through the trees.
  ///   - environment: The environment of the process, including `TMPDIR` and the quarantine of a
  ///     push.
  /// - Returns: The first object that git refuses; nil if git accepts them all.
  /// - Throws: `GitProgramError` if the check itself fails, for example on a full disk. `GitError`
  ///   if the temporary folder can't be created.
  package func refusedObject(
    among objects: [ObjectID], environment: [String: String]
  ) async throws -> RefusedObject? {
    if objects.isEmpty { return nil }
    // git removes its quarantine whenever a hook ends, so a killed hook leaves no files there.
    let temporary = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let folder = try ScratchFolder(in: quarantine ?? temporary)
    let program = program(environment: environment)
    let variables = borrowingObjects(in: folder.path, environment)
    let ids = Array(objects.map { "\($0)\n" }.joined().utf8)
    let packed = try await program.run(
      Self.temporaryPackOptions + ["pack-objects", "-q", "--window=0", "\(folder.path)/new"],
      adding: variables, input: ids, deadline: Self.longestCheck, terminalPrompt: false)
    guard packed.exitCode == 0 else { throw GitProgramError.failed("git pack-objects", packed) }
    // git before 2.38 ignored bad file modes, and later versions only warn. But libgit2 reads them
    // as other modes, so a rewritten tree would have another id.
    let checked = try await program.run(
      Self.temporaryPackOptions + [
        "index-pack", "--strict=badFilemode=error", "-o", "\(folder.path)/checked.idx",
        "\(folder.path)/new-\(packed.firstLine).pack",
      ],
      adding: variables, deadline: Self.longestCheck, terminalPrompt: false)
    guard checked.exitCode != 0 else { return nil }
    let refused = RefusedObject(messages: checked.standardError)
    // A full disk does not mean that an object is bad.
    if refused.isAboutSystem { throw GitProgramError.failed("git index-pack", checked) }
    return refused
  }

  /// Returns the variables that make git write objects to `folder`. git also reads the objects of
  /// the repository and of a push that a hook is checking.
  private func borrowingObjects(
    in folder: String, _ environment: [String: String]
  ) -> [String: String] {
    var folders = [Self.quoted(commonDirectory + "objects")]
    if let quarantine {
      folders.insert(Self.quoted(quarantine), at: 0)
      if let others = environment[Self.alternates], !others.isEmpty { folders.append(others) }
    }
    return ["GIT_OBJECT_DIRECTORY": folder, Self.alternates: folders.joined(separator: ":")]
  }

  private static let alternates = "GIT_ALTERNATE_OBJECT_DIRECTORIES"

  /// Quotes a path for a list that git splits at `:`, with C's escapes.
  private static func quoted(_ path: String) -> String {
    var text = "\""
    for character in path.unicodeScalars {
      switch character {
      case "\"", "\\": text += "\\\(character)"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(character)
      }
    }
    return text + "\""
  }

  /// Settings for a pack that is removed at once: one pack, no flushing, one thread. With one
  /// thread the memory used does not depend on the machine.
  private static let temporaryPackOptions = [
    "-c", "core.fsync=none", "-c", "pack.packSizeLimit=0", "-c", "pack.threads=1",
  ]

  private static let longestCheck: Duration = .seconds(600)
}

extension RefusedObject {
  /// Whether the check itself failed: git names no object, and its last message is a system error.
  fileprivate var isAboutSystem: Bool {
    let words = ["write error", "unable to create", "emory"]
    let system = SystemFailure(message: reason)
    return id == nil
      && (system != nil && system != .noSuchFile || words.contains { reason.contains($0) })
  }

  /// Parses git's messages about a refused pack: `error: object <id>: <reason>` or `fatal:
  /// <reason>`.
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
    self.init(id: nil, reason: words.map(String.init) ?? "git gave no reason")
  }
}
