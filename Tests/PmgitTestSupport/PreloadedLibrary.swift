package import Foundation

/// A small library in C that tests load into the built program, before the system's own.
///
/// It is compiled once in a test run, into the folder of the test runner. The program is the
/// shipped one, without a hook of any kind.
package struct PreloadedLibrary: Sendable {
  /// The path of the compiled library.
  package let path: String

  /// The compiler did not take the source.
  package struct NotCompiled: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameters:
  ///   - source: The file, in C.
  ///   - name: What the library is called.
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
    // One name for all runs; the renaming lets runs at the same time not see half a file.
    path = folder + "\(name).so"
    guard rename(library, path) == 0 else {
      throw NotCompiled(description: String(cString: strerror(errno)))
    }
  }
}
