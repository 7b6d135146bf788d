import CGit2

extension Repository {
  /// Returns the value of a configuration key, or `nil` if the key is not set. The environment
  /// overrides the files, and a more specific file overrides the others.
  ///
  /// - Parameter key: The full key, `section.name` or `section.subsection.name`.
  /// - Throws: `GitError` with code `.invalidSpec` if the key is not in that form.
  ///
  /// The C function is `git_config_get_string_buf`. libgit2 1.5 can add files to a configuration,
  /// but not single values such as those of `git -c`, so those are looked up separately.
  package func configString(_ key: String) throws(GitError) -> String? {
    if let value = overrides[key] { return value.string }
    if overrides.isComplete { return nil }
    return try withConfiguration { (configuration) throws(GitError) -> String? in
      var buffer = git_buf()
      defer { git_buf_dispose(&buffer) }
      let status = git_config_get_string_buf(&buffer, configuration, key)
      return try found(status, key) ? String(cString: buffer.ptr) : nil
    }
  }

  /// Returns all values of a configuration key: first those of the files, the most specific file
  /// last, then those of the environment.
  ///
  /// The C function is `git_config_get_multivar_foreach`.
  package func configStrings(_ key: String) throws(GitError) -> [String] {
    if overrides.isComplete { return overrides.all(key) }
    let values = try withConfiguration { (configuration) throws(GitError) -> [String] in
      var values: [String] = []
      let status = withUnsafeMutablePointer(to: &values) { values in
        git_config_get_multivar_foreach(
          configuration, key, nil,
          { entry, values in
            guard let entry, let values else { return 0 }
            let list = values.assumingMemoryBound(to: [String].self)
            list.pointee.append(entry.pointee.value.map { String(cString: $0) } ?? "")
            return 0
          }, values)
      }
      return try found(status, key) ? values : []
    }
    return values + overrides.all(key)
  }

  /// Returns whether any key of a section is set. For `trailer`, `trailer.separators` is such a
  /// key.
  ///
  /// - Parameter section: The section's name, in lower-case letters.
  ///
  /// The C function is `git_config_foreach`.
  package func isConfigured(section: String) throws(GitError) -> Bool {
    if overrides.isSet(section: section) { return true }
    return try configEntries().contains { $0.isOf(section) }
  }

  /// Returns the values of the keys `section.SUBSECTION.name`, by their subsections. If a key has
  /// several values, the last one counts.
  ///
  /// - Parameters:
  ///   - section: The section's name, in lower-case letters.
  ///   - name: The last part of the keys, in lower-case letters.
  ///
  /// The C function is `git_config_foreach`.
  package func configStrings(section: String, name: String) throws(GitError) -> [String: String] {
    var found: [String: String] = [:]
    for entry in try configEntries() + overrides.listed {
      if let subsection = entry.subsection(of: section, before: name) {
        found[subsection] = entry.value
      }
    }
    return found
  }

  /// Returns the values of all keys in one subsection of the configuration files, by their names in
  /// lower case. If a key has several values, the last one counts. The environment is not read.
  ///
  /// - Parameter section: The section and the subsection: `pmgit.alias`.
  ///
  /// The C function is `git_config_foreach`.
  package func configStrings(in section: String) throws(GitError) -> [String: String] {
    var found: [String: String] = [:]
    for entry in try configEntries() where entry.isOf(section) {
      found[
        String(decoding: Array(entry.key.utf8.dropFirst(section.utf8.count + 1)), as: UTF8.self)] =
        entry.value
    }
    return found
  }

  /// Returns every entry of the configuration files, the least specific file first.
  ///
  /// libgit2 1.5 with PCRE2 leaks memory in the functions that filter entries by a regular
  /// expression. So this function reads all entries, and the callers filter them.
  private func configEntries() throws(GitError) -> [ConfigEntry] {
    if overrides.isComplete { return overrides.listed }
    return try withConfiguration { (configuration) throws(GitError) -> [ConfigEntry] in
      var entries: [ConfigEntry] = []
      let status = withUnsafeMutablePointer(to: &entries) { entries in
        git_config_foreach(
          configuration,
          { entry, entries in
            guard let entry, let entries else { return 0 }
            let value = entry.pointee.value.map { String(cString: $0) } ?? ""
            entries.assumingMemoryBound(to: [ConfigEntry].self).pointee.append(
              ConfigEntry(key: String(cString: entry.pointee.name), value: value))
            return 0
          }, entries)
      }
      try check(status, "read the configuration")
      return entries
    }
  }

  /// Returns the value of a configuration key as a Boolean in any of git's spellings, or `nil` if
  /// it is not set.
  ///
  /// - Throws: `GitError` with code `.generic` if the value is not a Boolean.
  ///
  /// The C function is `git_config_get_bool`.
  package func configBool(_ key: String) throws(GitError) -> Bool? {
    if let value = overrides[key] {
      var isTrue: Int32 = 1
      if case .text(let text) = value {
        try check(git_config_parse_bool(&isTrue, text), "read '\(key)'")
      }
      return isTrue != 0
    }
    if overrides.isComplete { return nil }
    return try withConfiguration { (configuration) throws(GitError) -> Bool? in
      var value: Int32 = 0
      return try found(git_config_get_bool(&value, configuration, key), key) ? value != 0 : nil
    }
  }

