import Foundation
import PmgitTestSupport

/// Makes a folder for one index, which is removed when the tests end, and returns the path of the
/// index.
func newIndexPath() throws -> String {
  let folder = FileManager.default.temporaryDirectory.path + "/pmgit-index-\(UUID())"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  removeAtExit(folder)
  return folder + "/index.db"
}
