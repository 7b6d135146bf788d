import Git
package import PlanModel
import PlanStore

/// A query saved under a name; any query can use it as `view:NAME`.
package struct SavedView: Hashable, Sendable {
  package enum Origin: String, Sendable {
    case builtIn = "built-in"
    case board
    /// The configuration of this clone or of the user.
    case local
  }

  package let name: String
  package let query: String
  package let origin: Origin
  /// How the page shows the view; only views of the board have this.
  package var look = ViewLook()
}

/// A request to save a query on the board.
package struct SaveView: Sendable {
  package enum Name: Sendable {
    case name(String)
    /// The view gets this title, and a name that is made from it.
    case title(String)
  }

  package var name: Name
  package var query: String
  /// How the page shows the view; nil to keep that. Its title is ignored in favour of `name`.
  package var look: ViewLook?

  package init(_ name: Name, _ query: String, look: ViewLook? = nil) {
    (self.name, self.query, self.look) = (name, query, look)
  }
}

extension Workspace {
  /// Returns the views, sorted by name. If several have the same name, a view of this clone takes
  /// precedence over one of the board, and both take precedence over a built-in view.
  func savedViews(of board: Board) throws -> [SavedView] {
    let builtIn = BuiltInView.allCases.map {
      SavedView(name: $0.rawValue, query: $0.text, origin: .builtIn)
    }
    let shared = board.views.map { name, query in
      SavedView(name: name, query: query, origin: .board, look: board.looks[name] ?? ViewLook())
    }
    let own = try localViews().map { SavedView(name: $0, query: $1, origin: .local) }
    let named = Dictionary((builtIn + shared + own).map { ($0.name, $0) }) { _, later in later }
    return named.values.sorted { $0.name < $1.name }
  }

  /// Returns the view with a name, ignoring case.
  package func view(named name: String) throws -> SavedView {
    let views = try savedViews(of: store.snapshot().board)
    guard let view = views.first(where: { $0.name == name.lowercased() }) else {
      throw Problem.unknownView(name)
    }
    return view
  }

  /// Returns the queries of the views that are not built in, by name.
  func views(of board: Board) throws -> [String: String] {
    board.views.merging(try localViews()) { _, own in own }
  }

  private func localViews() throws -> [String: String] {
    let views = try store.repository.configStrings(section: "pmgit", name: "view")
    return Dictionary(views.map { ($0.lowercased(), $1) }) { _, last in last }
  }

  /// Saves a query on the board under a name, replacing any view of the board with that name.
  package func saveView(_ request: SaveView) async throws -> BoardChange {
    let (name, title) = try named(request.name)
    let query = try checked(request.query, as: name)
    let look = try request.look?.checked()
    return try await changeBoard { document in
      let looks = Self.looks(of: name, titled: title, look, on: document)
      return BoardEdits(
        subject: "save view \(name): \(query)", done: "saved view '\(name)' on the board",
        edits: [
          .write(PlanList.views.path(name, "query"), .string(query)),
          .write(PlanList.views.path(name, "gone"), .null),
        ] + looks)
    }
  }

  /// Returns the edits that set a view's look and title. Without a title, the old one is kept.
  private static func looks(
    of name: String, titled title: String?, _ look: ViewLook?, on document: PlanDocument
  ) -> [Edit] {
    let board = Board(document)
    // A view that was removed does not come back with its former look.
    let old = board.views[name] == nil ? nil : board.looks[name]
    var wanted = look ?? old ?? ViewLook()
    wanted.title = title ?? old?.title
    return changes(to: wanted, of: name, on: document)
  }

  /// Returns the edits that give a view another look.
  private static func changes(
    to look: ViewLook, of name: String, on document: PlanDocument
  ) -> [Edit] {
    look.edits(ofView: name).filter { edit in
      guard case .write(let path, let value) = edit else { return true }
      // An unchanged value is not written, because that would decide a conflict about it.
      return document.value(at: path) ?? .null != value
    }
  }

  /// Returns the name of a view, and its title if that differs from the name.
  private func named(_ given: SaveView.Name) throws -> (name: String, title: String?) {
    switch given {
    case .name(let name): return (try Validation.viewName(name), nil)
    case .title(let typed):
      let title = try Validation.title(typed)
      let name = try board().board.viewName(for: title)
      return (name, name == title ? nil : title)
    }
  }

  /// Saves a query in the configuration of this clone, replacing any with that name.
  package func saveLocalView(_ name: String, _ query: String) throws {
    let key = try localKey(name)
    let query = try checked(query, as: Validation.viewName(name))
    try store.repository.setConfig(key, query)
  }

  /// Whether a view with the name is kept on the board, or in the configuration of this clone.
  package func hasView(_ name: String, isLocal: Bool) throws -> Bool {
    isLocal
      ? try localViews()[name.lowercased()] != nil
      : try board().board.views[name.lowercased()] != nil
  }

