#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file in which this clone notes the last runs of a bridge: `bridge-NAME`.
package struct BridgeFile {
  private let file: LineFile

  /// The longest note that is read.
  private static let limit = 1 << 20

  fileprivate init(_ path: String) { file = LineFile(path: path) }

  package var path: String { file.path }

  /// Returns the note; nil without a readable file.
  package func read() -> String? { file.read(atMost: Self.limit) }

  /// Replaces the note in one step. Only the holder of the `BridgeTurn` may call this.
  ///
  /// - Returns: Why the file can't be written; nil if it was.
  package func replace(with line: String) -> String? { file.replace(with: line) }

  /// Removes the note, if there is one.
  package func remove() { unlink(file.path) }
}

extension BoardStore {
  package func bridgeFile(_ name: String) -> BridgeFile {
    BridgeFile("\(lockFolder)/bridge-\(name)")
  }
}
