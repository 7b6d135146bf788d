package import PlanActions
import PlanModel

/// The options of publishing a board.
package struct PublishOptions {
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
  /// Whether nothing is written.
  package var isRehearsing = false

  package init(query: String, folder: String, name: String, temporary: String) {
    (self.query, self.folder, self.name, self.temporary) = (query, folder, name, temporary)
  }
}

/// What was published, or would be published.
package struct Published {
  package let shown: ShownBoard
  package let plans: Int
  package let files: Int
  package let bytes: Int
  /// The number of files of the former publication that were removed.
  package let removed: Int
  package let missing: MissingFiles
  package let notices: [Notice]
}

/// Writes a board as files that a browser shows without a server.
package enum Publishing {
  /// - Throws: `Problem` if the folder does not belong to pmgit, or can't be written.
  package static func publish(_ board: Workspace, _ options: PublishOptions) async throws
    -> Published
  {
    let folder = try PublishedFolder(at: options.folder, named: options.name)
    let made = try await board.excerpt(options.query, below: options.temporary)
    defer { made.remove() }
    let title = made.shown.board.title ?? made.shown.name.text
    var files = try PublishedPage(page: .built, title: title, isHidden: options.isHidden).files()
    let data = PublishedData(board: made.board, leavesOutViews: !made.isWhole)
    files.merge(try data.files()) { first, _ in first }
    let feeds = PublishedFeeds(
      board: made.board, title: title, address: options.address, hasExport: options.hasExport)
    files.merge(try feeds.files()) { first, _ in first }
    if !options.isRehearsing { try folder.write(files) }
    return Published(
      shown: made.shown, plans: made.plans.count, files: files.count,
      bytes: files.values.reduce(0) { $0 + $1.count },
      removed: folder.outdated(besides: files).count,
      missing: made.missing, notices: made.notices)
  }
}
