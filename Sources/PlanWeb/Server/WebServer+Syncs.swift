import PlanActions
import PlanModel

extension WebServer {
  /// Syncs the repository's boards at once and then at the requested interval, until the task is
  /// cancelled. Without a requested interval it syncs when an automatic sync is due, and returns at
  /// once if none is set.
  func syncs() async {
    let options = connection.service.options
    guard options.syncPeriod != nil || isAutomatic else { return }
    while !Task.isCancelled {
      for board in boards { await sync(board, ifDue: options.syncPeriod == nil) }
      // Sleeping throws if the task is cancelled.
      do { try await Task.sleep(for: options.syncPeriod ?? Self.interval) } catch { return }
    }
  }

  /// How often the server looks whether an automatic sync is due.
  private static let interval = Duration.seconds(5)

  /// Whether the clone syncs by itself and this server may write.
  private var isAutomatic: Bool {
    let options = connection.service.options
    return !options.isReadOnly && (try? options.workspace(options.board).syncsByItself) == true
  }

  /// The local boards and the one that was opened. If they can't be listed, this is only the board
  /// that was opened, and its sync reports the error.
  private var boards: [BoardName] {
    let service = connection.service
    guard let opened = try? service.options.workspace(service.options.board) else {
      return service.options.board.map { [$0] } ?? []
    }
    let local = (try? opened.boards().filter(\.isLocal).map(\.name)) ?? []
    // A fresh clone shows the remote's board and has none of its own.
    return local.contains(opened.name) ? local : local + [opened.name]
  }

  private func sync(_ board: BoardName, ifDue: Bool) async {
    let service = connection.service
    let now = service.options.clock()
    let report: SyncReports.Report
    do {
      let workspace = try service.options.workspace(board)
      guard let synced = try await ifDue ? workspace.syncWhileDue().last : workspace.sync()
      else { return }
      report = SyncReports.Report(at: now, problem: nil, words: synced.summary)
    } catch {
      report = SyncReports.Report(at: now, problem: Problem(error), words: "")
    }
    connection.watch.syncs.note(report, of: board)
  }
}
