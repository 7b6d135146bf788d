import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The new objects of a batch, which libgit2 reads and writes like stored ones.
///
/// Up to `packLimit` objects are in memory. With more, all of them are in a new pack, so that a
/// batch of any size needs little memory.
final class BatchObjects {

  /// The folder `objects`, ending in `/`.
  private let folder: String
  /// Whether the batch is to be stored; if not, no file is written.
  private let isStored: Bool
  /// The objects in memory, in the order in which they were written.
  private var written: [NewObject] = []
  /// The positions of the objects in `written`.
  private var places: [ObjectID: Int] = [:]
  private var pack: NewPack?
  /// The error with which the last write of libgit2 failed.
  private(set) var failure: GitError?

  /// The smallest number of objects that are stored as a pack. It is the default of git's
  /// `transfer.unpackLimit`: many small packs slow git down.
  private static let packLimit = 100

  init(in folder: String, isStored: Bool) { (self.folder, self.isStored) = (folder, isStored) }

  /// Whether the objects are in a new pack, which an open database of libgit2 does not know.
  var isPacked: Bool { pack != nil }

  /// Stores the objects in the repository.
  func store() throws(GitError) {
    if let pack { return try pack.finish() }
    let objects = try written.map { object throws(GitError) in
      try LooseObject(
        object.id, type: String(cString: git_object_type2string(object.type)),
        content: object.content)
    }
    if !objects.isEmpty { try LooseObject.store(objects, in: String(folder.dropLast())) }
  }

  /// Adds an object that the repository does not have. Adding it twice changes nothing.
  func add(_ object: NewObject) throws(GitError) {
    if contains(object.id) { return }
    if let pack { return try pack.add(object) }
    places[object.id] = written.count
    written.append(object)
    if isStored, written.count >= Self.packLimit { try beginPack() }
  }

  /// Moves the objects from memory to a new pack.
  private func beginPack() throws(GitError) {
    let pack = try NewPack(in: folder)
    for object in written { try pack.add(object) }
    (written, places) = ([], [:])
    self.pack = pack
  }

  // MARK: - Reading

  func contains(_ id: ObjectID) -> Bool { places[id] != nil || pack?.contains(id) ?? false }

  fileprivate func header(of id: ObjectID) -> (type: git_object_t, size: Int)? {
    if let place = places[id] { return (written[place].type, written[place].content.count) }
    return pack?.header(of: id)
  }

  fileprivate func read(
    _ id: ObjectID, into content: UnsafeMutableRawBufferPointer
  ) throws(GitError) {
    if let place = places[id] {
      content.copyBytes(from: written[place].content)
    } else {
      try pack?.read(id, into: content)
    }
  }

  /// Calls a function of `add` or `read` for libgit2, and keeps its error.
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

// MARK: - libgit2

extension BatchObjects {
  /// Makes libgit2 read these objects in a database, and write new ones here.
  func serve(_ database: borrowing Handle) throws(GitError) {
    let operation = "gather objects in memory"
    let backend = UnsafeMutablePointer<pmgit_backend>.allocate(capacity: 1)
    backend.initialize(to: pmgit_backend())
    let parent = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
    let version = git_odb_init_backend(parent, UInt32(GIT_ODB_BACKEND_VERSION))
    backend.pointee.objects = Unmanaged.passRetained(self).toOpaque()
    parent.pointee.read = readObject
    parent.pointee.read_header = readHeader
    parent.pointee.exists = objectExists
    parent.pointee.write = writeObject
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

/// Returns the objects of a backend; nil for no backend.
private func objects(of backend: UnsafeMutablePointer<git_odb_backend>?) -> BatchObjects? {
  guard let backend else { return nil }
  let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: pmgit_backend.self)
  return own.pointee.objects.map {
    Unmanaged<BatchObjects>.fromOpaque($0).takeUnretainedValue()
  }
}

private func readObject(
  _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int>?,
  _ type: UnsafeMutablePointer<git_object_t>?, _ backend: UnsafeMutablePointer<git_odb_backend>?,
  _ id: UnsafePointer<git_oid>?
) -> Int32 {
  guard let id = id.map({ ObjectID($0.pointee) }), let objects = objects(of: backend),
    let header = objects.header(of: id)
  else { return GIT_ENOTFOUND.rawValue }
  // libgit2 expects a byte even for an empty object.
  guard let buffer = git_odb_backend_data_alloc(backend, max(1, header.size)) else {
    return GIT_ERROR.rawValue
  }
  let content = UnsafeMutableRawBufferPointer(start: buffer, count: header.size)
  let status = objects.status { () throws(GitError) in try objects.read(id, into: content) }
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
  guard let id, let header = objects(of: backend)?.header(of: ObjectID(id.pointee)) else {
    return GIT_ENOTFOUND.rawValue
  }
  size?.pointee = header.size
  type?.pointee = header.type
  return 0
}

private func objectExists(
  _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
) -> Int32 {
  guard let id, let objects = objects(of: backend) else { return 0 }
  return objects.contains(ObjectID(id.pointee)) ? 1 : 0
}

private func writeObject(
  _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?,
  _ bytes: UnsafeRawPointer?, _ size: Int, _ type: git_object_t
) -> Int32 {
  guard let id, let objects = objects(of: backend) else { return GIT_ERROR.rawValue }
  return objects.status { () throws(GitError) in
    let content = Array(UnsafeRawBufferPointer(start: bytes, count: size))
    try objects.add(NewObject(id: ObjectID(id.pointee), type: type, content: content))
  }
}

private func freeBackend(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
  guard let backend else { return }
  let own = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: pmgit_backend.self)
  if let objects = own.pointee.objects {
    Unmanaged<BatchObjects>.fromOpaque(objects).release()
  }
  own.deallocate()
}
