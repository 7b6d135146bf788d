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

    let configuration = try Handle("choose the configuration files", git_config_free) {
      git_config_new($0)
    }
    var files = Self.systemFiles(environment) + Self.userFiles(environment)
    files.append((GIT_CONFIG_LEVEL_LOCAL, commonDirectory + "config"))
    if worktreeConfig { files.append((GIT_CONFIG_LEVEL_APP, gitDirectory + "config.worktree")) }
    try Self.add(files, to: configuration, of: handle.raw)
    try check(
      git_repository_set_config(handle.raw, configuration.raw), "choose the configuration files")
    self.configuration = nil
  }

  /// Takes all values from the `git` program if some of them depend on conditions, or are included
  /// by the environment.
  ///
  /// libgit2 knows only some of git's conditions (`hasconfig` is missing in 1.5), matches paths
  /// with symbolic links in another way, and can't include files that the environment names. So it
  /// could find another identity than git, and commits with the wrong author would be pushed.
  ///
  /// - Parameter folder: The folder in which git would run.
  func readConditions(in folder: String, of environment: [String: String]) throws(GitError) {
    let areIncludedByEnvironment = overrides.isSet(section: "include")
    let haveConditions = try isConfigured(section: "includeif")
    guard areIncludedByEnvironment || haveConditions else { return }
    listing = GitQuestion(["config", "--null", "--list"], in: folder, environment: environment)
    try readListing()
  }

  /// Reads the configuration as git lists it, if its values are taken from git.
  func readListing() throws(GitError) {
    if let listing { overrides = ConfigurationOverrides(listing: try listing.answer()) }
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
    let configuration = try Handle(operation, git_config_free) { git_config_new($0) }
    try add(systemFiles(environment) + userFiles(environment), to: configuration, of: nil)
    let iterator = try Handle(operation, git_config_iterator_free) {
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
    _ files: [ConfigurationFile], to configuration: borrowing Handle,
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

  /// Returns those of the user's two files that exist. If `GIT_CONFIG_GLOBAL` is set, returns only
  /// the file that it names, or no file if it is empty.
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

/// The configuration in the environment, which overrides the files. `git -c` sets it for the
/// programs that git runs, such as hooks and aliases; `GIT_CONFIG_COUNT` sets it for any program.
/// If git listed its configuration, the entries are that list, and the files are not read.
struct ConfigurationOverrides {
  /// The keys and values in order. Keys are in lower case except for their subsections.
  private var entries: [(key: String, value: Value)] = []

  /// A value that takes precedence over the value in git's configuration files.
  enum Value {
    case text(String)
    /// A key without a value, which means true.
    case alone

    /// The text; empty for a key without a value.
    var string: String { if case .text(let text) = self { text } else { "" } }
  }

  /// Whether the entries are the whole configuration, including the files.
  private(set) var isComplete = false

  /// All entries, in order.
  var listed: [ConfigEntry] { entries.map { ConfigEntry(key: $0.key, value: $0.value.string) } }

  init() {}

  /// Reads what `git config --null --list` prints.
  init(listing: [UInt8]) {
    isComplete = true
    for entry in listing.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
      let key = String(decoding: parts.first ?? [], as: UTF8.self)
      let hasValue = entry.contains(UInt8(ascii: "\n"))
      let value = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
      entries.append((key, hasValue ? .text(value) : .alone))
    }
  }

  /// Reads the configuration values that the environment variables of git set.
  ///
  /// - Throws: `GitError` if `GIT_CONFIG_COUNT` is not a number, or if a counted key or value is
  ///   not set. git refuses to run then too.
  init(_ environment: [String: String]) throws(GitError) {
    let operation = "read the configuration in the environment"
    if let text = environment["GIT_CONFIG_COUNT"], !text.isEmpty {
      guard let count = Int32(text), count >= 0 else {
        throw GitError(.invalid, "GIT_CONFIG_COUNT is not a number", operation: operation)
      }
      for index in 0..<count {
        guard let key = environment["GIT_CONFIG_KEY_\(index)"],
          let value = environment["GIT_CONFIG_VALUE_\(index)"]
        else {
          throw GitError(
            .invalid, "GIT_CONFIG_KEY_\(index) or GIT_CONFIG_VALUE_\(index) is not set",
            operation: operation)
        }
        entries.append((Self.canonical(key), .text(value)))
      }
    }
    // The last value of a key counts, and `GIT_CONFIG_PARAMETERS` comes after `GIT_CONFIG_COUNT`.
    for word in Self.words(in: environment["GIT_CONFIG_PARAMETERS"] ?? "") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      entries.append(
        (Self.canonical(String(parts[0])), parts.count == 2 ? .text(String(parts[1])) : .alone))
    }
  }

  /// Returns the value of a key; nil if the environment does not set it.
  subscript(key: String) -> Value? {
    if entries.isEmpty { return nil }
    let key = Self.canonical(key)
    return entries.last { $0.key == key }?.value
  }

  /// Returns every value of a key, in order.
  func all(_ key: String) -> [String] {
    let key = Self.canonical(key)
    return entries.filter { $0.key == key }.map(\.value.string)
  }

  func isSet(section: String) -> Bool { listed.contains { $0.isOf(section) } }

  /// Returns a key with its section and name in lower case. The subsection between them may contain
  /// dots and is unchanged.
  private static func canonical(_ key: String) -> String {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard let section = parts.first, let name = parts.last, parts.count > 1 else { return key }
    let middle = parts.dropFirst().dropLast()
    return ([section.lowercased()] + middle.map(String.init) + [name.lowercased()])
      .joined(separator: ".")
  }

  /// Splits a list of single-quoted words, in which `'\''` and `'\!'` stand for `'` and `!`.
  ///
  /// git 2.31 and later write `'key'='value'`, older versions `'key=value'`. Without the quotes,
  /// both are `key=value`.
  private static func words(in text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if isQuoted {
        word = (word ?? "") + String(character)
      } else if character == "\\" {
        isEscaped = true
      } else if character == " " {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
