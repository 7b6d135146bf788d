import Foundation
package import Testing

/// Compares a text with `Snapshots/<name>.txt` beside the test's file.
///
/// A missing file, or `PMGIT_RECORD_SNAPSHOTS=1`, records the text and fails the run, so that
/// nobody takes a new picture for a passed test.
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
  // Byte for byte: a String would take a decomposed letter for a composed one.
  let isSame = text.utf8.elementsEqual(recorded.utf8)
  #expect(isSame, "differs from \(name).txt:\n\(text)", sourceLocation: sourceLocation)
}
