import Libc
import PlanActions

/// Reads the files of a folder that an import may understand.
///
/// Symbolic links in the folder are not followed, so that an untrusted folder can't refer to files
/// elsewhere. Hidden files and folders, pipes and devices are left out.
struct FolderReading {
  private let name: String
  private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// The files and folders that could not be opened.
  private(set) var unreadable: [String] = []
  private var size = 0

  /// The greatest depth of subfolders.
  private static let maximumDepth = 16

  /// Reads a folder.
  ///
  /// - Returns: nil if the path is not a folder.
  /// - Throws: `Problem` if the folder has more files or bytes than an import reads.
  init?(_ path: String, named name: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOTDIR || errno == ENOENT { return nil }
      throw HostFiles.problem("read", name)
    }
    self.name = name
    try read(descriptor, at: "", depth: 0)
  }

  /// Reads an open folder, and closes it.
  private mutating func read(_ descriptor: Int32, at prefix: String, depth: Int) throws {
    guard let stream = fdopendir(descriptor) else {
      let problem = HostFiles.problem("read", name)
      close(descriptor)
      throw problem
    }
    defer { closedir(stream) }
    guard depth <= Self.maximumDepth else {
      throw Problem(code: .tooLarge, message: "the folders in '\(name)' are nested too deeply")
    }
    for entry in HostFiles.rawNames(of: stream) {
      let path = prefix + HostFiles.text(of: entry)
      let opened = openat(descriptor, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      // Opening a symbolic link fails, and files that are removed meanwhile are ignored.
      guard opened >= 0 else {
        if [ELOOP, ENOENT, ENXIO, EMLINK].contains(errno) { continue }
        if ImportMaterial.reads(path) || Self.isFolder(entry, in: descriptor) {
          unreadable.append(path)
        }
        continue
      }
      var status = stat()
      guard fstat(opened, &status) == 0 else {
        close(opened)
        throw HostFiles.problem("read", "\(name)/\(path)")
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try read(opened, at: "\(path)/", depth: depth + 1)
      case S_IFREG where ImportMaterial.reads(path):
        try add(opened, at: path, size: Int(status.st_size))
      default: close(opened)
      }
    }
  }

  private static func isFolder(_ entry: [CChar], in folder: Int32) -> Bool {
    var status = stat()
    return fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads an open file, and closes it.
  private mutating func add(_ descriptor: Int32, at path: String, size expected: Int) throws {
    defer { close(descriptor) }
    let most = ImportMaterial.maximumSize
    let bytes = try HostFiles.read(
      descriptor: descriptor, name: "\(name)/\(path)", upTo: most - size, expecting: expected)
    size += bytes.count
    guard size <= most else {
      throw Problem(
        code: .tooLarge, message: "the files in '\(name)' are longer than \(most >> 20) MiB",
        hints: ["name the folder with the plans, and not one around it"])
    }
    guard files.count < ImportMaterial.maximumFiles else {
      throw Problem(
        code: .tooMany,
        message: "'\(name)' has more than \(ImportMaterial.maximumFiles) files",
        hints: ["name the folder with the plans, and not one around it"])
    }
    files.append((path, bytes))
  }
}
