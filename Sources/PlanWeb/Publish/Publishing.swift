package import PlanActions
import PlanModel

extension Workspace {
  /// Writes the board as files that a browser shows without a server.
  ///
  /// - Throws: `Problem` if the folder does not belong to pmgit, or can't be written.
  package func publish(_ request: PublishBoard) async throws -> BoardPublished {
    let folder = try PublishedFolder(at: request.folder, named: request.name)
    let made = try await excerpt(request.query, below: request.temporary)
    defer { made.remove() }
    let title = made.shown.board.title ?? made.shown.name.text
    var files = try PublishedPage(page: .built, title: title, isHidden: request.isHidden).files()
    let data = PublishedData(board: made.board, leavesOutViews: !made.isWhole)
    files.merge(try data.files()) { first, _ in first }
    let feeds = PublishedFeeds(
      board: made.board, title: title, address: request.address, hasExport: request.hasExport)
    files.merge(try feeds.files()) { first, _ in first }
    if !request.isDryRun { try folder.write(files) }
    return BoardPublished(
      made, files: files.count, bytes: files.values.reduce(0) { $0 + $1.count },
      removed: folder.outdated(besides: files).count)
  }
}
