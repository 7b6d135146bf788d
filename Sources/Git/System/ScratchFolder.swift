#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder for temporary files, removed with its value.
struct ScratchFolder: ~Copyable {
  let path: String

  /// - Parameter parent: An existing folder.
  /// - Throws: `GitError` if it can't be created.
  init(in parent: String) throws(GitError) {
    path = try Folder.makeTemporary(in: parent, named: "pmgit")
  }

  deinit { Self.remove(path) }

  /// Removes a folder and what it holds. Files that remain are in a folder that is cleared anyway:
  /// the quarantine or the system's.
  private static func remove(_ folder: String) {
    guard let names = try? Repository.fileNames(in: folder) else { return }
    for name in names {
      let file = "\(folder)/\(name)"
      if unlink(file) != 0 { remove(file) }
    }
    rmdir(folder)
  }
}
