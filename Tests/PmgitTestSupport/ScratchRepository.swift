import Foundation
package import Git

/// A git repository in a temporary folder that is removed together with this object. Keep the
/// object in a variable for as long as the folder is needed.
package final class ScratchRepository: Sendable {
  /// The folder with the home of `program` and the repository, without a `/` at the end.
  package let folder: String

  /// The top of the work tree, or the git directory of a bare repository.
  package let path: String

  /// The repository that this one was cloned from, if any.
  package let origin: ScratchRepository?

  /// The git program for this repository.
  package let program: HermeticGit

  /// Makes an empty repository with the branch `main`, and sets `user.name` and `user.email`.
  package init(bare: Bool = false, options: [String] = []) async throws {
    origin = nil
    (folder, path, program) = try Self.makeFolder()
    if options.isEmpty {
      let empty = try await (bare ? EmptyRepository.bare : EmptyRepository.withWorkTree).value
      try FileManager.default.copyItem(atPath: empty, toPath: path)
    } else {
      try await program.initialize(path, options: (bare ? ["--bare"] : []) + options)
    }
  }

  /// Makes an empty bare repository in the folder of another one, which is removed with that.
  package init(bareBeside other: ScratchRepository, named name: String) async throws {
    origin = other
    // The folder of the other one is removed with all that is in it.
    (folder, path) = ("\(other.folder)/\(name)-files", "\(other.folder)/\(name)")
    program = other.program
    try FileManager.default.copyItem(atPath: await EmptyRepository.bare.value, toPath: path)
  }

  /// Clones a repository, which becomes the remote `origin`. The folder of the original is not
  /// removed before that of the clone.
  ///
  /// - Parameter person: The name of the clone's user; Ada Lovelace if nil.
  package init(
    cloning origin: ScratchRepository, person: String? = nil, options: [String] = []
  ) async throws {
    self.origin = origin
    (folder, path, program) = try Self.makeFolder()
    // As a URL, because git ignores options such as --depth for a path.
    try await program.clone(
      "file://\(origin.path)", to: path, in: folder, person: person, options: options)
  }

  /// Clones a repository from a URL, with the environment variables that git needs for it.
  ///
  /// - Parameters:
  ///   - url: The remote's path or URL.
  ///   - variables: Environment variables, also for all later runs of git in the clone.
  package init(cloning url: String, adding variables: [String: String]) async throws {
    origin = nil
    var made = try Self.makeFolder()
    made.2.environment.merge(variables) { $1 }
    (folder, path, program) = made
    try await program.clone(url, to: path, in: folder)
  }

  /// Copies a repository and everything else in its folder, file by file.
  ///
  /// A remote in that folder still works if its address is relative, such as `../hub`.
  package init(copying other: ScratchRepository) throws {
    origin = other.origin
    (folder, path, program) = try Self.makeFolder()
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.copyItem(atPath: other.folder, toPath: folder)
  }

  /// Copies a clone. The remote of the copy is `hub`, a copy of the original's remote.
  package init(copying other: ScratchRepository, cloneOf hub: ScratchRepository) throws {
    origin = hub
    (folder, path, program) = try Self.makeFolder()
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.copyItem(atPath: other.folder, toPath: folder)
    guard let old = other.origin else { return }
    for file in ["repository/.git/config", "repository/.git/FETCH_HEAD"]
    where FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
      try write(try read(file).replacing(old.path, with: hub.path), to: file)
    }
  }

  /// Removes the folder when the process ends. Originals that tests copy need it, because they live
  /// until then.
  package func removeAtEnd() { removeAtExit(folder) }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Runs git in the repository, and returns its output without the final newline.
  @discardableResult
  package func git(_ arguments: String...) async throws -> String {
    try await program.run(arguments, in: path)
  }

  /// Creates a repository, and opens it with libgit2.
  package static func opened(
    bare: Bool = false
  ) async throws -> (scratch: ScratchRepository, repository: Repository) {
    let scratch = try await ScratchRepository(bare: bare)
    return (scratch, try scratch.open())
  }

  /// Opens the repository with libgit2, which ignores the configuration of the user and the
  /// machine.
  package func open() throws -> Repository {
    try GitLibrary.isolateFromUserConfiguration()
    return try Repository(openingAt: path)
  }

  /// Writes a text file below `folder`, creates its parent folders, and returns its full path.
  @discardableResult
  package func write(_ text: String, to relativePath: String, executable: Bool = false) throws
    -> String
  {
    let file = URL(filePath: folder).appending(path: relativePath)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    if executable {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: file.path(percentEncoded: false))
    }
    return file.path(percentEncoded: false)
  }

  /// Reads a text file below `folder`.
  package func read(_ relativePath: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(relativePath)", encoding: .utf8)
  }

  /// Installs a hook, a shell script, in the repository.
  package func installHook(_ name: String, script: String) throws {
    let hooks = path.dropFirst(folder.count + 1) + (isBare ? "/hooks" : "/.git/hooks")
    try write("#!/bin/sh\n\(script)\n", to: "\(hooks)/\(name)", executable: true)
  }

  /// Commits a file to a board's branch with plain git, as a person who edits by hand does.
  package func commitToBoard(
    _ text: String, at path: String, message: String = "by hand", date: String? = nil
  ) async throws {
    let blob = try await program.run(["hash-object", "-w", "--stdin"], in: self.path, input: text)
    try await commitToBoard(
      updating: ["--add", "--cacheinfo", "100644,\(blob),\(path)"], message: message, date: date)
  }

  /// Removes a file from a board's branch with plain git.
  package func removeFromBoard(_ path: String, message: String = "by hand") async throws {
    try await commitToBoard(updating: ["--force-remove", path], message: message)
  }

  /// Commits the result of `git update-index` to a board. It uses neither the work tree nor its
  /// index.
  ///
  /// - Parameter date: The author's and the committer's date; nil for the machine's clock.
  private func commitToBoard(
    updating arguments: [String], message: String, date: String? = nil
  ) async throws {
    var index = ["GIT_INDEX_FILE": folder + "/scratch-index"]
    for role in ["AUTHOR", "COMMITTER"] { index["GIT_\(role)_DATE"] = date }
    let run = { [program, path, index] (arguments: [String]) in
      try await program.run(arguments, in: path, adding: index)
    }
    _ = try await run(["read-tree", "pmgit/main"])
    _ = try await run(["update-index"] + arguments)
    let tree = try await run(["write-tree"])
    let commit = try await run(["commit-tree", tree, "-p", "pmgit/main", "-m", message])
    _ = try await run(["update-ref", "refs/heads/pmgit/main", commit])
  }

  private var isBare: Bool { !FileManager.default.fileExists(atPath: path + "/.git") }

  private static func makeFolder() throws -> (String, String, HermeticGit) {
    // Symbolic links are resolved because libgit2 and git report real paths; on a Mac /tmp is a
    // link.
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let folder = temporary.appending(path: "pmgit-test-\(UUID().uuidString)")
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(
      atPath: folder + "/home", withIntermediateDirectories: true)
    return try (folder, folder + "/repository", HermeticGit(home: folder + "/home"))
  }
}

