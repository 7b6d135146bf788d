import CGit2

/// A git repository on this machine, read and written through libgit2.
///
/// Every method takes and returns values, so nothing of libgit2 outlives a call. A repository is
/// not `Sendable`: each thread opens its own. Several processes and threads may work on one
/// repository at a time, because objects never change and references move by compare-and-swap.
package final class Repository {
  let handle: Handle<RepositoryKind>
  let database: Handle<ObjectDatabaseKind>

  /// The batch of `withObjectBatch`, while one is running.
  var batch: ObjectBatch?

  /// The folder with the objects of a push that a hook is checking.
  private(set) var quarantine: String?

  /// The trees that were compared last.
  var trees = TreeCache(checksDigests: true)

  /// The trees that were compared last without a look at their digests.
  var uncheckedTrees = TreeCache(checksDigests: false)

  /// Forgets the trees that were compared, which frees their memory.
  package func forgetTrees() {
    trees = TreeCache(checksDigests: true)
    uncheckedTrees = TreeCache(checksDigests: false)
  }

  /// The configuration that the environment sets, in place of that of the files.
  var overrides = ConfigurationOverrides()

  private init(handle: consuming Handle<RepositoryKind>) throws(GitError) {
    let raw = handle.raw
    database = try Handle("open the object database") { git_repository_odb($0, raw) }
    self.handle = handle
  }

  /// Opens the repository at `path`, whoever owns it: a git directory, or the top folder of a work
  /// tree.
  ///
  /// - Throws: `GitError` with code `.notFound` if there is no repository; with a `GitError.Cause`
  ///   if libgit2 cannot read a repository of its kind.
  package convenience init(openingAt path: String) throws(GitError) {
    try self.init(path: path)
  }

  /// Finds the repository that the `git` program would use in the folder `path`.
  ///
  /// If `GIT_DIR` is set, as in a git hook, it names the repository, relative to `path`; else the
  /// nearest one at or above `path` is used, not above `GIT_CEILING_DIRECTORIES` nor on another
  /// file system unless `GIT_DISCOVERY_ACROSS_FILESYSTEM` is set. Linked work trees and bare
  /// repositories count, if git trusts them. Its configuration is that of the files that
  /// `GIT_CONFIG_GLOBAL` and the like choose.
  ///
  /// - Throws: As `init(openingAt:)`, and `GitError` with code `.owner` if the repository has
  ///   another owner and no `safe.directory` allows it, with the cause `.bareRepository` if
  ///   `safe.bareRepository` forbids it.
  package static func discover(
    from path: String, environment: [String: String]
  ) throws(GitError) -> Repository {
    let overrides = try ConfigurationOverrides(environment)
    let repository = try find(from: path, environment: environment)
    try repository.readConfiguration(of: environment)
    repository.overrides = overrides
    try repository.readQuarantine(of: environment)
    try repository.followSharing()
    return repository
  }

  private static func find(
    from path: String, environment: [String: String]
  ) throws(GitError) -> Repository {
    // libgit2's own GIT_REPOSITORY_OPEN_FROM_ENV fails as soon as GIT_WORK_TREE is set.
    if let gitDirectory = environment["GIT_DIR"], !gitDirectory.isEmpty {
      let repository = try Repository(openingAt: absolutePath(gitDirectory, in: path))
      if let workTree = environment["GIT_WORK_TREE"], !workTree.isEmpty {
        try repository.useWorkTree(absolutePath(workTree, in: path))
      }
      return repository
    }
    guard let found = try RepositorySearch(from: path, environment: environment).find() else {
      throw GitError(.notFound, "there is none", operation: "open repository '\(path)'")
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
      handle: Handle("open repository '\(path)'") { git_repository_open_ext($0, path, flags, nil) })
  }

  /// Makes a push's objects readable in a hook that checks them, before a reference names them.
  ///
  /// git sets `GIT_QUARANTINE_PATH` for its hook, which libgit2 does not know. The objects that the
  /// receiving repository borrows from others are found by its own `objects/info/alternates`.
  ///
  /// The C function is `git_odb_add_disk_alternate`.
  private func readQuarantine(of environment: [String: String]) throws(GitError) {
    guard let path = environment["GIT_QUARANTINE_PATH"], !path.isEmpty else { return }
    let folder = absolutePath(path, in: gitDirectory)
    try check(
      git_odb_add_disk_alternate(database.raw, folder), "read the objects of the push in '\(path)'")
    quarantine = folder
  }

  private func useWorkTree(_ path: String) throws(GitError) {
    try check(git_repository_set_workdir(handle.raw, path, 0), "use the work tree '\(path)'")
  }
}

extension Repository {
  /// The repository's own folder, ending in `/`; a linked work tree's is in the main one.
  package var gitDirectory: String { String(cString: git_repository_path(handle.raw)) }

  /// The folder with the objects, branches and configuration that all work trees share, ending in
  /// `/`; the same as `gitDirectory` outside a linked work tree.
  package var commonDirectory: String { String(cString: git_repository_commondir(handle.raw)) }

  /// The top folder of the checked-out files, ending in `/`, or `nil` in a bare repository.
  package var workTree: String? {
    git_repository_workdir(handle.raw).map { String(cString: $0) }
  }

  /// The commits whose parents a shallow clone left out, on any branch; none in a full clone.
  ///
  /// libgit2 1.5 fails on walks and merge bases there, and from 1.7 on it treats such a commit as
  /// one without parents. All work trees share this list, which `git_repository_is_shallow` misses.
  package var shallowCommits: Set<ObjectID> {
    get throws(GitError) {
      guard let text = try textOfFile(commonDirectory + "shallow") else { return [] }
      return Set(text.split(separator: "\n").compactMap { ObjectID(hex: String($0)) })
    }
  }
}

extension Repository {
  /// Whether a remote has promised objects that are missing here: a clone made with `--filter`.
  ///
  /// git fetches them when it needs them; libgit2 reports them as missing.
  package var isPartialClone: Bool {
    get throws(GitError) {
      for remote in try remoteNames() where try configBool("remote.\(remote).promisor") ?? false {
        return true
      }
      return false
    }
  }
}

/// Returns `path` itself if it is absolute, else its path in `folder`.
private func absolutePath(_ path: String, in folder: String) -> String {
  path.hasPrefix("/") ? path : "\(folder)/\(path)"
}
