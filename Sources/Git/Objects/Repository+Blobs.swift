import CGit2

extension Repository {
  /// Returns the size of a blob in bytes, without reading the blob.
  ///
  /// A blob from another clone may be larger than memory, so call this before reading one.
  ///
  /// - Throws: `GitError` with code `.notFound` if the object does not exist, `.invalid` if it is
  ///   not a blob.
  ///
  /// The C function is `git_odb_read_header`.
  package func blobSize(_ id: ObjectID) throws(GitError) -> Int {
    let header = try objectHeader(id)
    guard header.type == GIT_OBJECT_BLOB else { throw .notABlob(id) }
    return header.size
  }

  /// Returns the bytes of a blob, after checking them against `id`.
  ///
  /// - Throws: As `blobSize`, and `GitError` with code `.mismatch` if the stored bytes are damaged.
  ///
  /// The C function is `git_odb_read`.
  package func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    var raw = id.raw
    let object = try Handle("read blob \(id)", git_odb_object_free) {
      git_odb_read($0, database.raw, &raw)
    }
    guard git_odb_object_type(object.raw) == GIT_OBJECT_BLOB else { throw .notABlob(id) }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.raw), count: git_odb_object_size(object.raw))
    let content = Array(bytes)
    memory.keep(NewObject(id: id, type: GIT_OBJECT_BLOB, content: content))
    return content
  }

  /// Returns the bytes of a blob; nil if it is longer than `limit`. The bytes are checked against
  /// `id`.
  ///
  /// A blob from another clone may be larger than memory, so its size is read first. A loose object
  /// is opened once for both.
  ///
  /// - Throws: As `blob`.
  package func blob(_ id: ObjectID, atMost limit: Int) throws(GitError) -> [UInt8]? {
    if let known = memory.blob(id) { return known.count <= limit ? known : nil }
    if isLoose(id), let file = LooseFile(id, in: commonDirectory + "objects"), file.isBlob {
      guard file.size <= limit else { return nil }
      if let bytes = file.content(), try blobID(of: bytes) == id {
        memory.keep(NewObject(id: id, type: GIT_OBJECT_BLOB, content: bytes))
        return bytes
      }
    }
    // The object is in a pack or large; or libgit2 says what is wrong with it.
    return try blobSize(id) <= limit ? try blob(id) : nil
  }

  /// Whether an object is in no pack of this repository that libgit2 knows, so that it may have a
  /// file of its own.
  private func isLoose(_ id: ObjectID) -> Bool {
    var (raw, size, type) = (id.raw, 0, GIT_OBJECT_INVALID)
    let objects = database.raw
    for position in 0..<git_odb_num_backends(objects) {
      var backend: UnsafeMutablePointer<git_odb_backend>?
      guard git_odb_get_backend(&backend, objects, position) == 0, let backend else { continue }
      // Of libgit2's own sources, only that of loose objects has this function.
      if backend.pointee.readstream != nil { return true }
      if backend.pointee.read_header?(&size, &type, backend, &raw) == 0 { return false }
    }
    return false
  }

  /// Checks the bytes of a blob against its id, without returning them.
  ///
  /// - Throws: As `blob`.
  package func requireBlob(_ id: ObjectID) throws(GitError) {
    if stored(id, as: GIT_OBJECT_BLOB, { _ in () }) == nil { _ = try blob(id) }
  }

  /// Stores a blob and returns its id. Storing the same bytes again changes nothing.
  package func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    try writeObject(bytes, type: GIT_OBJECT_BLOB, "write a blob of \(bytes.count) bytes")
  }

  /// Returns the id that a blob with these bytes has, without storing it.
  ///
  /// The C function is `git_odb_hash`.
  package func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    var raw = git_oid()
    try check(
      git_odb_hash(&raw, bytes, bytes.count, GIT_OBJECT_BLOB),
      "hash a blob of \(bytes.count) bytes")
    return ObjectID(raw)
  }

  /// Returns whether an object is a blob; `nil` if the object does not exist.
  ///
  /// The C function is `git_odb_read_header`.
  package func isBlob(_ id: ObjectID) throws(GitError) -> Bool? {
    do throws(GitError) {
      return try objectHeader(id).type == GIT_OBJECT_BLOB
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Sorts objects by their position in the packs, which is the cheapest order to read them in: a
  /// pack stores an object near the objects that it is a delta of. Missing objects come last.
  ///
  /// - Complexity: One lookup for each object of the repository.
  ///
  /// The C function is `git_odb_foreach`.
  package func inStoredOrder(_ ids: [ObjectID]) throws(GitError) -> [ObjectID] {
    struct Search {
      var wanted: Set<ObjectID>
      var found: [ObjectID] = []
    }
    var search = Search(wanted: Set(ids))
    let status = withUnsafeMutablePointer(to: &search) { search in
      git_odb_foreach(
        database.raw,
        { raw, context in
          guard let raw, let search = context?.assumingMemoryBound(to: Search.self) else {
            return 0
          }
          let id = ObjectID(raw.pointee)
          if search.pointee.wanted.remove(id) != nil { search.pointee.found.append(id) }
          return 0
        }, search)
    }
    try check(status, "list the objects")
    return search.found + search.wanted.sorted()
  }

  func objectHeader(_ id: ObjectID) throws(GitError) -> (size: Int, type: git_object_t) {
    var raw = id.raw
    var size = 0
    var type = GIT_OBJECT_INVALID
    try check(git_odb_read_header(&size, &type, database.raw, &raw), "find object \(id)")
    return (size, type)
  }

  /// Calls a C function that stores an object, and repeats it if the object's folder was removed
  /// meanwhile.
  ///
  /// `git gc` removes empty folders below `objects`. libgit2 creates such a folder, flushes the
  /// object to disk, and then moves it into the folder. `git gc` may remove the folder in between.
  func storing(_ operation: @autoclosure () -> String, _ store: () -> Int32) throws(GitError) {
    for _ in 1..<100 {
      do throws(GitError) {
        return try check(store(), operation())
      } catch {
        // If the batch failed, libgit2 returns only the number of the error.
        if let failure = batch?.failure { throw failure }
        let isFolderGone =
          error.errorClass == Int32(GIT_ERROR_OS.rawValue)
          && error.cause == .system(.noSuchFile)
        if !isFolderGone { throw error.located(in: commonDirectory + "objects") }
      }
    }
    try check(store(), operation())
  }

  func writeObject(
    _ bytes: [UInt8], type: git_object_t, _ operation: @autoclosure () -> String
  ) throws(GitError) -> ObjectID {
    var raw = git_oid()
    if let batch {
      try check(git_odb_hash(&raw, bytes, bytes.count, type), operation())
      if batch.contains(ObjectID(raw)) { return ObjectID(raw) }
      // A stored object is passed on to libgit2, which marks it as used, so that 'git gc' keeps it.
      if git_odb_exists_ext(database.raw, &raw, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) != 1 {
        try batch.add(NewObject(id: ObjectID(raw), type: type, content: bytes))
        return ObjectID(raw)
      }
    }
    try storing(operation()) { git_odb_write(&raw, database.raw, bytes, bytes.count, type) }
    return ObjectID(raw)
  }
}

extension GitError {
  fileprivate static func notABlob(_ id: ObjectID) -> GitError {
    GitError(.invalid, "the object is not a blob", operation: "read blob \(id)")
  }
}
