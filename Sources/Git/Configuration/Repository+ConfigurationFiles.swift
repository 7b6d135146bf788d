import CGit2

extension Repository {
  /// Makes libgit2 read the same configuration files as git.
  ///
  /// libgit2 1.5 ignores `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_NOSYSTEM`, and the
  /// `config.worktree` of a work tree. If none of them is used, libgit2's own choice of files is
  /// kept.
  ///
  /// The C functions are `git_config_add_file_ondisk` and `git_repository_set_config`.
  func readConfiguration(of environment: [String: String]) throws(GitError) {
    let worktreeConfig = try configBool("extensions.worktreeConfig") ?? false
    let variables = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]
    guard worktreeConfig || variables.contains(where: { environment[$0] != nil }) else { return }

    let configuration = try Handle<ConfigurationKind>("choose the configuration files") {
      git_config_new($0)
    }
    var files = Self.systemFiles(environment) + Self.userFiles(environment)
    files.append((GIT_CONFIG_LEVEL_LOCAL, commonDirectory + "config"))
    if worktreeConfig { files.append((GIT_CONFIG_LEVEL_APP, gitDirectory + "config.worktree")) }
    try Self.add(files, to: configuration, of: handle.raw)
    try check(
      git_repository_set_config(handle.raw, configuration.raw), "choose the configuration files")
  }

  /// Returns the values of a key from the system's and the user's files and the environment, in
  /// this order. Values from the repository are left out.
  ///
  /// The C functions are `git_config_multivar_iterator_new` and `git_config_next`.
  static func protectedStrings(
    _ key: String, _ environment: [String: String]
  ) throws(GitError) -> [String] {
    let operation = "read '\(key)'"
    try GitLibrary.start()
    let configuration = try Handle<ConfigurationKind>(operation) { git_config_new($0) }
    try add(systemFiles(environment) + userFiles(environment), to: configuration, of: nil)
    let iterator = try Handle<ConfigurationIteratorKind>(operation) {
      git_config_multivar_iterator_new($0, configuration.raw, key, nil)
    }
    var values: [String] = []
    while true {
      var entry: UnsafeMutablePointer<git_config_entry>?
      let status = git_config_next(&entry, iterator.raw)
      if status == GIT_ITEROVER.rawValue { break }
      try check(status, operation)
      values.append(entry?.pointee.value.map { String(cString: $0) } ?? "")
    }
    return values + (try ConfigurationOverrides(environment)).all(key)
  }

  private typealias ConfigurationFile = (level: git_config_level_t, path: String)

  /// Adds the files that exist. `repository` is used to evaluate conditional includes.
  private static func add(
    _ files: [ConfigurationFile], to configuration: borrowing Handle<ConfigurationKind>,
    of repository: OpaquePointer?
  ) throws(GitError) {
    for (level, path) in files {
      let status = git_config_add_file_ondisk(configuration.raw, path, level, repository, 0)
      if status != GIT_ENOTFOUND.rawValue { try check(status, "read configuration '\(path)'") }
    }
  }

  private static func systemFiles(_ environment: [String: String]) -> [ConfigurationFile] {
    if isTrue(environment["GIT_CONFIG_NOSYSTEM"]) { return [] }
    let path = environment["GIT_CONFIG_SYSTEM"] ?? foundPath(git_config_find_system)
    return path.map { [(GIT_CONFIG_LEVEL_SYSTEM, $0)] } ?? []
  }

  /// Returns the user's two files, or only the file that `GIT_CONFIG_GLOBAL` names.
  private static func userFiles(_ environment: [String: String]) -> [ConfigurationFile] {
    if let path = environment["GIT_CONFIG_GLOBAL"] {
      return path.isEmpty ? [] : [(GIT_CONFIG_LEVEL_GLOBAL, path)]
    }
    let shared = foundPath(git_config_find_xdg).map { (GIT_CONFIG_LEVEL_XDG, $0) }
    let own = foundPath(git_config_find_global).map { (GIT_CONFIG_LEVEL_GLOBAL, $0) }
    return [shared, own].compactMap(\.self)
  }

  /// Returns the path that `find` reports, or `nil` if there is no file.
  private static func foundPath(_ find: (UnsafeMutablePointer<git_buf>) -> Int32) -> String? {
    var path = git_buf()
    defer { git_buf_dispose(&path) }
    return find(&path) == 0 ? String(cString: path.ptr) : nil
  }
}

/// Returns whether an environment variable is true in one of git's spellings.
func isTrue(_ variable: String?) -> Bool {
  guard let variable = variable?.lowercased() else { return false }
  return Int(variable).map { $0 != 0 } ?? ["true", "yes", "on"].contains(variable)
}
