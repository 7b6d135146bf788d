import PlanModel

/// The merge of one file from three versions, as a merge driver of git does: ancestor, ours,
/// theirs.
///
/// A sync also merges files with `PlanMerge`, so a `git merge` by hand produces the same bytes.
package enum FileMerge: Sendable {
  case merged([UInt8])
  /// git must report a conflict. The value is the reason, for standard error.
  case impossible(String)

  /// Merges three versions of a file.
  ///
  /// - Parameter base: The ancestor's bytes; empty if the file is new on both sides.
  package static func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> FileMerge {
    var documents: [PlanDocument] = []
    for (name, bytes) in [("ours", ours), ("theirs", theirs), ("the ancestor", base)] {
      if name == "the ancestor", bytes.isEmpty { continue }
      do {
        documents.append(try PlanFile.read(bytes))
      } catch {
        return .impossible("\(name) can't be read: \(error)")
      }
    }
    // git pairs renamed files by similarity, but different plans must never be merged.
    guard documents.allSatisfy({ $0.id == documents[0].id }) else {
      return .impossible("these are versions of different plans")
    }
    let merged = PlanMerge.merge(documents[0], documents[1], bases: Array(documents.dropFirst(2)))
    let bytes = PlanFile.bytes(of: merged)
    guard bytes.count <= JSONReader.maximumSize else {
      return .impossible("the merged plan would be longer than \(JSONReader.maximumSize) bytes")
    }
    return .merged(bytes)
  }
}
