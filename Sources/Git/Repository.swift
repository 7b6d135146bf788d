import CGit2

/// A git repository on this machine, read and written through libgit2.
///
/// Every method takes and returns values, so no libgit2 object outlives a call. A repository is not
/// `Sendable`: each thread opens its own. Several processes and threads may use one repository at
/// the same time, because objects never change and references move by compare-and-swap.
package final class Repository {
  let handle: Handle
  let database: Handle

  /// Objects that libgit2 reads from memory: those of a running batch, and recent ones.
  let memory = ObjectMemory()

  /// The folder with the objects of a push that a hook is checking; nil outside such a hook.
  private(set) var quarantine: String?

  /// A cache of trees that were read or written recently. Their digests were compared with their
  /// ids.
  var trees = TreeCache(checksDigests: true)

  /// A cache of recently compared trees. Their digests were not checked.
  var uncheckedTrees = TreeCache(checksDigests: false)

  /// Frees the memory of the objects that were read or written, so that they are read again from
  /// where they are stored.
  package func forgetObjects() {
    memory.forget()
    trees = TreeCache(checksDigests: true)
    forgetUncheckedTrees()
  }

  /// Frees the memory of the trees that were compared without checking their digests, as in a pass
  /// through the history.
  package func forgetUncheckedTrees() { uncheckedTrees = TreeCache(checksDigests: false) }

  /// Returns a tree that was read recently, or reads it.
  func storedTree(_ id: ObjectID, checksDigest: Bool) throws(GitError) -> StoredTree {
    if checksDigest { return try trees.tree(id, in: self) }
    // A tree whose digest was checked may be used where none are; not the other way round.
    if let tree = trees[id] { return tree }
    return try uncheckedTrees.tree(id, in: self)
  }

  /// Whether libgit2 reads git's commit-graph in walks; see `readCommitGraph`.
  var readsCommitGraph = true

  /// The values of all configuration files at one moment; nil before the first is read. A command
  /// reads some twenty values, and libgit2 would look at each file again for each of them.
  var configuration: KeptConfiguration?

  /// The configuration files; nil while libgit2 itself reads them; see `freezeConfiguration`.
  var configurationFiles: KeptConfiguration?

  /// The configuration from the environment, which overrides the configuration files.
  var overrides = ConfigurationOverrides()

  /// The run of git that lists its configuration; nil if libgit2 reads the configuration.
  var listing: GitQuestion?

  private init(handle: consuming Handle) throws(GitError) {
    let raw = handle.raw
    database = try Handle("open the object database", git_odb_free) { git_repository_odb($0, raw) }
    self.handle = handle
    try memory.serve(database)
    try refuseOtherFormats()
    try leaveOutLargeCommitGraph()
  }

  /// Opens the repository at `path`, which is a git directory or the top folder of a work tree. The
  /// owner is not checked.
  ///
  /// - Throws: `GitError` with code `.notFound` if there is no repository. The error has a
  ///   `GitError.Cause` if libgit2 does not support this kind of repository.
  package convenience init(openingAt path: String) throws(GitError) {
    try self.init(path: path)
  }

  /// Finds the repository that the `git` program would use in the folder `path`.
  ///
  /// If `GIT_DIR` is set, as in a git hook, it names the repository, relative to `path`. Otherwise
  /// the nearest repository in or above `path` is used, including linked work trees and bare
  /// repositories. The search stops at `GIT_CEILING_DIRECTORIES`, and at another file system unless
  /// `GIT_DISCOVERY_ACROSS_FILESYSTEM` is set.
  ///
  /// The configuration is read from the same files as by git, so variables such as
  /// `GIT_CONFIG_GLOBAL` are respected.
  ///
  /// - Throws: The errors of `init(openingAt:)`. `GitError` with code `.owner` if the repository
  ///   has another owner and `safe.directory` does not allow it. The error has the cause
  ///   `.bareRepository` if `safe.bareRepository` forbids the repository.
  package static func discover(
    from path: String, environment: [String: String]
  ) throws(GitError) -> Repository {
    let overrides = try ConfigurationOverrides(environment)
    let repository = try find(from: path, environment: environment)
    try repository.readConfiguration(of: environment)
    repository.overrides = overrides
    try repository.readConditions(in: path, of: environment)
    try repository.readQuarantine(of: environment)
    try repository.followSharing()
    try repository.freezeConfiguration()
    return repository
  }

  private static func find(
    from path: String, environment: [String: String]
  ) throws(GitError) -> Repository {
    // libgit2's own GIT_REPOSITORY_OPEN_FROM_ENV fails if GIT_WORK_TREE is set.
    if let gitDirectory = environment["GIT_DIR"], !gitDirectory.isEmpty {
      let repository = try Repository(openingAt: absolutePath(gitDirectory, in: path))
      if let workTree = environment["GIT_WORK_TREE"], !workTree.isEmpty {
        let folder = absolutePath(workTree, in: path)
        let status = git_repository_set_workdir(repository.handle.raw, folder, 0)
        try check(status, "use the work tree '\(folder)'")
      }
      return repository
    }
    guard let found = try RepositorySearch(from: path, environment: environment).find() else {
      throw GitError(.notFound, "there is no repository", operation: "open repository '\(path)'")
    }
    try Trust(environment: environment).check(found)
    switch found {
    case .inWorkTree(let top, _, _): return try Repository(openingAt: top)
    case .bare(let folder):
      return try Repository(path: folder, flags: GIT_REPOSITORY_OPEN_NO_DOTGIT)
    }
  }

  private convenience init(
    path: String, flags: git_repository_open_flag_t = GIT_REPOSITORY_OPEN_NO_SEARCH
  ) throws(GitError) {
    try GitLibrary.start()
    let flags = flags.rawValue | GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
    try self.init(
      handle: Handle("open repository '\(path)'", git_repository_free) {
        git_repository_open_ext($0, path, flags, nil)
      })
  }

  /// Makes the objects of a push readable in a hook that checks the push.
  ///
  /// git sets `GIT_QUARANTINE_PATH` for the hook, but libgit2 ignores this variable. Objects that
  /// the receiving repository borrows are found through its own `objects/info/alternates`.
  ///
  /// The C function is `git_odb_add_disk_alternate`.
  private func readQuarantine(of environment: [String: String]) throws(GitError) {
    guard let path = environment["GIT_QUARANTINE_PATH"], !path.isEmpty else { return }
    try addObjects(in: absolutePath(path, in: gitDirectory))
  }

  /// Makes the objects in the folder of a push readable.
  fileprivate func addObjects(in folder: String) throws(GitError) {
    try check(
      git_odb_add_disk_alternate(database.raw, folder),
      "read the objects of the push in '\(folder)'")
    quarantine = folder
  }

  /// Throws if the repository names objects by SHA-256 or keeps references in a reftable. Only its
  /// own configuration counts, as for git.
  ///
  /// Newer versions of git write the default formats to the configuration, too. libgit2 1.5 accepts
  /// or refuses an extension whatever its value is. So it accepts both extensions, and their values
  /// are checked here.
  private func refuseOtherFormats() throws(GitError) {
    let operation = "open repository '\(gitDirectory)'"
    let raw = handle.raw
    let all = try Handle(operation, git_config_free) { git_repository_config($0, raw) }
    let configuration: Handle
    do {
      configuration = try Handle(operation, git_config_free) {
        git_config_open_level($0, all.raw, GIT_CONFIG_LEVEL_LOCAL)
      }
    } catch  where error.code == .notFound {
      return
    }
    for (name, usual) in [("objectformat", "sha1"), ("refstorage", "files")] {
      var value = git_buf()
      defer { git_buf_dispose(&value) }
      let status = git_config_get_string_buf(&value, configuration.raw, "extensions.\(name)")
      if status == GIT_ENOTFOUND.rawValue { continue }
      try check(status, operation)
      guard String(cString: value.ptr).lowercased() != usual else { continue }
      throw GitError(
        .generic, "unsupported extension name extensions.\(name)", operation: operation,
        cause: .unsupportedExtension(name))
    }
  }
}

