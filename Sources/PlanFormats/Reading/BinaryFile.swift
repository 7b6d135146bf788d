/// A kind of files that are not texts, recognized by their first bytes.
package enum BinaryFile: Hashable, Sendable {
  /// A ZIP archive, as newer spreadsheets are, too.
  case zip
  case gzip
  /// A database of SQLite.
  case sqlite

  /// - Returns: nil for other files.
  init?(_ bytes: [UInt8]) {
    switch true {
    case bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]): self = .zip
    case bytes.starts(with: [0x1F, 0x8B]): self = .gzip
    case bytes.starts(with: "SQLite format 3\0".utf8): self = .sqlite
    default: return nil
    }
  }
}
