import Libc

/// A folder in which git looks for hooks, and in which pmgit installs its scripts.
///
/// An existing hook is kept under another name, such as `commit-msg.before-pmgit`, and the
/// installed script calls it. The hook is renamed, so that it can be restored unchanged, even if it
/// is a symbolic link.
package struct HookFolder: Sendable {
  /// The folder, without a `/` at the end.
  package let path: String
  /// The program that the scripts call. Its name is part of the scripts' mark and of the names of
  /// kept hooks.
  private let program: String

  package init(_ path: String, for program: String) { (self.path, self.program) = (path, program) }

  /// The state of a hook's file.
  package enum State: Hashable, Sendable {
    case absent
    /// A script of this program. It is not current if an older version installed it.
    case installed(isCurrent: Bool)
    /// A hook of the user or of another program. git runs it only if it is executable.
    case foreign(isExecutable: Bool)
  }

  /// Returns the second line of a script, which identifies an installed script.
  private func mark(_ hook: String) -> String { "# \(program) hook: \(hook)" }

  package func file(_ hook: String) -> String { "\(path)/\(hook)" }
  package func keptFile(_ hook: String) -> String { "\(file(hook)).before-\(program)" }

  /// Returns whether a replaced hook is kept under its second name.
  package func keeps(_ hook: String) -> Bool { exists(keptFile(hook)) }

  /// Returns whether a new foreign hook has replaced the script while an older hook is kept.
  ///
  /// Only the user can decide which of the two hooks to use.
  package func isDisplaced(_ hook: String, script: [UInt8]) throws(GitError) -> Bool {
    guard keeps(hook), case .foreign = try state(of: hook, script: script) else { return false }
    return !isSame(file(hook), keptFile(hook))
  }

  /// Returns the state of a hook's file.
  ///
  /// - Parameter script: The script that would be installed.
  package func state(of hook: String, script: [UInt8]) throws(GitError) -> State {
    guard exists(file(hook)) else { return .absent }
    let text = try text(of: hook)
    if let text, Array(text.utf8) == script, access(file(hook), X_OK) == 0 {
      return .installed(isCurrent: true)
    }
    let lines = (text ?? "").split(separator: "\n", maxSplits: 2)
    if lines.count > 1, lines[1] == mark(hook) { return .installed(isCurrent: false) }
    return .foreign(isExecutable: access(file(hook), X_OK) == 0)
  }

  /// Returns the text of a hook; nil if the file does not exist, or is a broken link.
  package func text(of hook: String) throws(GitError) -> String? {
    try textOfFile(file(hook))
  }

  /// Installs a script as a hook. Replaces an older script of this program, and keeps a foreign
  /// hook under its second name.
  ///
  /// - Returns: Whether anything was changed.
  /// - Throws: `GitError` with code `.exists` if another hook already has the second name.
  package func install(_ hook: String, script: [UInt8]) throws(GitError) -> Bool {
    let state = try state(of: hook, script: script)
    if state == .installed(isCurrent: true) { return false }
    try makeFolder()
    let new = "\(file(hook)).\(program)-\(getpid())"
    try write(script, to: new)
    if case .foreign = state { try keep(hook, removing: new) }
    guard rename(new, file(hook)) == 0 else {
      let error = GitError.system("install hook '\(file(hook))'")
      unlink(new)
      throw error
    }
    return true
  }

  /// Removes a script, and restores the hook that it replaced, if any.
  ///
  /// - Returns: Whether there was a script.
  package func uninstall(_ hook: String, script: [UInt8]) throws(GitError) -> Bool {
    guard case .installed = try state(of: hook, script: script) else { return false }
    let status =
      keeps(hook) ? rename(keptFile(hook), file(hook)) : unlink(file(hook))
    if status != 0 { throw .system("uninstall hook '\(file(hook))'") }
    return true
  }

  /// Keeps a hook of others as `keptFile`. On file systems with hard links, the hook also stays in
  /// place until pmgit's script is renamed over it, so that git always finds a hook.
  private func keep(_ hook: String, removing new: String) throws(GitError) {
    if exists(keptFile(hook)) {
      // An installation that was killed can leave both names.
      if isSame(file(hook), keptFile(hook)) { return }
      unlink(new)
      throw GitError(
        .exists, "'\(keptFile(hook))' already exists", operation: "keep hook '\(file(hook))'")
    }
    if linkat(AT_FDCWD, file(hook), AT_FDCWD, keptFile(hook), 0) == 0 { return }
    // Some file systems have no hard links. After any other failure the hook may already be
    // replaced by another process's script, so it is not renamed.
    let hasNoLinks = [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno)
    guard hasNoLinks, rename(file(hook), keptFile(hook)) == 0 else {
      let error = GitError.system("keep hook '\(file(hook))'")
      unlink(new)
      throw error
    }
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard lstat(one, &first) == 0, lstat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Creates the folder and its missing parents.
  private func makeFolder() throws(GitError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for count in 1...parts.count {
      let folder = parts[..<count].joined(separator: "/")
      guard folder.isEmpty || mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw .system("create '\(folder)'")
      }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(GitError) {
    let operation = "write '\(path)'"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o777)
    guard descriptor >= 0 else { throw .system(operation) }
    let isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let problem = errno
    guard close(descriptor) == 0, isWritten else {
      if !isWritten { errno = problem }
      let error = GitError.system(operation)
      unlink(path)
      throw error
    }
  }
}

extension GitProgram {
  /// Returns the folder in which git looks for hooks, absolute or relative to the folder that git
  /// runs in, and the scope of the setting `core.hooksPath`: `local`, `worktree`, `global`,
  /// `system` or `command`. The scope is `nil` for git's default folder.
  package func hooksFolder() async throws(GitProgramError) -> (path: String, scope: String?) {
    let deadline: Duration = .seconds(10)
    let output = try await run(["rev-parse", "--git-path", "hooks"], deadline: deadline)
    if output.exitCode != 0 { throw .failed("git rev-parse", output) }
    let setting = try await run(
      ["config", "--show-scope", "--get", "core.hooksPath"], deadline: deadline)
    // git exits with 1 if the key is not set.
    if setting.exitCode > 1 { throw .failed("git config", setting) }
    let scope = setting.firstLine.split(separator: "\t").first
    return (output.firstLine, scope.map(String.init))
  }
}
