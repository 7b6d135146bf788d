import CGit2

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
    let batch = BatchObjects(in: objectsFolder, isStored: true)
    self.batch = batch
    var isStored = false
    defer {
      self.batch = nil
      if !isStored { forgetObjects() }
    }
    let result = try body()
    try batch.store()
    if batch.isPacked { try check(git_odb_refresh(database.raw), "find the new pack") }
    for object in batch.loose { memory.keep(object) }
    isStored = true
    return result
  }

  /// Runs `body` with the objects that it writes only in memory, visible only to this repository.
  /// They are dropped when `body` ends.
  ///
  /// Do not move references in `body`. Inside `withObjectBatch` the objects are not dropped.
  package func withTemporaryObjects<Result>(_ body: () throws -> Result) throws -> Result {
    if batch != nil { return try body() }
    batch = BatchObjects(in: objectsFolder, isStored: false)
    defer {
      batch = nil
      forgetObjects()
    }
    return try body()
  }

  /// Keeps all objects written from now on in memory, visible only to this repository. They are
  /// never stored.
  ///
  /// This is for computations that need objects which do not exist in the repository. Do not move
  /// references afterwards. Inside `withObjectBatch` this has no effect.
  package func keepInMemory() {
    if batch == nil { batch = BatchObjects(in: objectsFolder, isStored: false) }
  }

  private var objectsFolder: String { commonDirectory + "objects/" }

  /// The objects of a running `withObjectBatch`, or since `keepInMemory`; otherwise nil.
  var batch: BatchObjects? {
    get { memory.batch }
    set { memory.batch = newValue }
  }
}
