@testable import PlanModel
import PlanView
import Testing

@Suite struct StatusModelTests {
  private func status(_ remote: StatusModel.Remote, _ plans: [Plan] = []) -> StatusModel {
    StatusModel(
      name: .main, remote: remote, plans: plans, board: Build.board, today: Build.viewpoint.today)
  }

  @Test(
    "The comparison with the remote is shown in words",
    arguments: [
      (.none, "no remote: this board is only here"),
      (.neverSynced(name: "origin"), "never synced with 'origin'"),
      (.tracked(name: "origin", ahead: 0, behind: 0), "up to date with 'origin'"),
      (.tracked(name: "origin", ahead: 1, behind: 0), "ahead of 'origin': 1 commit to push"),
      (.tracked(name: "origin", ahead: 0, behind: 2), "behind 'origin': 2 commits to pull"),
      (
        .tracked(name: "o\u{1B}", ahead: 2, behind: 3),
        #"diverged from 'o\x1b': 2 commits to push, 3 to pull"#
      ),
    ] as [(StatusModel.Remote, String)])
  func remote(remote: StatusModel.Remote, words: String) {
    #expect(status(remote).remoteWords.string == words)
  }

  @Test("A comparison with a remote has the time of the last sync, if it is known")
  func lastSync() {
    var status = status(.tracked(name: "origin", ahead: 1, behind: 0))
    status.lastSyncWords = "2 hours ago"
    #expect(
      status.remoteWords.string == "ahead of 'origin': 1 commit to push, as of 2 hours ago")
    var alone = self.status(.none)
    alone.lastSyncWords = "2 hours ago"
    #expect(alone.remoteWords.string == "no remote: this board is only here")
  }

  @Test("Counts are of all plans but the deleted ones")
  func counts() {
    let late = { (plan: inout Plan) in plan.values.due = CalendarDay("2026-11-01") }
    let status = status(
      .none,
      [
        Build.plan("a111", late), Build.plan("a222"), Build.plan("a333"),
        Build.plan("b111", in: "done", late), Build.plan("c111", in: "ice"),
        Build.plan("d111") { $0.values.deletion = Deletion(at: nil, by: "", holds: true) },
        Build.plan("e111", in: "doing") {
          $0.values.conflicts = [
            Build.conflict(.field("title"), [(nil, .null), (nil, .string("x"))])
          ]
        },
      ])
    #expect(status.columns.map(\.id) == ["todo", "doing", "done", "ice"])
    #expect(status.columns.map(\.count) == [3, 1, 1, 1])
    #expect(status.columns.map(\.isOverLimit) == [true, false, false, false])
    #expect(status.overdueCount == 1)
    #expect(status.conflictCount == 1)
  }
}
