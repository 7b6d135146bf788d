/// The files of the page. They are built into the program and never read from the disk, so no file
/// name can lead to another folder.
struct PageFiles: Sendable {
  private struct File: Sendable {
    let type: String
    let bytes: [UInt8]
  }

  private let files: [String: File]

  /// - Parameter files: The contents by file name.
  init(_ files: [String: [UInt8]]) {
    self.files = Dictionary(
      uniqueKeysWithValues: files.map { name, bytes in
        (name, File(type: Self.type(of: name), bytes: bytes))
      })
  }

  /// Returns the file that a request names. Returns the start page for `/` and for the URL of a
  /// board, and an error for any other request.
  func answer(_ request: WebRequest) -> WebAnswer {
    guard request.method == "GET" else { return Service.answer(.unknownAddress) }
    let isBoard = request.path.isEmpty || (request.path.first == "b" && request.path.count == 2)
    let name = isBoard ? Self.start : request.path.count == 1 ? request.path[0] : ""
    guard let file = files[name] else { return Service.answer(.unknownAddress) }
    return WebAnswer(200, type: file.type, file.bytes)
  }

  /// Returns the bytes of a file; nil if there is none with this name.
  func bytes(of name: String) -> [UInt8]? { files[name]?.bytes }
  var names: [String] { files.keys.sorted() }

  private static let start = "index.html"

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}
