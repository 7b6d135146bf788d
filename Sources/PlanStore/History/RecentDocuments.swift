import Git
import PlanIndex
import PlanModel

/// A cache of recently read versions of files. The version after one commit is often the version
/// before the next.
struct RecentDocuments {
  private var kept: [(file: BoardFile, version: Touch.Version, document: PlanDocument?)] = []

  /// The most versions to keep. There are few, because each file may have the maximum length.
  private static let most = 4

  /// The number of versions that were read, without those from the cache.
  private(set) var readCount = 0

  /// Returns the file of a tree's entry; nil if there is no entry or it can't be read.
  mutating func document(
    _ file: BoardFile, _ entry: TreeEntry?, _ store: BoardStore
  ) throws -> PlanDocument? {
    try document(file, entry.map { Touch.Version($0) }, store)
  }

  /// Returns a version of a file; nil if it does not exist or can't be read.
  mutating func document(
    _ file: BoardFile, _ version: Touch.Version?, _ store: BoardStore
  ) throws -> PlanDocument? {
    guard let version else { return nil }
    let known = kept.first { $0.version == version && $0.file == file }
    if let known { return known.document }
    let document = try store.document(file, version)
    readCount += 1
    if kept.count == Self.most { kept.removeFirst() }
    kept.append((file, version, document))
    return document
  }
}
