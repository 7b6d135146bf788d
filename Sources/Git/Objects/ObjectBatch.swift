import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Runs `body` and stores the objects that it writes as one pack instead of one file each.
  ///
  /// Until `body` has returned, the objects are in memory, where only this repository finds them;
  /// if `body` throws they are dropped. Move references after the batch, never in it. A nested
  /// batch is part of the outer one.
  ///
  /// - Complexity: One file and one flush to disk for all objects, instead of one each.
  ///
  /// The objects are gathered by `git_mempack_new`. `git_mempack_dump` is not used, as it packs
  /// every object that a new commit reaches, and none that no commit reaches; a `git_packbuilder`
  /// is given exactly the new ones.
  package func withObjectBatch<Result>(_ body: () throws -> Result) throws -> Result {
    if batch != nil { return try body() }
    let batch = try ObjectBatch(
      gitDirectory: gitDirectory, folder: commonDirectory + "objects/pack",
      quarantine: quarantine)
    self.batch = batch
    defer {
      self.batch = nil
      forgetTrees()
    }
    let result = try body()
    try batch.store()
    try check(git_odb_refresh(database.raw), "find the new pack")
    return result
  }

  /// From now on keeps in memory what is written, where only this repository finds it; it is never stored.
  ///
  /// For questions whose answers need objects that nobody has: no reference may be moved any more.
  package func keepInMemory() throws(GitError) {
    guard batch == nil else { return }
    batch = try ObjectBatch(
      gitDirectory: gitDirectory, folder: commonDirectory + "objects/pack", quarantine: quarantine)
  }
}

/// A set of objects in memory that are to be stored as one pack.
///
/// A backend can't be removed from a libgit2 object database, so a batch opens the repository a
/// second time and adds the memory backend to the database of that one.
final class ObjectBatch {
  let repository: Handle<RepositoryKind>
  let database: Handle<ObjectDatabaseKind>
  /// The folder of the packs, for messages.
  private let folder: String

  /// The objects that were not stored before; one may be listed twice.
  var written: [ObjectID] = []

  /// - Parameter quarantine: Another folder from which objects are read.
  init(gitDirectory: String, folder: String, quarantine: String?) throws(GitError) {
    self.folder = folder
    let operation = "gather objects in memory"
    repository = try Handle(operation) {
      git_repository_open_ext($0, gitDirectory, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
    let raw = repository.raw
    database = try Handle(operation) { git_repository_odb($0, raw) }
    if let quarantine {
      try check(git_odb_add_disk_alternate(database.raw, quarantine), operation)
    }

    var memory: UnsafeMutablePointer<git_odb_backend>?
    try check(git_mempack_new(&memory), operation)
    // The priority is above those of libgit2's own backends, 1 and 2, so that writes go to memory.
    // The database owns the memory from here on, and frees it.
    let status = git_odb_add_backend(database.raw, memory, 100)
    if status < 0 {
      let error = GitError.last(status: status, operation: operation)
      memory?.pointee.free?(memory)
      throw error
    }
  }

  /// Writes the objects as a pack with its index into the repository.
  func store() throws(GitError) {
    if written.isEmpty { return }
    let operation = "write a pack of \(written.count) objects"
    let builder = try Handle<PackBuilderKind>(operation) {
      git_packbuilder_new($0, repository.raw)
    }
    for id in written {
      var id = id.raw
      try check(git_packbuilder_insert(builder.raw, &id, nil), operation)
    }
    errno = 0
    let status = git_packbuilder_write(builder.raw, nil, 0, nil, nil)
    // libgit2 gives no reason when a rename fails.
    let hasNoReason = status < 0 && errno != 0 && git_error_last()?.pointee.message == nil
    if hasNoReason { throw GitError.system(operation).located(in: folder) }
    if status < 0 { throw GitError.last(status: status, operation: operation).located(in: folder) }
  }
}
