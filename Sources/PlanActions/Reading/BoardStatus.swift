import PlanModel
import PlanStore
package import PlanView

/// The state of the board, and how it compares with the remote.
package struct StatusShown {
  package let shown: ShownBoard
  package let model: StatusModel
  /// The files that can't be read; the first ones also have their history.
  package let broken: [BrokenFile]
  package let bridges: [Bridge]
}

extension Workspace {
  /// Compares the board with the last fetched one, without using the network.
  package func status() throws -> StatusShown {
    let shown = try board()
    let read = try shown.snapshot.reducePlans(
      into: StatusModel.Counts(on: shown.board, shown.today)
    ) { $0.add($1) }
    let broken = try store.brokenFiles(read.unreadable, in: shown.snapshot)
    let bridges = try bridges()
    var model = StatusModel(
      name: shown.name, remote: StatusModel.Remote(try store.sharingStatus()),
      counts: read.result, board: shown.board, unreadableCount: broken.count)
    model.home = try home
    // A comparison that is less than a minute old needs no time.
    if let lastSync, now.seconds - lastSync.seconds >= 60 {
      model.lastSyncWords = lastSync.relativeWords(now: now)
    }
    model.bridges = bridges.map { bridge in
      StatusModel.BridgeLine(
        name: bridge.name, at: bridge.last?.at, now: now,
        words: bridge.last?.words ?? "never pulled", isFailed: bridge.last?.error != nil)
    }
    return StatusShown(shown: shown, model: model, broken: broken, bridges: bridges)
  }
}

extension StatusModel.Remote {
  init(_ sharing: SharingStatus) {
    self =
      switch (sharing.remote, sharing.isShared) {
      case (nil, _): .none
      case (let name?, false): .neverSynced(name: name)
      case (let name?, true): .tracked(name: name, ahead: sharing.ahead, behind: sharing.behind)
      }
  }
}
