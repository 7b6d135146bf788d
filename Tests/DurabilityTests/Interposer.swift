import Foundation
import PmgitTestSupport

/// The library of `Interpose/faults.c`, which intercepts the system calls of a program.
enum Interposer {
  /// The path of the compiled library.
  static var library: String { get throws { try compiled.get().path } }

  private static let compiled = Result { () throws in
    try PreloadedLibrary(
      compiling: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Interpose/faults.c"), as: "pmgit-faults")
  }
}
