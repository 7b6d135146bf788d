import CGit2

/// The libgit2 library: started once in a process and never shut down.
///
/// A shutdown would race with values on other threads and gain nothing.
package enum GitLibrary {
  /// The version of the library that is built in or loaded: `1.5.1`.
  ///
  /// The C function is `git_libgit2_version`.
  package static var version: String {
    var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
    git_libgit2_version(&major, &minor, &revision)
    return "\(major).\(minor).\(revision)"
  }

  /// Starts libgit2 if it has not been started; every `Repository` does this first.
  ///
  /// The first call takes a tenth of a millisecond where libgit2 is built in. One that is loaded starts
  /// libraries for connections, too, which takes a millisecond, and 8 ms more in a program that lets it read the
  /// certificates of the machine.
  ///
  /// The C functions are `git_libgit2_init` and `git_libgit2_opts`.
  package static func start() throws(GitError) {
    try started.get()
  }

  /// Makes libgit2 read no configuration file of the user or of the machine, until the process
  /// ends.
  ///
  /// For tests only: a test's result must not depend on the user who runs it.
  package static func isolateFromUserConfiguration() throws(GitError) {
    try start()
    try isolated.get()
  }

  /// Makes libgit2 map little of the packs at once, until the process ends: for a command that reads each
  /// object once. Packs that are open already are not affected.
  package static func limitMemory() throws(GitError) {
    try start()
    try check(pmgit_limit_maps(4 << 20, 24 << 20), "limit the memory of libgit2")
  }

  /// The size of the folder of 1,024 folders that every large board has, four times over: libgit2 by itself
  /// keeps none above 4 KB, and reads it again for each plan.
  private static let largestKeptTree = 128 << 10

  /// The bytes of objects that libgit2 keeps. Its default, 256 MB, would be filled by the commits of a long history,
  /// which are not read again.
  private static let mostKept = 2 << 20

  private static let started: Result<Void, GitError> = Result { () throws(GitError) in
    try check(git_libgit2_init(), "start libgit2")
    try check(pmgit_enable_strict_object_creation(), "make libgit2 check new objects")
    // `Trust` asks for the owner, by git's rules.
    try check(pmgit_disable_owner_validation(), "leave the owner to git's rules")
    try check(pmgit_enable_fsync(), "make libgit2 flush what it writes")
    try check(pmgit_keep_trees(largestKeptTree), "make libgit2 keep folders")
    try check(pmgit_limit_cache(mostKept), "limit what libgit2 keeps")
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
  /// `worktreeconfig` is set by `git sparse-checkout`; `preciousobjects` only forbids pruning.
  /// `objectformat` and `refstorage` must never stand here: libgit2 1.5 would misread the store.
  private static func allowHarmlessExtensions() throws(GitError) {
    let worktreeConfig: StaticString = "worktreeconfig"
    let preciousObjects: StaticString = "preciousobjects"
    var names: [UnsafePointer<CChar>?] = [worktreeConfig, preciousObjects].map {
      UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    try check(pmgit_allow_extensions(&names, names.count), "allow repository extensions")
  }
}
