#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A temporary folder, removed when this value goes out of scope.
struct ScratchFolder: ~Copyable {
  let path: String

  /// - Parameter parent: An existing folder.
  /// - Throws: `GitError` if it can't be created.
  init(in parent: String) throws(GitError) {
    path = try Folder.makeTemporary(in: parent, named: "pmgit")
  }

  deinit { Self.remove(path) }

  /// Removes a folder and its contents. Failures are ignored, because the parent folder is cleaned
  /// up later: it is the quarantine or the system's temporary folder.
  private static func remove(_ folder: String) {
    guard let names = try? Repository.fileNames(in: folder) else { return }
    for name in names {
      let file = "\(folder)/\(name)"
      if unlink(file) != 0 { remove(file) }
    }
    rmdir(folder)
  }
}
