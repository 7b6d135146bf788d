import PlanStore

/// Merges versions of one file of a board, as git's merge driver.
///
/// - Parameter path: The path in the repository, for messages.
/// - Returns: The bytes that replace `ours`.
/// - Throws: `Problem` with code `mergeConflict` if the versions can't be merged.
package func mergeFiles(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String
) throws -> [UInt8] {
  switch FileMerge.merge(base: base, ours: ours, theirs: theirs) {
  case .merged(let bytes): return bytes
  case .impossible(let reason):
    throw Problem(
      code: .mergeConflict, message: "'\(path)' can't be merged: \(reason)",
      hints: ["put the right version in place, then 'git add' it"])
  }
}
