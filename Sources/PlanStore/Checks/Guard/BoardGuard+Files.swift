import Git
import PlanModel

/// Checks the attached files of a push.
extension BoardGuard {
  /// Checks a change in the folder of contents. A content may only be added, at the path that
  /// follows from its bytes. It must not be larger than the board's limit before or after the push,
  /// whichever is greater.
  mutating func judgeContent(
    _ difference: TreeDifference, at path: String, _ before: BoardBefore?, _ after: BoardSnapshot
  ) throws {
    let id = FileContent.id(at: path)
    guard let new = difference.new else {
      // Only a content at its right path must stay. Any other file may be removed.
      if let id, difference.old?.id == id {
        violations.append(Violation(.removedContent, path: path))
      }
      return
    }
    guard new.id == id, new.mode == .blob else {
      violations.append(Violation(.wrongContent, path: path))
      return
    }
    let limit = ((before?.boards ?? []) + [after.board]).map(\.mostFileBytes).max() ?? 0
    let bytes = try repository.blobSize(new.id)
    if bytes > limit {
      violations.append(Violation(.fileTooLarge(bytes: bytes, limit: limit), path: path))
    }
  }

  /// Checks that the board has the contents of the files that a push attaches to a plan.
  mutating func judgeFiles(
    of id: PlanID, _ document: PlanDocument, since older: PlanDocument?, _ after: BoardSnapshot
  ) throws {
    let files = document.files
    if files.isEmpty { return }
    let known = Set(older?.files ?? [])
    for file in files where !known.contains(file) {
      if try after.hasContent(of: file) { continue }
      violations.append(Violation(.missingContent(name: file.name), path: id.path))
    }
  }
}
