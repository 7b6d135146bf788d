import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Runs `body`, then stores all objects that it wrote: a few as loose objects, many in one pack.
  ///
  /// Until `body` has returned, the objects are only in memory and visible only to this repository.
  /// If `body` throws, they are dropped. Move references after the batch, never in it. A nested
  /// batch becomes part of the outer one.
  ///
  /// `git_mempack_new` collects the objects. `git_mempack_dump` is not used: it packs every object
  /// that a new commit reaches, and leaves out objects that no commit reaches. A `git_packbuilder`
  /// packs exactly the new objects.
  package func withObjectBatch<Result>(_ body: () throws -> Result) throws -> Result {
    if batch != nil { return try body() }
    let batch = try ObjectBatch(beside: self)
    self.batch = batch
    defer {
      self.batch = nil
      forgetTrees()
    }
    let result = try body()
    if try batch.store() == .pack {
      try check(git_odb_refresh(database.raw), "find the new pack")
    }
    return result
  }

  /// Runs `body` with the objects that it writes only in memory, visible only to this repository.
  /// They are dropped when `body` ends.
  ///
  /// Do not move references in `body`. Inside `withObjectBatch` the objects are not dropped.
  package func withTemporaryObjects<Result>(_ body: () throws -> Result) throws -> Result {
    if batch != nil { return try body() }
    batch = try ObjectBatch(beside: self)
    defer {
      batch = nil
      forgetTrees()
    }
    return try body()
  }

  /// Keeps all objects written from now on in memory, visible only to this repository. They are
  /// never stored.
  ///
  /// This is for computations that need objects which do not exist in the repository. Do not move
  /// references afterwards. Inside `withObjectBatch` this has no effect.
  package func keepInMemory() throws(GitError) {
    guard batch == nil else { return }
    batch = try ObjectBatch(beside: self)
  }
}

/// A set of objects in memory. `store` stores all of them together.
///
/// A backend can't be removed from a libgit2 object database. So a batch has a second database, of
/// the same folder and with the memory backend, and a repository with only this database and the
/// configuration: it has no references and no work tree. Opening the whole repository again would
/// take longer than the writes.
///
/// Such a repository does not know which commits of a shallow clone lack their parents. So walks in
/// it fail there with every version of libgit2; see `Repository.shallowCommits`.
final class ObjectBatch {
  let repository: Handle<RepositoryKind>
  let database: Handle<ObjectDatabaseKind>
  /// The folder `objects`, ending in `/`.
  private let folder: String

  /// The new objects, in the order in which they were written.
  private var written: [ObjectID] = []
  private var known: Set<ObjectID> = []

  /// Makes an empty batch that reads the objects of `stored`.
  init(beside stored: Repository) throws(GitError) {
    folder = stored.commonDirectory + "objects/"
    let operation = "gather objects in memory"
    let path = folder
    database = try Handle(operation) { git_odb_open($0, path) }
    if let quarantine = stored.quarantine {
      try check(git_odb_add_disk_alternate(database.raw, quarantine), operation)
    }
    let objects = database.raw
    repository = try Handle(operation) { git_repository_wrap_odb($0, objects) }
    let configuration = try Handle<ConfigurationKind>(operation) {
      git_repository_config($0, stored.handle.raw)
    }
    try check(git_repository_set_config(repository.raw, configuration.raw), operation)

    var memory: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&memory), operation)
    // The priority is above libgit2's own backends, which have 1 and 2, so that writes go to
    // memory. From here on the database owns the backend and frees it.
    let status = git_odb_add_backend(database.raw, memory, 100)
    if status < 0 {
      let error = GitError.last(status: status, operation: operation)
      memory?.pointee.free?(memory)
      throw error
    }
  }

  /// Adds an object that the repository does not have yet.
  func note(_ id: ObjectID) {
    if known.insert(id).inserted { written.append(id) }
  }

  /// How the objects of a batch were stored.
  enum Form { case loose, pack }

  /// The smallest number of objects that are stored as a pack. It is the default of git's
  /// `transfer.unpackLimit`: many small packs slow git down.
  private static let packLimit = 100

  /// Stores the objects in the repository.
  func store() throws(GitError) -> Form {
    if written.count >= Self.packLimit {
      try storePack()
      return .pack
    }
    let objects = try written.map { id throws(GitError) in try looseObject(id) }
    if !objects.isEmpty { try LooseObjects(in: folder).store(objects) }
    return .loose
  }

  private func looseObject(_ id: ObjectID) throws(GitError) -> LooseObjects.Object {
    var raw = id.raw
    let object = try Handle<StoredObjectKind>("read the new object \(id)") {
      git_odb_read($0, database.raw, &raw)
    }
    return try LooseObjects.Object(
      id, type: String(cString: git_object_type2string(git_odb_object_type(object.raw))),
      content: UnsafeRawBufferPointer(
        start: git_odb_object_data(object.raw), count: git_odb_object_size(object.raw)))
  }

  /// Writes the objects and their index as a pack into the repository.
  ///
  /// `git_packbuilder_write` is not used, because it maps the new file into memory again for each
  /// object.
  private func storePack() throws(GitError) {
    let folder = folder + "pack"
    let operation = "write a pack of \(written.count) objects"
    let builder = try Handle<PackBuilderKind>(operation) {
      git_packbuilder_new($0, repository.raw)
    }
    // 0 is one thread for each processor.
    git_packbuilder_set_threads(builder.raw, 0)
    for id in written {
      var id = id.raw
      try check(git_packbuilder_insert(builder.raw, &id, nil), operation)
    }
    errno = 0
    git_error_clear()
    do throws(GitError) {
      try PackWriter(in: folder, of: database, operation).write(builder)
    } catch {
      // libgit2 gives no reason when a rename fails.
      if errno != 0, GitError.lastReason() == nil {
        throw GitError.system(operation).located(in: folder)
      }
      throw error.located(in: folder)
    }
  }
}

/// Writes a pack and its index, in large parts.
private final class PackWriter {
  private let indexer: Handle<IndexerKind>
  private let operation: String
  private var part: [UInt8] = []
  private var progress = git_indexer_progress()

  private static let partSize = 1 << 20

  init(
    in folder: String, of database: borrowing Handle<ObjectDatabaseKind>, _ operation: String
  ) throws(GitError) {
    self.operation = operation
    let raw = database.raw
    indexer = try Handle(operation) { git_indexer_new($0, folder, 0, raw, nil) }
    part.reserveCapacity(Self.partSize)
  }

  func write(_ builder: borrowing Handle<PackBuilderKind>) throws(GitError) {
    let status = git_packbuilder_foreach(
      builder.raw,
      { bytes, count, writer in
        guard let bytes, let writer else { return 0 }
        return Unmanaged<PackWriter>.fromOpaque(writer).takeUnretainedValue()
          .add(UnsafeRawBufferPointer(start: bytes, count: count))
      }, Unmanaged.passUnretained(self).toOpaque())
    try check(status, operation)
    try check(flush(), operation)
    try check(git_indexer_commit(indexer.raw, &progress), operation)
  }

  /// - Returns: The status for libgit2, negative if it failed.
  private func add(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    part.append(contentsOf: bytes)
    return part.count < Self.partSize ? 0 : flush()
  }

  private func flush() -> Int32 {
    defer { part.removeAll(keepingCapacity: true) }
    return git_indexer_append(indexer.raw, part, part.count, &progress)
  }
}
