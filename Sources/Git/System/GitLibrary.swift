import CGit2

/// The libgit2 library: started once in a process and never shut down.
///
/// Shutting it down would race with other threads and has no benefit.
package enum GitLibrary {
  /// The version of the linked library, such as `1.5.1`.
  ///
  /// The C function is `git_libgit2_version`.
  package static var version: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    git_libgit2_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  /// Starts libgit2 unless it is already started. Every `Repository` calls this first.
  ///
  /// The first call takes 0.1 ms if libgit2 is statically linked. A shared libgit2 also starts
  /// libraries for connections, which takes 1 ms. Reading the system's certificates would take 8 ms
  /// more.
  ///
  /// The C functions are `git_libgit2_init` and `git_libgit2_opts`.
  package static func start() throws(GitError) {
    try started.get()
  }

  /// Makes libgit2 ignore the configuration files of the user and of the system, until the process
  /// ends.
  ///
  /// Only tests call this, because their results must not depend on the user who runs them.
  package static func isolateFromUserConfiguration() throws(GitError) {
    try start()
    try isolated.get()
  }

  /// Makes libgit2 map only small parts of packs, until the process ends. Commands call this if
  /// they read each object only once. Packs that are already open are not affected.
  ///
  /// The deltas of an object are scattered over a pack. So many small parts are mapped again less
  /// often than a few large ones: with parts of 4 MB, a seventh of the processor time was spent on
  /// mapping.
  package static func limitMemory() throws(GitError) {
    try start()
    try check(pmgit_limit_maps(256 << 10, 24 << 20), "limit the memory of libgit2")
  }

  /// The largest tree that libgit2 caches, in bytes. This is four times the size of the folder of
  /// 1,024 folders that every large board has. By default libgit2 caches no tree above 4 KB, and
  /// would read that folder again for each plan.
  private static let largestCachedTree = 128 << 10

  /// The size of libgit2's object cache in bytes. The default of 256 MB would be filled with the
  /// commits of a long history, which are not read again.
  private static let objectCacheSize = 2 << 20

  private static let started: Result<Void, GitError> = Result { () throws(GitError) in
    try check(git_libgit2_init(), "start libgit2")
    try check(pmgit_enable_strict_object_creation(), "make libgit2 check new objects")
    // `Trust` checks the owner by git's rules.
    try check(pmgit_disable_owner_validation(), "leave the owner to git's rules")
    try check(pmgit_enable_fsync(), "make libgit2 flush what it writes")
    try check(pmgit_keep_trees(largestCachedTree), "make libgit2 keep folders")
    try check(pmgit_limit_cache(objectCacheSize), "limit what libgit2 keeps")
    try allowHarmlessExtensions()
  }

  private static let isolated: Result<Void, GitError> = Result { () throws(GitError) in
    let levels = [
      GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
      GIT_CONFIG_LEVEL_PROGRAMDATA,
    ]
    for level in levels {
      try check(pmgit_set_search_path(level, ""), "ignore the user's configuration")
    }
  }

  /// Lets libgit2 open repositories with extensions that do not change how objects and references
  /// are stored.
  ///
  /// `git sparse-checkout` sets `worktreeconfig`, and `git worktree add --relative-paths` sets
  /// `relativeworktrees`; `preciousobjects` only forbids pruning. `Repository` checks the values of
  /// `objectformat` and `refstorage`: libgit2 1.5 would read SHA-256 and reftables wrongly.
  private static func allowHarmlessExtensions() throws(GitError) {
    let known: [StaticString] = [
      "worktreeconfig", "relativeworktrees", "preciousobjects", "objectformat", "refstorage",
    ]
    var names: [UnsafePointer<CChar>?] = known.map {
      UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    try check(pmgit_allow_extensions(&names, names.count), "allow repository extensions")
  }
}
