/// An object that git does not accept from another repository.
package struct RefusedObject: Equatable, Sendable {
  /// The object's id; nil if git does not name it.
  package var id: ObjectID?
  /// git's own words, its name for the problem first: `hasDotdot: contains '..'`.
  package var reason: String

  /// Creates a refusal from git's words, or from a check before git is run.
  package init(id: ObjectID?, reason: String) { (self.id, self.reason) = (id, reason) }
}

extension Repository {
  /// Returns the first of the objects that git would not accept with `transfer.fsckObjects`.
  ///
  /// `git fsck` checks the whole repository, whatever objects it is given. The check of received
  /// objects works on a pack, so the objects are packed for the time of the check.
  ///
  /// git writes a pack in its folder of objects, and then renames or links it, which works on one
  /// file system only. So the temporary folder is that folder of objects, and borrows those of the
  /// repository, which may be on another file system or read-only.
  ///
  /// - Parameters:
  ///   - objects: Commits and trees. git finds the files that it checks, such as `.gitmodules`,
  ///     from the trees.
  ///   - environment: The environment of the process, with the quarantine of a push and `TMPDIR`.
  /// - Returns: The first object that git refuses; nil if it accepts them all.
  package func refusedObject(
    among objects: [ObjectID], environment: [String: String]
  ) async throws -> RefusedObject? {
    if objects.isEmpty { return nil }
    // git removes its quarantine however a hook ends, so a hook that is killed leaves no files.
    let temporary = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let folder = try ScratchFolder(in: quarantine ?? temporary)
    let program = program(environment: environment)
    let variables = borrowingObjects(in: folder.path, environment)
    let ids = Array(objects.map { "\($0)\n" }.joined().utf8)
    let packed = try await program.run(
      Self.forAMoment + ["pack-objects", "-q", "--window=0", "\(folder.path)/new"],
      adding: variables, input: ids, deadline: Self.longestCheck, terminalPrompt: false)
    guard packed.exitCode == 0 else { throw GitProgramError.failed("git pack-objects", packed) }
    // git before 2.38 did not notice such modes, and later versions accept them with a warning; but
    // libgit2 reads them as other modes, so a tree that is written again would not be the same.
    let checked = try await program.run(
      Self.forAMoment + [
        "index-pack", "--strict=badFilemode=error", "-o", "\(folder.path)/checked.idx",
        "\(folder.path)/new-\(packed.firstLine).pack",
      ],
      adding: variables, deadline: Self.longestCheck, terminalPrompt: false)
    guard checked.exitCode != 0 else { return nil }
    let refused = RefusedObject(messages: checked.standardError)
    // A full disk is not a fault of the objects.
    if refused.isAboutSystem { throw GitProgramError.failed("git index-pack", checked) }
    return refused
  }

  /// Returns the variables with which git writes objects to a folder, and reads those of the
  /// repository and of a push that a hook is checking.
  private func borrowingObjects(
    in folder: String, _ environment: [String: String]
  ) -> [String: String] {
    var lenders = [Self.quoted(commonDirectory + "objects")]
    if let quarantine {
      lenders.insert(Self.quoted(quarantine), at: 0)
      if let others = environment[Self.alternates], !others.isEmpty { lenders.append(others) }
    }
    return ["GIT_OBJECT_DIRECTORY": folder, Self.alternates: lenders.joined(separator: ":")]
  }

  private static let alternates = "GIT_ALTERNATE_OBJECT_DIRECTORIES"

  /// Returns a path as git reads it in a list that `:` separates: in quotes, with C's escapes.
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

  /// One pack, and no flushing, since it is removed at once. With one thread the memory used does
  /// not depend on the machine.
  private static let forAMoment = [
    "-c", "core.fsync=none", "-c", "pack.packSizeLimit=0", "-c", "pack.threads=1",
  ]

  private static let longestCheck: Duration = .seconds(600)
}

extension RefusedObject {
  /// Whether git could not check: it names no object, and its last words are about the system.
  fileprivate var isAboutSystem: Bool {
    let words = ["write error", "unable to create", "emory"]
    let system = SystemFailure(message: reason)
    return id == nil
      && (system != nil && system != .noSuchFile || words.contains { reason.contains($0) })
  }

  /// Reads git's messages about a pack that it refuses: `error: object <id>: <reason>`, followed or
  /// replaced by `fatal: <reason>`.
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
