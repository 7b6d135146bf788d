import Git
import PlanModel

/// The versions of files that were read last: walking through the changes of a file, what one commit
/// left is what the next one found.
struct RecentDocuments {
  private var kept: [(key: Key, document: PlanDocument?)] = []

  private struct Key: Equatable {
    let file: BoardFile
    let entry: TreeEntry
  }

  /// Each may be a file of the greatest length.
  private static let most = 4

  /// A version of a file, or nil if it was not there or can't be read.
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
