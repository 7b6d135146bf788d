import PlanActions
import PlanModel

extension WebServer {
  /// Syncs the repository's boards at once and then at the requested interval, until the
  /// task is cancelled. Returns at once if no interval was requested.
  func syncs() async {
    guard let period = connection.service.options.syncPeriod else { return }
    while !Task.isCancelled {
      for board in boards { await sync(board) }
      // Sleeping throws if the task is cancelled.
      do { try await Task.sleep(for: period) } catch { return }
    }
  }

  /// The local boards. If they can't be listed, this is only the board that was opened, and its
  /// sync reports the error.
  private var boards: [BoardName] {
    let service = connection.service
    guard let opened = try? service.options.workspace(service.options.board) else {
      return service.options.board.map { [$0] } ?? []
    }
    return (try? opened.boards().filter(\.isLocal).map(\.name)) ?? [opened.name]
  }

  private func sync(_ board: BoardName) async {
    let service = connection.service
    let now = service.options.clock()
    let report: SyncReports.Report
    do {
      let synced = try await service.options.workspace(board).sync()
      report = SyncReports.Report(at: now, problem: nil, words: synced.summary)
    } catch {
      report = SyncReports.Report(at: now, problem: Problem(error), words: "")
    }
    connection.watch.syncs.note(report, of: board)
  }
}
