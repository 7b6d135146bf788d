import PlanActions
import PlanModel

extension WebServer {
  /// Synchronises the board by itself, as often as the person has asked for, until the task is cancelled.
  func syncs() async {
    guard let period = connection.service.options.syncPeriod else { return }
    let service = connection.service
    while !Task.isCancelled {
      await sync(service)
      // Cancelled while it sleeps, it ends.
      do { try await Task.sleep(for: period) } catch { return }
    }
  }

  private func sync(_ service: Service) async {
    let now = service.options.clock()
    do {
      let workspace = try service.workspace(service.options.board)
      let synced = try await workspace.sync()
      connection.watch.syncs.note(
        SyncReports.Report(at: now, problem: nil, words: synced.summary), of: workspace.name)
    } catch {
      guard let board = service.options.board else { return }
      connection.watch.syncs.note(
        SyncReports.Report(at: now, problem: Problem(error), words: ""), of: board)
    }
  }
}
