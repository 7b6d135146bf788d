import PlanActions
import PlanModel
import PlanScreen

extension ScreenSource {
  /// The interval at which the board's heads are read even without a notification by the system.
  /// The system does not notify of changes that another machine makes on a shared disk.
  private static let period: Duration = .seconds(30)

  /// Notifies the screen when any program has moved the board's branch, until the task is
  /// cancelled. If the board can't be opened, the screen's next question reports the reason.
  func reportNews(to inbox: ScreenInbox) async {
    var known: BoardHeads?
    var watch: HeadWatch?
    while !Task.isCancelled {
      do {
        let workspace = try session(ScreenMessages()).workspace
        if watch == nil { watch = HeadWatch(of: workspace) }
        let heads = try workspace.heads()
        // The cards may already be up to date, but not the views beside them.
        if let before = known, heads != before { inbox.post(.boardChanged) }
        known = heads
      } catch {
        // The board may be missing for a moment while another program replaces it.
        if known != nil { inbox.post(.boardChanged) }
        known = nil
      }
      if let watch {
        await watch.wait(upTo: watch.isNotified ? Self.period : .seconds(1))
      } else {
        // Sleeping throws if the task is cancelled.
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
      }
    }
  }
}
