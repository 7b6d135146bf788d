import Foundation
import PmgitTestSupport

/// The calls with which a command opens, reads, writes and looks at files; see `Interpose/calls.c`.
struct FileCalls: CustomStringConvertible {
  /// A call, with the path of its file and the number of bytes.
  struct Call {
    let name: Substring
    let path: Substring
    let bytes: Int
  }

  let calls: [Call]
  let output: String

  /// Runs a command of pmgit.
  init(of command: String, in repository: ScratchRepository) async throws {
    let log = repository.folder + "/calls"
    let run = try await Binary(repository: repository).shell(
      "LD_PRELOAD='\(try Self.library.get().path)' exec pmgit \(command)",
      adding: ["PMGIT_CALLS_PROGRAM": "pmgit", "PMGIT_CALLS_LOG": log])
    guard run.exitCode == 0 else { throw Workload.Failed(description: "\(command): \(run)") }
    output = run.output
    calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      guard parts.count == 3, let bytes = Int(parts[2]) else {
        throw Workload.Failed(description: "\(command): \(line)")
      }
      return Call(name: parts[0], path: parts[1], bytes: bytes)
    }
  }

  var description: String {
    calls.map { "\($0.name) \($0.path) \($0.bytes)" }.joined(separator: "\n")
  }

  /// The loose objects that the command opened, in this order.
  var objectsRead: [String] { calls.compactMap { $0.name == "open" ? Self.object($0.path) : nil } }

  /// The loose objects that the command wrote.
  var objectsWritten: Set<String> {
    Set(calls.compactMap { $0.name == "rename" ? Self.object($0.path) : nil })
  }

  /// The number of bytes that were read from the index.
  var bytesOfIndexRead: Int { calls.reduce(0) { $0 + ($1.isOfIndex("read") ? $1.bytes : 0) } }

  /// The number of pages of the index that were written to its log.
  var pagesOfIndexWritten: Int {
    calls.count { $0.isOfIndex("write") && $0.path.hasSuffix("-wal") && $0.bytes > 1000 }
  }

  /// Returns the id of a loose object by the path of its file; nil for another file.
  private static func object(_ path: Substring) -> String? {
    let parts = path.split(separator: "/").suffix(3).map(String.init)
    guard parts.count == 3, parts[0] == "objects", parts[1].count == 2, parts[2].count == 38 else {
      return nil
    }
    return parts[1] + parts[2]
  }

  private static let library = Result { () throws in
    try PreloadedLibrary(
      compiling: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Interpose/calls.c"), as: "pmgit-calls")
  }
}

extension FileCalls.Call {
  fileprivate func isOfIndex(_ name: String) -> Bool {
    self.name == name && path.contains("/pmgit/index-")
  }
}
