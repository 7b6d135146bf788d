package import Foundation

/// A small C library that tests load into the built program, before the system's own libraries.
///
/// Tests compile it once per run, into the folder of the test runner. The program is the one that
/// users get, without any hooks for tests.
package struct PreloadedLibrary: Sendable {
  /// The path of the compiled library.
  package let path: String

  /// The error that the library could not be compiled or renamed.
  package struct NotCompiled: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameters:
  ///   - source: The C file.
  ///   - name: The name of the library.
  package init(compiling source: URL, as name: String) throws {
    let folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().path(percentEncoded: false)
    let library = folder + "\(name)-\(ProcessInfo.processInfo.processIdentifier).so"
    let messages = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      SystemPath.compiler, "-std=gnu17", "-Wall", "-Wextra", "-O1", "-shared", "-fPIC",
      "-o", library,
      source.path(percentEncoded: false),
    ]
    compiler.standardError = messages
    try compiler.run()
    let text = try messages.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else {
      throw NotCompiled(description: String(decoding: text, as: UTF8.self))
    }
    // All runs share one name. Renaming is atomic, so concurrent runs never see a partial file.
    path = folder + "\(name).so"
    guard rename(library, path) == 0 else {
      throw NotCompiled(description: String(cString: strerror(errno)))
    }
  }
}
