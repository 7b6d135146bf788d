import Foundation
import PmgitTestSupport

/// Makes a folder for one index and returns the path of the index. The folder is removed when the
/// tests end.
func newIndexPath() throws -> String {
  let folder = FileManager.default.temporaryDirectory.path + "/pmgit-index-\(UUID())"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  removeAtExit(folder)
  return folder + "/index.db"
}
