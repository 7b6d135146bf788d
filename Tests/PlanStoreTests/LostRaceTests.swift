import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Races against another clone that pushes to the remote just before each push.
@Suite("Races that are lost again and again")
struct LostRaceTests {
  /// Gives a person a git that lets another clone push one commit just before each push.
  ///
  /// - Parameter commits: The commits that the other clone pushes, in this order.
  private func race(
    _ person: BoardFixture, against other: BoardFixture, pushing commits: [ObjectID]
  )
    throws
  {
    let list = try person.repository.write(
      commits.map { $0.hex + "\n" }.joined(), to: "waiting-commits")
    person.environment = try person.repository.racing(
      person.environment,
      beforeEachPush: """
        commit=$(head -n 1 '\(list)')
        [ -n "$commit" ] || exit 0
        sed -i 1d '\(list)'
        git -C '\(other.repository.path)' push --quiet origin "$commit:refs/heads/pmgit/main"
        """)
  }

  /// Makes edits by one person, and returns the commits of the edits.
  private func edits(_ count: Int, of id: PlanID, by person: BoardFixture) async throws
    -> [ObjectID]
  {
    var commits: [ObjectID] = []
    for number in 1...count {
      commits.append(try await person.edit(id, .state("turn-\(number)")).after.commit)
    }
    return commits
  }

  @Test("Thirty races lost: the sync succeeds, waits grow, and the history has one merge of it")
  func thirty() async throws {
    let (hub, ada, ben, id) = try await pair()
    let theirs = try await edits(30, of: id, by: ben)
    try await ada.edit(id, .title("ada's"))
    try race(ada, against: ben, pushing: theirs)
    let time = MadeUpClock(step: .milliseconds(500))
    let store = try ada.store()
    store.clock = time.clock()
    var told = 0
    store.onLostRace = { told += 1 }
    let result = try await store.sync(person: nil)
    #expect(result.kind == .merged)
    #expect(result.fetched == 30)
    #expect(result.pushed == 2)
    #expect(time.waits.count == 30)
    #expect(told == 30)
    #expect(time.waits[0] < .milliseconds(60))
    #expect(time.waits[20...].contains { $0 > .milliseconds(400) })
    #expect(try await hub.git("rev-list", "--count", "--merges", "pmgit/main") == "1")
    #expect(try ada.plan(id).title == "ada's")
    #expect(try ada.plan(id).state == "turn-30")
    try await ben.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("At the time limit a sync says so; what was fetched is here, and nothing else is there")
  func over() async throws {
    let (hub, ada, ben, id) = try await pair()
    let theirs = try await edits(40, of: id, by: ben)
    try await ada.edit(id, .title("ada's"))
    try race(ada, against: ben, pushing: theirs)
    try await ada.repository.git("config", "pmgit.timeout", "4")
    try ada.noteCode()
    let time = MadeUpClock(step: .milliseconds(50))
    let store = try ada.store()
    store.clock = time.clock()
    let error = try await storeError { _ = try await store.sync(person: nil) }
    guard case .contention(.main, remote: "origin", after: let spent) = error,
      spent >= .seconds(4), spent < .seconds(5)
    else { throw error }
    let lost = time.waits.count + 1
    #expect(lost < 40)
    #expect(try hub.open().reference(branch) == theirs[lost - 1])
    // The last merge is kept here, although it was never pushed.
    #expect(try ada.plan(id).title == "ada's")
    #expect(try ada.plan(id).state == "turn-\(lost - 1)")
    #expect(try ada.store().sharingStatus().ahead == 2)
  }

  @Test("A claim goes on as long, and the plan is then its owner's alone")
  func claim() async throws {
    let (hub, ada, ben, id) = try await pair()
    let theirs = try await edits(20, of: id, by: ben)
    let own = try await ada.add("not shared yet")
    try race(ada, against: ben, pushing: theirs)
    let time = MadeUpClock()
    let store = try ada.store()
    store.clock = time.clock()
    let (change, _) = try await store.changeOnRemote(by: ada.author(), person: nil) { transaction in
      try transaction.edit(id, [.owner("ada")])
      return (CommitMessage(subject: "take", plans: [id]), ())
    }
    #expect(change.remoteWarning == nil)
    #expect(time.waits.count == 20)
    #expect(try await hub.git("rev-list", "--count", "--merges", "pmgit/main") == "1")
    #expect(try await hub.git("log", "--format=%s", "pmgit/main").contains("take"))
    try await ben.sync()
    try await expectRest(hub, [ada, ben])
    #expect(try ben.plan(id).owner == "ada")
    #expect(try ben.plan(own).title == "not shared yet")
  }

  @Test("A merge made anew merges only the files that the winner has changed")
  func reuse() async throws {
    let (hub, ada, ben, _) = try await pair()
    var ids: [PlanID] = []
    for number in 1...20 { ids.append(try await ada.add("plan \(number)")) }
    try await syncAll(ada, ben)
    for id in ids {
      try await ada.edit(id, .title("ada's \(id)"))
      try await ben.edit(id, .state("doing"))
    }
    try await ben.sync()
    let late = [
      try await ben.edit(ids[3], .state("done")).after.commit,
      try await ben.edit(ids[7], .title("ben's")).after.commit,
    ]
    try race(ada, against: ben, pushing: late)
    let store = try ada.store()
    store.clock = MadeUpClock().clock()
    #expect(try await store.sync(person: nil).kind == .merged)
    // Twenty merges at first, then one for each lost race.
    #expect(store.mergedFiles.made == 22)
    try await ben.sync()
    try await expectRest(hub, [ada, ben])
    // It equals a merge that is made at once.
    let parents = try await hub.git("rev-list", "--parents", "-1", "pmgit/main")
      .split(separator: " ").map(String.init)
    let again = try ben.store().mergedCommit(
      of: #require(ObjectID(hex: parents[1])), #require(ObjectID(hex: parents[2])))
    #expect(try await hub.git("rev-parse", "pmgit/main") == again.hex)
    #expect(try ada.plan(ids[7]).conflicts.map(\.field) == ["title"])
  }

  @Test("A remote whose branch nobody can move is given up in seconds, with what it says")
  func immovable() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.edit(id, .state("doing"))
    try await ben.sync()
    let there = try hub.open().reference(branch)
    // The answer of a server that can't write to its disk.
    let refusing = try ada.repository.write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      for word; do
        if [ "$word" = push ]; then
          echo "remote: error: unable to write there" >&2
          printf '!\\ta:b\\t[remote rejected] (failed to update ref)\\n'
          exit 1
        fi
      done
      exec git "$@"

      """, to: "refusing/git", executable: true)
    let path = try #require(ada.environment["PATH"])
    ada.environment["PATH"] = "\((refusing as NSString).deletingLastPathComponent):\(path)"
    try await ada.edit(id, .title("ada's"))
    let time = MadeUpClock()
    let store = try ada.store()
    store.clock = time.clock()
    let error = try await storeError { _ = try await store.sync(person: nil) }
    guard case .refused(remote: "origin", .declined("failed to update ref"), let messages) = error
    else { throw error }
    #expect(messages == ["error: unable to write there"])
    #expect(time.now >= .seconds(5) && time.now < .seconds(12))
    #expect(try hub.open().reference(branch) == there)
    // What others shared was merged here anyway.
    #expect(try ada.plan(id).state == "doing")
    #expect(try ada.plan(id).title == "ada's")
  }
}
