import CPage
import PlanActions
import PlanModel

/// The files of the page. They are built into the program and never read from the disk, so no file
/// name can lead to another folder.
struct PageFiles: Sendable {
  private let files: [String: [UInt8]]
  /// The version of the files in URLs such as `/page.js?v=1a2b3c4d`; nil if they have none.
  private let version: String?

  /// The files of the folder `Page`.
  static let built = PageFiles(builtInFiles(c_page_files()))

  /// Stores the files of the page.
  ///
  /// - Parameter files: The contents by their paths in the page.
  init(_ files: [String: [UInt8]], version: String? = nil) {
    (self.files, self.version) = (files, version)
  }

  /// Returns the files that the server sends: the joined page, its icons and its manifest.
  func served() throws -> PageFiles {
    let page = try JoinedPage(self)
    let content = Array((page.style + page.script).utf8)
    let version = String(SHA256.hex(SHA256.digest(of: content)).prefix(16))
    var served = files.filter { !$0.key.hasSuffix(".css") && !$0.key.hasSuffix(".js") }
    served["page.css"] = Array(page.style.utf8)
    served["page.js"] = Array(page.script.utf8)
    served[Self.start] = Array(
      page.document.replacing("/page.css", with: "/page.css?v=\(version)")
        .replacing("/page.js", with: "/page.js?v=\(version)").utf8)
    return PageFiles(served, version: version)
  }

  /// Returns the file that a request names. Returns the start page for `/` and for the URL of a
  /// board, and an error for any other request.
  func answer(_ request: WebRequest) -> WebAnswer {
    guard request.method == "GET" else { return Service.answer(.unknownAddress) }
    let isBoard = request.path.isEmpty || (request.path.first == "b" && request.path.count == 2)
    let name = isBoard ? Self.start : request.path.count == 1 ? request.path[0] : ""
    guard let bytes = files[name] else { return Service.answer(.unknownAddress) }
    var answer = WebAnswer(200, type: Self.type(of: name), bytes)
    // The browser asks for the document each time, and for the rest only if the version is new.
    if name != Self.start, let version, request.query["v"] == version {
      answer.headers = [("Cache-Control", "max-age=31536000, immutable")]
    }
    return request.acceptsGzip ? answer.compressed(.usual) : answer
  }

  /// Returns the text of a file.
  ///
  /// - Throws: `Problem` if there is no file with this name.
  func text(of name: String) throws -> String {
    guard let bytes = files[name] else {
      throw Problem(code: .bug, message: "the page lacks its file '\(name)'", kind: .bug)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
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
