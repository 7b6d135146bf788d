import PlanActions
import PlanModel
import PlanView

/// The files of a published page: one document, one style sheet, one script.
struct PublishedPage {
  let page: PageFiles
  /// The title of the board.
  let title: String
  /// Whether search engines are asked to leave the page out.
  let isHidden: Bool

  /// The modules that replace modules of the served page.
  private static let replacements = [
    "api.js": "published.js", "follow.js": "published.js", "address.js": "published-address.js",
    "keys.js": "published-keys.js",
  ]

  /// The content security policy for a document without a server: it allows only files of the
  /// folder.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types pmgit"

  /// Returns the files by their paths in the folder.
  func files() throws -> [String: [UInt8]] {
    let document = try text(of: "index.html")
    let lines = document.split(separator: "\n").map(String.init)
    var style = ""
    for name in lines.compactMap({ Self.styleSheet(in: $0) }) { style += try text(of: name) }
    return [
      "index.html": Array(try self.document(lines).utf8),
      "page.css": Array(style.utf8),
      "page.js": Array(try script().utf8),
      "icon.svg": Array(try text(of: "icon.svg").utf8),
    ]
  }

  private func script() throws -> String {
    var modules: [String: String] = [:]
    for name in page.names where name.hasSuffix(".js") { modules[name] = try text(of: name) }
    return try ScriptJoiner(modules: modules, replacements: Self.replacements).joined(
      from: "main.js")
  }

  private func text(of name: String) throws -> String {
    guard let bytes = page.bytes(of: name) else {
      throw Problem(code: .bug, message: "the page lacks its file '\(name)'", kind: .bug)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - The document

  private func document(_ lines: [String]) throws -> String {
    var result: [String] = []
    for line in lines {
      if line.hasPrefix("<link rel=\"manifest\"") { continue }
      if let first = Self.styleSheet(in: line) {
        if first == "tokens.css" { result.append("<link rel=\"stylesheet\" href=\"page.css\">") }
      } else if line.hasPrefix("<script ") {
        // The one script contains all modules.
        if line.contains("/main.js") { result.append("<script defer src=\"page.js\"></script>") }
      } else if line.hasPrefix("<title>") {
        result.append("<title>\(MarkupText.entities(title))</title>")
        result.append("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"feed.xml\">")
      } else {
        result.append(line.replacing("\"/icon.svg\"", with: "\"icon.svg\""))
      }
      if line.hasPrefix("<meta charset") { result += head }
    }
    let document = result.joined(separator: "\n") + "\n"
    guard document.contains("page.css"), document.contains("page.js"),
      document.contains("Content-Security-Policy"), !document.contains("=\"/")
    else { throw Problem(code: .bug, message: "the page's document has another form", kind: .bug) }
    return document
  }

  /// The lines at the beginning of the head.
  private var head: [String] {
    [
      "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">",
      "<meta name=\"referrer\" content=\"no-referrer\">",
    ] + (isHidden ? ["<meta name=\"robots\" content=\"noindex, nofollow\">"] : [])
  }

  /// Returns the style sheet that a line of the document loads; nil if the line loads none.
  private static func styleSheet(in line: String) -> String? {
    let start = "<link rel=\"stylesheet\" href=\"/"
    guard line.hasPrefix(start) else { return nil }
    return String(line.dropFirst(start.count).prefix { $0 != "\"" })
  }
}
