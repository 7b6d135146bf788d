import Foundation
import Git
import PmgitTestSupport
import Testing

@Suite("File watch")
struct FileWatchTests {
  /// Longer than any test takes. A wait of this time that ends was ended by a change.
  private static let long = Duration.seconds(600)

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "pmgit-watch-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func watch(isPolling: Bool = false) -> FileWatch {
    FileWatch(["refs/heads/main", "packed"], below: folder + "/", isPolling: isPolling)
  }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(path)"), options: .atomic)
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: "\(folder)/\(path)")
  }

  @Test("Each change of a file is noticed, also while its folders come and go")
  func changes() async throws {
    let watch = watch()
    try #require(watch.isNotified)
    let steps: [() throws -> Void] = [
      { try make("refs") }, { try make("refs/heads") }, { try write("1", to: "refs/heads/main") },
      { try write("2", to: "refs/heads/main") }, { try write("1", to: "packed") },
      { try remove("refs/heads/main") }, { try remove("refs/heads") },
      { try make("refs/heads") }, { try write("3", to: "refs/heads/main") },
      { try remove("refs") }, { try make("refs/heads") }, { try write("4", to: "refs/heads/main") },
      { try write("2", to: "packed") }, { try remove("packed") },
    ]
    for step in steps {
      try step()
      await watch.wait(upTo: Self.long)
    }
    try remove("")
  }

  @Test("A change in a folder that was made since the last wait is not missed")
  func lateFolders() async throws {
    for round in 0..<50 {
      let watch = watch()
      try make("refs/heads")
      try write("\(round)", to: "refs/heads/main")
      await watch.wait(upTo: Self.long)
      // The file is read after the wait, so only a later change must end the next one.
      try write("later", to: "refs/heads/main")
      await watch.wait(upTo: Self.long)
      try remove("refs")
    }
    try remove("")
  }

  @Test("A wait ends after its time, when woken, and when its task is cancelled")
  func ends() async throws {
    for isPolling in [false, true] {
      let watch = watch(isPolling: isPolling)
      #expect(watch.isNotified == !isPolling)
      await watch.wait(upTo: .milliseconds(1))
      watch.wake()
      await watch.wait(upTo: Self.long)
    }
    let waiting = Task { [folder] in
      await FileWatch(["none"], below: folder + "/").wait(upTo: Self.long)
    }
    waiting.cancel()
    await waiting.value
    try remove("")
  }
}