extension Repository {
  /// The repository's git directory, ending in `/`. The git directory of a linked work tree is
  /// inside the git directory of the main repository.
  package var gitDirectory: String { String(cString: git_repository_path(handle.raw)) }

  /// The git directory with the objects, branches and configuration that all work trees share,
  /// ending in `/`. It differs from `gitDirectory` only in a linked work tree.
  package var commonDirectory: String { String(cString: git_repository_commondir(handle.raw)) }

  /// The top folder of the checked-out files, ending in `/`, or `nil` in a bare repository.
  package var workTree: String? {
    git_repository_workdir(handle.raw).map { String(cString: $0) }
  }

  /// The commits whose parents are missing from a shallow clone, on any branch; empty in a full
  /// clone.
  ///
  /// At these commits libgit2 1.5 fails in walks and merge bases; from 1.7 on it treats them as
  /// root commits. All work trees share this list, but `git_repository_is_shallow` looks for it in
  /// each work tree's own git directory.
  package var shallowCommits: Set<ObjectID> {
    get throws(GitError) {
      guard let text = try textOfFile(commonDirectory + "shallow") else { return [] }
      return Set(text.split(separator: "\n").compactMap { ObjectID(hex: String($0)) })
    }
  }

  /// Whether this is a partial clone, made with `--filter`, in which objects may be missing.
  ///
  /// git fetches missing objects when it needs them, but libgit2 reports an error.
  package var isPartialClone: Bool {
    get throws(GitError) {
      for remote in try remoteNames() where try configBool("remote.\(remote).promisor") ?? false {
        return true
      }
      return false
    }
  }
}

/// The place of a repository's objects, from which another thread opens it for itself.
package struct ObjectSource: Sendable {
  fileprivate let gitDirectory: String
  fileprivate let quarantine: String?

  /// Opens the repository for reading objects.
  package func open() throws(GitError) -> Repository {
    let repository = try Repository(openingAt: gitDirectory)
    if let quarantine { try repository.addObjects(in: quarantine) }
    return repository
  }
}

extension Repository {
  /// The place of the objects; nil while some of them are only in this repository's memory.
  package var source: ObjectSource? {
    batch == nil ? ObjectSource(gitDirectory: gitDirectory, quarantine: quarantine) : nil
  }
}

/// Returns an absolute path for `path`, which may be relative to `folder`.
private func absolutePath(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") ? path : "\(folder)/\(path)"
}