  /// Returns the value of a configuration key as a whole number, or `nil` if it is not set. git's
  /// suffixes `k`, `m` and `g` are accepted.
  ///
  /// - Throws: `GitError` with code `.generic` if the value is not a number.
  ///
  /// The C function is `git_config_get_int64`.
  package func configInteger(_ key: String) throws(GitError) -> Int? {
    if let value = overrides[key] {
      var number: Int64 = 0
      try check(git_config_parse_int64(&number, value.string), "read '\(key)'")
      return Int(number)
    }
    if overrides.isComplete { return nil }
    return try withConfiguration { (configuration) throws(GitError) -> Int? in
      var value: Int64 = 0
      return try found(git_config_get_int64(&value, configuration, key), key) ? Int(value) : nil
    }
  }

  /// Sets a key in the configuration of this clone, which all its work trees share.
  ///
  /// - Throws: `GitError` with code `.locked` if another process is writing the file.
  package func setConfig(_ key: String, _ value: String) throws(GitError) {
    try withLocalConfiguration { (configuration) throws(GitError) in
      try changing("set '\(key)'", git_config_set_string(configuration, key, value))
    }
  }

  /// Reads the configuration again when a value is needed next, because another process may have
  /// changed it.
  package func rereadConfiguration() throws(GitError) {
    configuration = nil
    try thawConfiguration("read the configuration again")
    try readListing()
  }

  /// Makes libgit2 look at the configuration files again, after `freezeConfiguration`.
  private func thawConfiguration(_ operation: String) throws(GitError) {
    guard let files = configurationFiles else { return }
    try check(git_repository_set_config(handle.raw, files.handle.raw), operation)
    configurationFiles = nil
  }

  /// Removes every value of a key from this clone's configuration. A key that is not set is not an
  /// error.
  package func unsetConfig(_ key: String) throws(GitError) {
    try withLocalConfiguration { (configuration) throws(GitError) in
      let status = git_config_delete_multivar(configuration, key, ".*")
      if status != GIT_ENOTFOUND.rawValue { try changing("unset '\(key)'", status) }
    }
  }

  /// Returns the sorted names of the remotes that have an address to fetch from or to push to in
  /// the configuration files.
  package func remoteNames() throws(GitError) -> [String] {
    let names = try configEntries().compactMap { entry in
      entry.subsection(of: "remote", before: "url")
        ?? entry.subsection(of: "remote", before: "pushurl")
    }
    return Set(names).sorted()
  }

  /// Throws if a change failed. The error names the configuration file, which libgit2's own message
  /// does not always do.
  private func changing(_ operation: String, _ status: Int32) throws(GitError) {
    if status >= 0 { return }
    throw GitError.last(status: status, operation: operation)
      .located(in: commonDirectory + "config")
  }

  /// Runs `body` with the values of all configuration files, as they were when a value was first
  /// read or last changed through this repository.
  private func withConfiguration<Result>(
    _ body: (OpaquePointer) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    if let configuration { return try body(configuration.handle.raw) }
    let repository = handle.raw
    let read = KeptConfiguration(
      try Handle("read the configuration", git_config_free) {
        git_repository_config_snapshot($0, repository)
      })
    configuration = read
    return try body(read.handle.raw)
  }

  /// Makes libgit2 use the values as they are now. For each of its own questions, such as whether
  /// to write a reflog, it would look at all configuration files again.
  ///
  /// The C function is `git_repository_set_config`.
  func freezeConfiguration() throws(GitError) {
    let operation = "read the configuration"
    let repository = handle.raw
    let files = try Handle(operation, git_config_free) { git_repository_config($0, repository) }
    try withConfiguration { (values) throws(GitError) in
      try check(git_repository_set_config(repository, values), operation)
    }
    configurationFiles = KeptConfiguration(files)
  }

  /// Runs `body` with the configuration file of this clone only, for writing. From then on, libgit2
  /// looks at the files.
  private func withLocalConfiguration(
    _ body: (OpaquePointer) throws(GitError) -> Void
  ) throws(GitError) {
    let operation = "open the configuration"
    defer { configuration = nil }
    try thawConfiguration(operation)
    let all = try Handle(operation, git_config_free) {
      git_repository_config($0, handle.raw)
    }
    let local = try Handle("open the configuration of this clone", git_config_free) {
      git_config_open_level($0, all.raw, GIT_CONFIG_LEVEL_LOCAL)
    }
    try body(local.raw)
    try readListing()
  }
}

/// A configuration of libgit2 that a repository keeps: the files, or their values at one moment.
final class KeptConfiguration {
  let handle: Handle

  fileprivate init(_ handle: consuming Handle) { self.handle = handle }
}

/// Returns whether a key was found. Throws every failure other than "not found".
private func found(_ status: Int32, _ key: String) throws(GitError) -> Bool {
  if status == GIT_ENOTFOUND.rawValue { return false }
  try check(status, "read '\(key)'")
  return true
}

/// An entry of the configuration; its key is `section.SUBSECTION.name` or `section.name`, with the
/// section and the name in lower case.
struct ConfigEntry {
  let key: String
  let value: String

  // Keys are compared as bytes: as characters, a combining mark would join the dot before it.

  func isOf(_ section: String) -> Bool { key.utf8.starts(with: "\(section).".utf8) }

  /// Returns the subsection of a key `section.SUBSECTION.name`; nil if the key has another form.
  func subsection(of section: String, before name: String) -> String? {
    let end = ".\(name)".utf8
    let rest = key.utf8.dropFirst(section.utf8.count + 1)
    guard isOf(section), rest.count > end.count, rest.suffix(end.count).elementsEqual(end) else {
      return nil
    }
    return String(decoding: Array(rest.dropLast(end.count)), as: UTF8.self)
  }
}
