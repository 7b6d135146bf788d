import Git

extension BoardStore {
  /// The most files that are written as loose objects. Each of these is flushed to the disk on its
  /// own; more files are written as one pack.
  private static let looseLimit = 100

  /// Runs `body`, which writes `fileCount` files, and packs the objects if there are many.
  func packing<Result>(
    files fileCount: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if fileCount <= Self.looseLimit { return try body() }
    return try repository.withObjectBatch(body)
  }
}
