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

  deinit {
    // Remaining files are in a folder that is cleared anyway: the quarantine or the system's.
    guard let names = try? Repository.fileNames(in: path) else { return }
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
