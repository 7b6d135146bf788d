/// A request to write a board as files that a browser shows without a server. `PlanWeb` does it.
package struct PublishBoard {
  /// A query; empty for all plans.
  package var query: String
  /// The full path of the folder, and the path as the person typed it.
  package var (folder, name): (String, String)
  /// An existing folder for temporary folders.
  package var temporary: String
  /// The URL at which the folder is served, with a slash at its end; empty if unknown.
  package var address = ""
  /// Whether the plans are also written as JSON Lines.
  package var hasExport = false
  /// Whether search engines are asked to leave the page out.
  package var isHidden = false
  /// Whether the publication is only previewed and no file is written.
  package var isDryRun = false

  package init(query: String, folder: String, name: String, temporary: String) {
    (self.query, self.folder, self.name, self.temporary) = (query, folder, name, temporary)
  }
}

/// The outcome of publishing a board, or of its preview.
package struct BoardPublished {
  package let shown: ShownBoard
  package let plans: Int
  package let files: Int
  package let bytes: Int
  /// The number of files of the former publication that were removed.
  package let removed: Int
  package let notices: [Notice]

  package init(_ made: ExcerptMade, files: Int, bytes: Int, removed: Int) {
    (shown, plans, notices) = (made.shown, made.plans.count, made.notices)
    (self.files, self.bytes, self.removed) = (files, bytes, removed)
  }
}
