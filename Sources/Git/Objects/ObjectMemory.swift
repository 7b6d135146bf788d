import CGit2

/// Objects that libgit2 reads from memory and not from files: those of a running batch, and small
/// ones that this repository has stored in a batch, or read, before.
///
/// A command reads most of its objects several times, and all that it wrote. libgit2 itself keeps
/// commits and trees, but no blobs and nothing that it writes.
///
/// The objects are a source of libgit2's object database, a `git_odb_backend`, as long as the
/// repository is open. Whether an object is stored is not answered from memory, except for a
/// running batch: 'git gc' may have removed it meanwhile, and it would not be written again.
final class ObjectMemory {
  /// The running batch, which also gets what libgit2 writes; nil if files are written.
  var batch: BatchObjects?
  private var kept: [ObjectID: NewObject] = [:]
  /// The number of bytes in `kept`.
  private var size = 0

  /// The largest object to keep, in bytes. Nearly all plans and folders are smaller.
  private static let largestKept = 1 << 16
  /// The most bytes to keep.
  private static let mostBytes = 1 << 20

  /// Keeps a stored object, unless it is large. If there are too many, all others are dropped.
  func keep(_ object: NewObject) {
    guard object.content.count <= Self.largestKept, kept[object.id] == nil else { return }
    if size + object.content.count > Self.mostBytes { forget() }
    kept[object.id] = object
    size += object.content.count
  }

  /// Returns the bytes of a kept blob.
  func blob(_ id: ObjectID) -> [UInt8]? {
    kept[id].flatMap { $0.type == GIT_OBJECT_BLOB ? $0.content : nil }
  }

  /// Drops the kept objects, so that they are read from their files again.
  func forget() { (kept, size) = ([:], 0) }

  fileprivate func header(of id: ObjectID) -> (type: git_object_t, size: Int)? {
    if let found = batch?.header(of: id) { return found }
    return kept[id].map { ($0.type, $0.content.count) }
  }

  /// Reads an object of which `header(of:)` returned the size, and returns the status for libgit2.
  fileprivate func read(_ id: ObjectID, into content: UnsafeMutableRawBufferPointer) -> Int32 {
    if let object = kept[id] {
      content.copyBytes(from: object.content)
      return 0
    }
    return batch?.status { () throws(GitError) in try batch?.read(id, into: content) } ?? 0
  }
}

// MARK: - libgit2

extension ObjectMemory {
  /// Makes libgit2 read these objects in a database, and write new ones to a running batch.
  func serve(_ database: borrowing Handle) throws(GitError) {
    let operation = "read objects from memory"
    let backend = UnsafeMutablePointer<pmgit_backend>.allocate(capacity: 1)
    backend.initialize(to: pmgit_backend())
    let parent = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
    let version = git_odb_init_backend(parent, UInt32(GIT_ODB_BACKEND_VERSION))
    backend.pointee.objects = Unmanaged.passRetained(self).toOpaque()
    parent.pointee.read = readObject
    parent.pointee.read_header = readHeader
    parent.pointee.exists = objectExists
    parent.pointee.write = writeObject
    parent.pointee.foreach = visitNothing
    parent.pointee.free = freeBackend
    // The priority is above libgit2's own backends, which have 1 and 2, so that writes come here.
    // From here on the database owns the backend and frees it.
    let status = version < 0 ? version : git_odb_add_backend(database.raw, parent, 100)
    if status < 0 {
      let error = GitError.last(status: status, operation: operation)
      freeBackend(parent)
      throw error
    }
  }
}

extension BatchObjects {
  /// Calls a function that reads or writes objects for libgit2, and keeps its error.
  ///
  /// - Returns: The status for libgit2.
  fileprivate func status(of body: () throws(GitError) -> Void) -> Int32 {
    failure = nil
    do throws(GitError) {
      try body()
      return 0
    } catch {
      failure = error
      git_error_set_str(Int32(GIT_ERROR_OS.rawValue), error.message)
      return GIT_ERROR.rawValue
    }
  }
}

/// Returns the objects of a backend; nil for no backend.
private func memory(of backend: UnsafeMutablePointer<git_odb_backend>?) -> ObjectMemory? {
  guard let backend else { return nil }
  let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: pmgit_backend.self)
  return own.pointee.objects.map {
    Unmanaged<ObjectMemory>.fromOpaque($0).takeUnretainedValue()
  }
}

private func readObject(
  _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int>?,
  _ type: UnsafeMutablePointer<git_object_t>?, _ backend: UnsafeMutablePointer<git_odb_backend>?,
  _ id: UnsafePointer<git_oid>?
) -> Int32 {
  guard let id = id.map({ ObjectID($0.pointee) }), let memory = memory(of: backend),
    let header = memory.header(of: id)
  else { return GIT_ENOTFOUND.rawValue }
  // libgit2 expects a byte even for an empty object.
  guard let buffer = git_odb_backend_data_alloc(backend, max(1, header.size)) else {
    return GIT_ERROR.rawValue
  }
  let content = UnsafeMutableRawBufferPointer(start: buffer, count: header.size)
  let status = memory.read(id, into: content)
  guard status == 0 else {
    git_odb_backend_data_free(backend, buffer)
    return status
  }
  bytes?.pointee = buffer
  size?.pointee = header.size
  type?.pointee = header.type
  return 0
}

private func readHeader(
  _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<git_object_t>?,
  _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
) -> Int32 {
  guard let id, let header = memory(of: backend)?.header(of: ObjectID(id.pointee)) else {
    return GIT_ENOTFOUND.rawValue
  }
  size?.pointee = header.size
  type?.pointee = header.type
  return 0
}

private func objectExists(
  _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
) -> Int32 {
  guard let id, let batch = memory(of: backend)?.batch else { return 0 }
  return batch.contains(ObjectID(id.pointee)) ? 1 : 0
}

private func writeObject(
  _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?,
  _ bytes: UnsafeRawPointer?, _ size: Int, _ type: git_object_t
) -> Int32 {
  guard let id, let batch = memory(of: backend)?.batch else { return GIT_PASSTHROUGH.rawValue }
  return batch.status { () throws(GitError) in
    let content = Array(UnsafeRawBufferPointer(start: bytes, count: size))
    try batch.add(NewObject(id: ObjectID(id.pointee), type: type, content: content))
  }
}

/// Lists no objects: those in memory are stored as well, or will be. `git_odb_foreach` calls this
/// function of every backend.
private func visitNothing(
  _ backend: UnsafeMutablePointer<git_odb_backend>?, _ visit: git_odb_foreach_cb?,
  _ payload: UnsafeMutableRawPointer?
) -> Int32 {
  0
}

private func freeBackend(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
  guard let backend else { return }
  let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: pmgit_backend.self)
  if let objects = own.pointee.objects {
    Unmanaged<ObjectMemory>.fromOpaque(objects).release()
  }
  own.deallocate()
}
