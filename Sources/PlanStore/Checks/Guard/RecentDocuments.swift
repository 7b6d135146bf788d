import Git
import PlanModel

/// A cache of recently read versions of files. The version after one commit is often the version
/// before the next.
struct RecentDocuments {
  private var kept: [(key: Key, document: PlanDocument?)] = []

  private struct Key: Equatable {
    let file: BoardFile
    let entry: TreeEntry
  }

  /// The most versions to keep. It is small, as each file may have the maximum length.
  private static let most = 4

  /// Returns a version of a file; nil if it does not exist or can't be read.
  mutating func document(
    _ file: BoardFile, _ entry: TreeEntry?, _ store: BoardStore
  ) throws(StoreError) -> PlanDocument? {
    guard let entry else { return nil }
    let key = Key(file: file, entry: entry)
    if let known = kept.first(where: { $0.key == key }) { return known.document }
    let document = try store.document(file, entry)
    if kept.count == Self.most { kept.removeFirst() }
    kept.append((key, document))
    return document
  }
}
