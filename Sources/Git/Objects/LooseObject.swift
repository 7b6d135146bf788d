import CGit2
import CPlatform
import CZlib
import Libc

/// A new object that is stored as a file of its own. Several are flushed together.
///
/// libgit2 flushes each file and its folder before it writes the next file, and waits for the disk
/// each time. Here all files are written first, and the system is told to write them out. Then the
/// first flush does most of the work of the others. The files get their names last, so a crash
/// leaves a whole object or none. The names are on the disk before a reference moves.
///
/// git's `core.fsyncMethod=batch` flushes only one file. That is enough where the file system keeps
/// the order of its metadata, as ext4 does, but not everywhere. So each file is flushed.
struct LooseObject {
  let id: ObjectID
  /// The header `<type> <size>`, a NUL, and the content, compressed.
  private let bytes: [UInt8]

  /// Compresses an object at zlib's fastest level, git's default for loose objects.
  ///
  /// - Parameter type: `blob`, `tree`, `commit` or `tag`.
  init(_ id: ObjectID, type: String, content: [UInt8]) throws(GitError) {
    self.id = id
    let plain = Array("\(type) \(content.count)\0".utf8) + content
    var size = compressBound(uLong(plain.count))
    var status = Z_OK
    bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      status = compress2(buffer.baseAddress, &size, plain, uLong(plain.count), Z_BEST_SPEED)
      count = status == Z_OK ? Int(size) : 0
    }
    guard status == Z_OK else {
      throw GitError(.generic, "zlib error \(status)", operation: "compress object \(id)")
    }
  }

  /// Stores objects. Each must come after the objects that it refers to.
  ///
  /// - Parameter folder: The folder `objects`, without `/` at the end.
  /// - Throws: `GitError` if the system refuses; then some objects may be stored.
  static func store(_ objects: [LooseObject], in folder: String) throws(GitError) {
    var files: [TemporaryFile] = []
    for object in objects {
      let file = try TemporaryFile(in: folder, named: "tmp_obj")
      try file.append(object.bytes)
      files.append(file)
    }
    for file in files { try file.flush() }
    var folders: Set<String> = []
    for (file, object) in zip(files, objects) {
      let name = "\(folder)/\(object.id.hex.prefix(2))"
      let isNew = try file.rename(to: "\(name)/\(object.id.hex.dropFirst(2))", in: name)
      folders.formUnion(isNew ? [name, folder] : [name])
    }
    for folder in folders.sorted() { try flush(folder: folder) }
  }

  /// Flushes a folder, so that the names in it survive a crash.
  static func flush(folder: String) throws(GitError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // 'git gc' may have packed the objects meanwhile. Then it flushed the pack and removed the
    // folder.
    if descriptor < 0, errno == ENOENT { return }
    guard descriptor >= 0 else { throw .system("open '\(folder)'") }
    defer { close(descriptor) }
    guard flushToDisk(descriptor) == 0 else { throw .system("flush '\(folder)'") }
  }
}

/// Flushes a file or folder, so that what was written to it survives a crash.
///
/// - Returns: 0, or -1 with `errno`.
func flushToDisk(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // On macOS, 'fsync' may leave the bytes in the disk's cache.
    return fcntl(descriptor, F_FULLFSYNC)
  #else
    return fsync(descriptor)
  #endif
}
