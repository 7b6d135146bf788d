import Git

extension BoardStore {
  /// The most files that are written as loose objects, of which each is a file to flush to the
  /// disk; more are written as one pack.
  private static let looseLimit = 100

  /// Runs `body`, which writes objects for a number of files.
  func packing<Result>(
    files fileCount: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if fileCount <= Self.looseLimit { return try body() }
    return try repository.withObjectBatch(body)
  }
}
