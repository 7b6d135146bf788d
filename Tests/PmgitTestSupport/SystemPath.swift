import Foundation

/// The programs of this machine except an installed `pmgit`.
///
/// Tests that need a `pmgit` on the `PATH` add the built one; other tests find none.
package enum SystemPath {
  /// The `PATH` of the programs that tests run.
  package static var text: String { get throws { try folders.get().joined(separator: ":") } }

  private static let folders = Result { () throws in
    let stand = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "pmgit-test-path-\(getpid())").path(percentEncoded: false)
    let hidden = try hiding("pmgit", of: ofProcess, in: stand)
    if hidden != ofProcess, FileManager.default.fileExists(atPath: stand) { removeAtExit(stand) }
    return hidden
  }

  /// Returns the full path of a program; nil if it is not installed.
  package static func find(_ program: String, or others: [String] = []) -> String? {
    (ofProcess + others).map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The C compiler: the system's, or else the one that comes with Swift.
  package static let compiler = find("cc") == nil ? "clang" : "cc"

  private static let ofProcess =
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    .split(separator: ":").map(String.init)

  /// Returns the folders of a `PATH` without one program.
  ///
  /// A folder that contains the program, such as `/usr/bin`, also contains programs that tests
  /// need. So it is replaced by a new folder in `stand` with links to everything else in it.
  /// Relative folders are left out, because they depend on the current folder.
  package static func hiding(
    _ program: String, of folders: [String], in stand: String
  ) throws -> [String] {
    let manager = FileManager.default
    return try folders.filter { $0.hasPrefix("/") }.enumerated().map { number, folder in
      guard manager.fileExists(atPath: "\(folder)/\(program)") else { return folder }
      let links = "\(stand)/\(number)"
      try manager.createDirectory(atPath: links, withIntermediateDirectories: true)
      for name in try manager.contentsOfDirectory(atPath: folder) where name != program {
        try manager.createSymbolicLink(
          atPath: "\(links)/\(name)", withDestinationPath: "\(folder)/\(name)")
      }
      return links
    }
  }
}
