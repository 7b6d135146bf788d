import CGit2
import CPlatform
import CZlib

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stores new objects as one file each, and flushes all of them together.
///
/// libgit2 flushes each file and its folder before it writes the next file, and waits for the disk
/// each time. Here all files are written first, and the system is told to write them out. Then the
/// first flush does most of the work of the others. The files get their names last, so a crash
/// leaves a whole object or none. The names are on the disk before a reference moves.
///
/// git's `core.fsyncMethod=batch` flushes only one file. That is enough where the file system keeps
/// the order of its metadata, as ext4 does, but not everywhere. So each file is flushed.
struct LooseObjects {
  /// The folder `objects`, ending in `/`.
  private let folder: String

  /// - Parameter folder: The folder `objects`, ending in `/`.
  init(in folder: String) { self.folder = folder }

  /// An object as it is stored in its file.
  struct Object {
    let id: ObjectID
    /// The header `<type> <size>`, a NUL, and the content, compressed.
    let bytes: [UInt8]
  }

  /// Stores objects. Each must come after the objects that it refers to.
  ///
  /// - Throws: `GitError` if the system refuses; then some objects may be stored.
  func store(_ objects: [Object]) throws(GitError) {
    var files: [NewFile] = []
    for object in objects { files.append(try NewFile(in: folder, object.bytes)) }
    for file in files { try file.flush() }
    var folders: Set<String> = []
    for (file, object) in zip(files, objects) {
      let name = folder + object.id.hex.prefix(2)
      let isNew = try file.name("\(name)/\(object.id.hex.dropFirst(2))", in: name)
      folders.formUnion(isNew ? [name, folder] : [name])
    }
    for folder in folders.sorted() { try Self.flush(folder: folder) }
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

extension LooseObjects.Object {
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
}

/// A file that has no final name yet. It is removed if it never gets one.
private final class NewFile {
  private let path: String
  private let descriptor: Int32
  /// Whether the file exists and still has the name `path`.
  private var isTemporary = false

  /// Writes bytes to a new file. If pmgit is killed, `git prune` removes the file.
  init(in folder: String, _ bytes: [UInt8]) throws(GitError) {
    path = "\(folder)tmp_obj_\(String(UInt64.random(in: .min ... .max), radix: 36))"
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
    guard descriptor >= 0 else { throw .system("write '\(path)'") }
    isTemporary = true
    guard writeAll(bytes, to: descriptor) else { throw .system("write '\(path)'") }
    pmgit_start_writing_out(descriptor)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if isTemporary { unlink(path) }
  }

  func flush() throws(GitError) {
    guard flushToDisk(descriptor) == 0 else { throw .system("flush '\(path)'") }
  }

  /// Gives the file its name. A file with that name is replaced: it has the same object.
  ///
  /// If `git gc` removes the new folder before the file is in it, the folder is made again.
  ///
  /// - Returns: Whether the folder had to be made.
  func name(_ name: String, in folder: String) throws(GitError) -> Bool {
    var isNew = false
    for _ in 0..<100 {
      if rename(path, name) == 0 {
        isTemporary = false
        return isNew
      }
      guard errno == ENOENT else { break }
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw .system("make '\(folder)'") }
      isNew = true
    }
    throw .system("rename '\(path)' to '\(name)'")
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
