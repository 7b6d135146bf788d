import Libc

/// Whether a process uses a lock file.
package enum LockUse: Equatable, Sendable {
  /// The process has the lock file open, or is a git or pmgit that works in the repository.
  case inUse(program: String, process: Int32)

  /// No process that this user may see uses the lock file.
  case unused

  /// This user may not see git's processes, or the system has no `/proc`.
  case unknown
}

extension Repository {
  /// Returns whether a lock file is in use.
  ///
  /// git closes most of its lock files while it holds the locks. So every git or pmgit that works
  /// in the repository counts, except daemons and the processes that started this one.
  package func use(of lock: LockFile) throws(GitError) -> LockUse {
    let processes = try Self.fileNames(in: "/proc").compactMap { Int32($0) }
    if processes.isEmpty { return .unknown }
    let own = Self.ancestors(of: getpid())
    var folders = try workTreeFolders() + [commonDirectory]
    folders = folders.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    var isHidden = false
    for process in processes where !own.contains(process) {
      let name = ((try? textOfFile("/proc/\(process)/comm")) ?? nil)?.filter { $0 != "\n" } ?? ""
      if lock.isOpen(in: process) { return .inUse(program: name, process: process) }
      guard name.hasPrefix("git") || name.hasPrefix("pmgit") else { continue }
      switch Self.isAtWork(process, in: folders) {
      case true?: return .inUse(program: name, process: process)
      case false?: continue
      case nil: isHidden = true
      }
    }
    return isHidden ? .unknown : .unused
  }

  /// Returns whether a git process works in one of the folders; nil if this user may not know.
  private static func isAtWork(_ process: Int32, in folders: [String]) -> Bool? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/cwd", &target, target.count - 1)
    if count < 0 { return errno == ENOENT ? false : nil }  // The process has ended.
    let place = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let words = words(in: "/proc/\(process)/cmdline")
    if words.contains(where: { $0.hasSuffix("--daemon") || $0 == "daemon" }) { return false }
    if folders.contains(where: { place == $0 || place.hasPrefix($0 + "/") }) { return true }
    let said = words + self.words(in: "/proc/\(process)/environ")
    return said.contains { word in folders.contains { word.contains($0) } }
  }

  /// Splits a file of `/proc` at its zero bytes; empty if it can't be read.
  private static func words(in path: String) -> [String] {
    let text = (try? textOfFile(path)) ?? ""
    return text.split(separator: "\0").map(String.init)
  }

  /// Returns a process and its ancestors. For example, the `git` of `git pmgit doctor` is the
  /// parent of this process.
  private static func ancestors(of process: Int32) -> Set<Int32> {
    var found: Set<Int32> = []
    var current = process
    while current > 0, found.insert(current).inserted {
      // The parent is the second field after the name, which is in parentheses and may contain any
      // text.
      let stat = words(in: "/proc/\(current)/stat").first ?? ""
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      current = fields.count > 1 ? Int32(fields[1]) ?? 0 : 0
    }
    return found
  }
}

extension LockFile {
  /// Returns whether a process has the file open; false if this user may not know.
  fileprivate func isOpen(in process: Int32) -> Bool {
    var own = stat()
    guard stat(path, &own) == 0 else { return false }
    let folder = "/proc/\(process)/fd/"
    // Processes may end meanwhile, and the files of other users' processes can't be read.
    for descriptor in (try? Repository.fileNames(in: folder)) ?? [] {
      var status = stat()
      if stat(folder + descriptor, &status) == 0, status.st_ino == own.st_ino,
        status.st_dev == own.st_dev
      {
        return true
      }
    }
    return false
  }
}