/// Empty repositories, made once per process. Scratch repositories are copies of them.
private enum EmptyRepository {
  static let bare = prepared(["--bare"])
  static let withWorkTree = prepared([])

  private static func prepared(_ options: [String]) -> MadeOnce<String> {
    MadeOnce {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "pmgit-test-empty-\(UUID().uuidString)").path(percentEncoded: false)
      try FileManager.default.createDirectory(
        atPath: folder + "/home", withIntermediateDirectories: true)
      removeAtExit(folder)
      let program = try HermeticGit(home: folder + "/home")
      try await program.initialize(folder + "/repository", options: options)
      return folder + "/repository"
    }
  }
}

extension HermeticGit {
  /// Makes a repository with the branch `main`, and sets `user.name` and `user.email` in it.
  fileprivate func initialize(_ path: String, options: [String]) async throws {
    _ = try await run(
      ["init", "--quiet", "--template=", "--initial-branch=main"] + options + [path], in: "/")
    _ = try await run(["config", "user.name", "Ada Lovelace"], in: path)
    _ = try await run(["config", "user.email", "ada@example.org"], in: path)
  }

  /// Clones a repository, and sets `user.name` and `user.email` in the clone.
  ///
  /// - Parameter person: The user's name, whose last word begins the address; Ada Lovelace with the
  ///   address `ada@example.org` if nil.
  fileprivate func clone(
    _ url: String, to path: String, in folder: String, person: String? = nil,
    options: [String] = []
  ) async throws {
    let name = person ?? "Ada Lovelace"
    let word = (person ?? "ada").split(separator: " ").last ?? ""
    _ = try await run(
      [
        "clone", "--quiet", "--template=", "--config", "user.name=\(name)", "--config",
        "user.email=\(word.lowercased())@example.org",
      ] + options + ["--", url, path], in: folder)
  }
}
