import PlanActions

/// The page as browsers load it: one document, one style sheet and one script.
///
/// The document could load the modules themselves. But a browser learns which modules a module
/// imports only when it has read it, so there would be many requests, one after the other.
struct JoinedPage {
  let document: String
  let style: String
  let script: String

  /// The style sheets in their order: a later rule wins over an earlier one of the same weight.
  private static let styleSheets = [
    "tokens.css", "base.css", "controls.css", "frame.css", "board.css", "card.css", "composer.css",
    "plan.css", "text.css", "filters.css", "float.css", "palette.css", "popover.css", "list.css",
    "pages.css", "settings.css", "chart.css", "road.css", "calendar.css", "narrow.css",
    "media.css",
  ]

  /// Joins the page's files.
  ///
  /// - Parameter replacements: The replacement of each replaced module.
  init(_ page: PageFiles, replacing replacements: [String: String] = [:]) throws {
    document = try page.text(of: "index.html")
    style = try Self.styleSheets.map { try page.text(of: "styles/\($0)") }.joined()
    var modules: [String: String] = [:]
    for name in page.names where name.hasSuffix(".js") { modules[name] = try page.text(of: name) }
    script = try ScriptJoiner(modules: modules, replacements: replacements).joined(from: "main.js")
  }
}