  /// Returns the notice that a view of this clone hides one of the board, or that a view hides one
  /// that is built in; nil if only one view has the name.
  package func hidingNotice(of name: String) throws -> Notice? {
    let (isLocal, isShared) = (
      try hasView(name, isLocal: true), try hasView(name, isLocal: false)
    )
    if isLocal != isShared, BuiltInView(rawValue: name.lowercased()) != nil {
      let command = ["pmgit", "view", "remove", name] + (isLocal ? ["--local"] : [])
      return Notice(
        "'view:\(name)' no longer means the view that is built in",
        hints: [Hint([.text("remove yours with "), .command(command)])])
    }
    guard isLocal, isShared else { return nil }
    return Notice(
      "here 'view:\(name)' is the view of this clone, which hides the board's",
      hints: ["remove that of this clone with \(pmgit: "view", "remove", name, "--local")"])
  }

  /// Gives a view of the board another name, and keeps its query and its look.
  package func renameView(_ old: String, to new: String) async throws -> BoardChange {
    let old = old.lowercased()
    let new = try Validation.viewName(new)
    try checkNotHidden(old)
    let users = try views(using: old)
    guard users.isEmpty else {
      let names = users.map { "'\($0)'" }.joined(separator: ", ")
      throw Problem.usage(
        "other views use view:\(old.excerpt): \(names)",
        hints: ["save its query as '\(new)', change them, and then remove '\(old.excerpt)'"])
    }
    return try await changeBoard { document in
      let board = Board(document)
      guard let query = board.views[old] else { throw Problem.unknownView(old) }
      guard board.views[new] == nil else {
        throw Problem.usage("there is a view '\(new)' already")
      }
      // A view that was removed from the new name leaves nothing of its look.
      let look = Self.changes(to: board.looks[old] ?? ViewLook(), of: new, on: document)
      return BoardEdits(
        subject: "rename view \(old): \(new)", done: "renamed view '\(old)' to '\(new)'",
        edits: [
          document.removal(ofItem: ExactString(old), in: "views"),
          .write(PlanList.views.path(new, "query"), .string(query)),
          .write(PlanList.views.path(new, "gone"), .null),
        ] + look)
    }
  }

  /// Returns the names of the views that use a view of the board, directly or through others: those
  /// that are invalid if it is.
  private func views(using name: String) throws -> [String] {
    let contents = try contents(of: board())
    // Queries mean the view of this clone if there is one.
    guard contents.shown.board.views[name] != nil, try localViews()[name] == nil else { return [] }
    return contents.views.filter { other, text in
      other != name && isValid(text, in: contents)
        && !isValid(text, in: contents, views: [name: Self.invalidQuery])
    }.keys.sorted()
  }

  private static let invalidQuery = "("

  private func isValid(
    _ text: String, in contents: BoardContents, views: [String: String] = [:]
  ) -> Bool {
    do {
      _ = try query(text, in: contents, views: views)
      return true
    } catch {
      return false
    }
  }

  package func removeView(_ name: String) async throws -> BoardChange {
    let name = name.lowercased()
    try checkNotHidden(name)
    return try await changeBoard { document in
      guard Board(document).views[name] != nil else { throw Problem.unknownView(name) }
      return BoardEdits(
        subject: "remove view \(name)", done: "removed view '\(name)' from the board",
        edits: [document.removal(ofItem: ExactString(name), in: "views")])
    }
  }

  /// Fails if a view of this clone has the name, because lists show that one and not the board's.
  private func checkNotHidden(_ name: String) throws {
    guard try hasView(name, isLocal: true) else { return }
    let isBoth = try hasView(name, isLocal: false)
    throw Problem.usage(
      "'\(name)' is a view of this clone" + (isBoth ? ", which hides the board's" : ""),
      hints: ["remove that of this clone with \(pmgit: "view", "remove", name, "--local")"])
  }

  /// Removes a view from the configuration of this clone.
  package func removeLocalView(_ name: String) throws {
    guard try localViews()[name.lowercased()] != nil else {
      throw Problem.unknownView(name, isLocal: true)
    }
    let key = try localKey(name)
    try store.repository.unsetConfig(key)
  }

  private func localKey(_ name: String) throws -> String {
    "pmgit.\(try Validation.viewName(name)).view"
  }

  /// Returns the query as one line. Fails if it is invalid, alone or as the view with the given
  /// name.
  private func checked(_ query: String, as name: String) throws -> String {
    let text = try Validation.line(query, field: "query")
    guard text.lowercased() != "none" else {
      throw Problem.usage(
        "'none' would search for that word",
        hints: ["remove the view with \(pmgit: "view", "remove", name)"])
    }
    let contents = try contents(of: board())
    _ = try self.query(text, in: contents)
    _ = try self.query("view:\(name)", in: contents, views: [name: text])
    return text
  }
}

extension Problem {
  fileprivate static func unknownView(_ name: String, isLocal: Bool = false) -> Problem {
    .usage(
      "no view '\(name)' is kept \(isLocal ? "in this clone's configuration" : "on this board")",
      hints: ["see them with \(pmgit: "view")"])
  }
}
