import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Runs `body`, then stores all objects that it wrote: a few as loose objects, many in one pack.
  ///
  /// Until `body` has returned, the objects are visible only to this repository. If `body` throws,
  /// they are dropped. Move references after the batch, never in it. A nested batch becomes part of
  /// the outer one.
  ///
  /// Only a few objects are kept in memory; many are written to the pack at once. `git_mempack_new`
  /// is not used, because it keeps all of them in memory.
  package func withObjectBatch<Result>(_ body: () throws -> Result) throws -> Result {
    if batch != nil { return try body() }
    let batch = try ObjectBatch(beside: self, isStored: true)
    self.batch = batch
    defer {
      self.batch = nil
      forgetTrees()
    }
    let result = try body()
    try batch.objects.store()
    if batch.objects.isPacked { try check(git_odb_refresh(database.raw), "find the new pack") }
    return result
  }

  /// Runs `body` with the objects that it writes only in memory, visible only to this repository.
  /// They are dropped when `body` ends.
  ///
  /// Do not move references in `body`. Inside `withObjectBatch` the objects are not dropped.
  package func withTemporaryObjects<Result>(_ body: () throws -> Result) throws -> Result {
    if batch != nil { return try body() }
    batch = try ObjectBatch(beside: self, isStored: false)
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
    batch = try ObjectBatch(beside: self, isStored: false)
  }
}

/// A set of objects that are not stored yet. `objects.store` stores all of them together.
///
/// A backend can't be removed from a libgit2 object database. So a batch has a second database, of
/// the same folder and with `BatchObjects`, and a repository with only this database and the
/// configuration: it has no references and no work tree. Opening the whole repository again would
/// take longer than the writes.
///
/// Such a repository does not know which commits of a shallow clone lack their parents. So walks in
/// it fail there with every version of libgit2; see `Repository.shallowCommits`.
final class ObjectBatch {
  let repository: Handle
  let database: Handle
  /// The objects of the batch.
  let objects: BatchObjects

  /// Makes an empty batch that reads the objects of `stored`.
  ///
  /// - Parameter isStored: Whether the batch is to be stored.
  init(beside stored: Repository, isStored: Bool) throws(GitError) {
    let operation = "gather objects in memory"
    let path = stored.commonDirectory + "objects/"
    objects = BatchObjects(in: path, isStored: isStored)
    database = try Handle(operation, git_odb_free) { git_odb_open($0, path) }
    if let quarantine = stored.quarantine {
      try check(git_odb_add_disk_alternate(database.raw, quarantine), operation)
    }
    let raw = database.raw
    repository = try Handle(operation, git_repository_free) { git_repository_wrap_odb($0, raw) }
    let configuration = try Handle(operation, git_config_free) {
      git_repository_config($0, stored.handle.raw)
    }
    try check(git_repository_set_config(repository.raw, configuration.raw), operation)
    try objects.serve(database)
  }

}
