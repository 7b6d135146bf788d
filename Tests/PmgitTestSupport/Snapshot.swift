import Foundation
package import Testing

/// Compares a text with `Snapshots/<name>.txt` next to the test's file.
///
/// A missing file, or `PMGIT_RECORD_SNAPSHOTS=1`, records the text. Then the test fails, so that a
/// new snapshot is not mistaken for a passed test.
package func expectSnapshot(
  _ text: String, named name: String, from testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: testFile).deletingLastPathComponent()
    .appending(path: "Snapshots/\(name).txt")
  let isRecording = ProcessInfo.processInfo.environment["PMGIT_RECORD_SNAPSHOTS"] == "1"
  guard !isRecording, let recorded = try? String(contentsOf: file, encoding: .utf8) else {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(file.lastPathComponent); look at it", sourceLocation: sourceLocation)
    return
  }
  // Compared by bytes, because to a String composed and decomposed letters are equal.
  let isSame = text.utf8.elementsEqual(recorded.utf8)
  #expect(isSame, "differs from \(name).txt:\n\(text)", sourceLocation: sourceLocation)
}
