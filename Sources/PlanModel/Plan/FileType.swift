/// Guesses the media type of a file.
package enum FileType {
  /// The type of a file whose type is not known.
  package static let unknown = "application/octet-stream"

  /// Returns the media type of a picture that can't run anything; nil for all other files.
  ///
  /// Only the first bytes decide, not the name. SVG is left out, because it can contain scripts.
  package static func picture(_ bytes: some Collection<UInt8>) -> String? {
    let start = Array(bytes.prefix(12))
    func has(_ wanted: [UInt8], at offset: Int = 0) -> Bool {
      start.dropFirst(offset).starts(with: wanted)
    }
    if has([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]) { return "image/png" }
    if has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return "image/gif" }
    if has(Array("RIFF".utf8)), has(Array("WEBP".utf8), at: 8) { return "image/webp" }
    return nil
  }

  /// Returns the media type of a file. The first bytes identify pictures, PDF and ZIP. A text gets
  /// its type from the ending of its name, for example `text/csv`, and otherwise `text/plain`. All
  /// other files are `unknown`.
  package static func guess(_ bytes: [UInt8], name: String) -> String {
    if let picture = picture(bytes) { return picture }
    for (start, type) in starts where bytes.starts(with: start.utf8) { return type }
    // A zero byte is valid UTF-8, but text files have none.
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      return unknown
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last else { return "text/plain" }
    return texts[ending.lowercased()] ?? "text/plain"
  }

  /// The first bytes of types that are not texts.
  private static let starts = [("%PDF-", "application/pdf"), ("PK\u{3}\u{4}", "application/zip")]

  /// The types of texts, by the ending of the name.
  private static let texts = [
    "csv": "text/csv", "md": "text/markdown", "markdown": "text/markdown",
    "json": "application/json", "xml": "application/xml", "svg": "image/svg+xml",
    "html": "text/html", "htm": "text/html", "diff": "text/x-diff", "patch": "text/x-diff",
  ]
}
