import Foundation

/// The library of `Interpose/faults.c`, which stands between a program and the system.
///
/// It is compiled once in a test run, into the folder of the test runner. The program that is tried
/// is the shipped one, without a hook of any kind.
enum Interposer {
  /// The path of the compiled library.
  static var library: String { get throws { try compiled.get() } }

  /// The compiler did not take the source.
  struct NotCompiled: Error, CustomStringConvertible {
    let description: String
  }

  private static let compiled = Result { () throws in
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Interpose/faults.c").path(percentEncoded: false)
    let folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().path(percentEncoded: false)
    let library = folder + "pmgit-faults-\(ProcessInfo.processInfo.processIdentifier).so"
    let messages = Pipe()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "cc", "-std=gnu17", "-Wall", "-Wextra", "-O1", "-shared", "-fPIC", "-o", library, source,
    ]
    compiler.standardError = messages
    try compiler.run()
    let text = try messages.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else {
      throw NotCompiled(description: String(decoding: text, as: UTF8.self))
    }
    // One name for all runs; the renaming lets runs at the same time not see half a file.
    let shared = folder + "pmgit-faults.so"
    guard rename(library, shared) == 0 else {
      throw NotCompiled(description: String(cString: strerror(errno)))
    }
    return shared
  }
}
