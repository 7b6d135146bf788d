import Libc

/// Files of a work tree, which are read and replaced as a whole.
///
/// Symbolic links to files of the same work tree are followed for reading, but never for writing.
package struct WorkTreeFiles: Sendable {
  /// The top folder without symbolic links, ending in `/`.
  private let top: String

  /// Opens the files of a work tree.
  ///
  /// - Parameter workTree: The top folder of the work tree.
  package init(in workTree: String) throws(GitError) {
    guard let real = Git.realPath(workTree) else { throw .system("open '\(workTree)'") }
    top = real.hasSuffix("/") ? real : real + "/"
  }

  /// The reason why a file is not read.
  package enum Obstacle: Hashable, Sendable {
    /// A symbolic link on the path leads out of the work tree, into git's own folder, or nowhere.
    case link
    /// The path leads to a folder, a pipe or a device.
    case noFile
    case tooLarge
  }

  package enum Content: Hashable, Sendable {
    case absent
    case bytes([UInt8])
    /// A symbolic link on the path leads to these bytes.
    case linked([UInt8])
    case obstacle(Obstacle)
  }

  /// The longest file that is read: a mebibyte.
  private static let mostBytes = 1 << 20

  /// Returns the content of a file.
  ///
  /// - Parameter path: The path below the top folder.
  package func content(of path: String) throws(GitError) -> Content {
    guard let file = try place(of: path) else { return .obstacle(.link) }
    let isLinked = file != top + path
    var status = stat()
    guard stat(file, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return isLinked ? .obstacle(.link) : .absent }
      throw .system("read '\(path)'")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .obstacle(.noFile) }
    guard status.st_size <= Self.mostBytes else { return .obstacle(.tooLarge) }
    guard let bytes = try bytesOfFile(file) else { throw .system("read '\(file)'") }
    return isLinked ? .linked(bytes) : .bytes(bytes)
  }

  /// Whether there is a file, a folder or a symbolic link at a path.
  package func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(top + path, &status) == 0
  }

  /// Returns the path of a file below the top folder, without symbolic links; nil if a link does
  /// not lead to another place in the work tree. The file and its folder may be missing.
  package func realPath(of path: String) throws(GitError) -> String? {
    try place(of: path).map { String($0.dropFirst(top.count)) }
  }

  /// Replaces a file by renaming a new one, so that nobody sees a half-written file. A missing file
  /// and its folder are made; an existing file keeps its mode.
  ///
  /// - Throws: `GitError` with code `.invalid` if a symbolic link is on the path.
  package func write(_ bytes: [UInt8], to path: String) throws(GitError) {
    let file = try requirePlace(of: path)
    try makeFolder(of: file)
    var status = stat()
    let mode = stat(file, &status) == 0 ? status.st_mode & 0o7777 : nil
    let new = "\(file).pmgit-\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("write '\(path)'") }
    var isWritten = writeAll(bytes, to: descriptor)
    if isWritten, let mode { isWritten = fchmod(descriptor, mode) == 0 }
    isWritten = isWritten && fsync(descriptor) == 0
    guard isWritten, rename(new, file) == 0 else {
      let error = GitError.system("write '\(path)'")
      close(descriptor)
      unlink(new)
      throw error
    }
    close(descriptor)
  }

  /// Removes a file, and its folder if that is empty afterwards and is not the top folder.
  package func remove(_ path: String) throws(GitError) {
    let file = try requirePlace(of: path)
    guard unlink(file) == 0 || errno == ENOENT else { throw .system("remove '\(path)'") }
    // `rmdir` fails if the folder has other files, so it stays.
    if let slash = path.lastIndex(of: "/") { rmdir(top + path[..<slash]) }
  }

  // MARK: - Paths

  private func requirePlace(of path: String) throws(GitError) -> String {
    guard let file = try place(of: path), file == top + path else {
      throw GitError(.invalid, "a symbolic link is on the path", operation: "write '\(path)'")
    }
    return file
  }

  /// Returns the path of a file without symbolic links; nil if a link does not lead to another
  /// place in the work tree. The file and its folder may be missing.
  private func place(of path: String) throws(GitError) -> String? {
    var status = stat()
    let file = top + path
    if lstat(file, &status) == 0 {
      return Git.realPath(file).flatMap { isInside($0) ? $0 : nil }
    }
    guard errno == ENOENT || errno == ENOTDIR else { throw .system("look at '\(path)'") }
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    guard lstat(String(folder), &status) == 0 else { return file }
    guard let real = Git.realPath(String(folder)), isInside(real + "/") else { return nil }
    return real + file[folder.endIndex...]
  }

  /// Whether a path without symbolic links is in the work tree and not in a git directory.
  private func isInside(_ real: String) -> Bool {
    real.hasPrefix(top) && !real.dropFirst(top.count).split(separator: "/").contains(".git")
  }

  private func makeFolder(of file: String) throws(GitError) {
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw .system("make the folder '\(folder)'")
    }
  }
}
