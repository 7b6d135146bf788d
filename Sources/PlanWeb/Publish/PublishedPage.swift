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
    "state/api.js": "published/published.js",
    "state/follow.js": "published/published.js",
    "state/address.js": "published/published-address.js",
    "commands/keys.js": "published/published-keys.js",
  ]

  /// The content security policy for a document without a server: it allows only files of the
  /// folder.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types pmgit"

  /// Returns the files by their paths in the folder.
  func files() throws -> [String: [UInt8]] {
    let joined = try JoinedPage(page, replacing: Self.replacements)
    return [
      "index.html": Array(try document(joined.document).utf8),
      "page.css": Array(joined.style.utf8),
      "page.js": Array(joined.script.utf8),
      "icon.svg": Array(try page.text(of: "icon.svg").utf8),
    ]
  }

  // MARK: - The document

  /// Returns the document with URLs that also work in a folder.
  private func document(_ served: String) throws -> String {
    var result: [String] = []
    for line in served.split(separator: "\n") where !line.hasPrefix("<link rel=\"manifest\"") {
      if line.hasPrefix("<title>") {
        result.append("<title>\(title.markupEntities)</title>")
        result.append("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"feed.xml\">")
      } else {
        result.append(String(line.replacing("=\"/", with: "=\"")))
      }
      if line.hasPrefix("<meta charset") { result += head }
    }
    let document = result.joined(separator: "\n") + "\n"
    guard document.contains("\"page.css"), document.contains("\"page.js"),
      document.contains("Content-Security-Policy")
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
}
