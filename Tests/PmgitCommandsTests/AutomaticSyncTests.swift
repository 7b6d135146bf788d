import ArgumentParser
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore
@testable import PmgitCommands

/// Syncs that commands start by themselves.
@Suite struct AutomaticSyncTests {
  private func automatic() async throws -> (pair: SharedBoard, pmgit: CommandRunner, id: String) {
    let (pair, id) = try await SharedBoard.withPlan()
    // A minute after the sync another one is due.
    pair.first.now = Timestamp(seconds: pair.first.now.seconds + 60)
    try await pair.first("config", "sync", "auto")
    #expect(pair.first.startedInBackground.count == 1)
    pair.first.forgetStarted()
    return (pair, pair.first, id)
  }

  @Test("A change starts a sync; a reading command starts one a minute after the last")
  func starts() async throws {
    let (_, pmgit, id) = try await automatic()
    try await pmgit("sync")
    let folder = try pmgit.repository.open().commonDirectory
    let sync = ["-C", folder, "--board", "main", "sync", "--if-due"]
    #expect(pmgit.startedInBackground == [])
    try await pmgit("list")
    try await pmgit("show", id)
    #expect(pmgit.startedInBackground == [])
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 60)
    try await pmgit("list")
    #expect(pmgit.startedInBackground == [sync])
    try await pmgit("edit", id, "-p", "low")
    #expect(pmgit.startedInBackground == [sync, sync])
    // Nothing runs it here, so it stays due.
    try await pmgit("list")
    #expect(pmgit.startedInBackground == [sync, sync, sync])
    try await pmgit("sync", "--if-due")
    #expect(
      try pmgit.repository.open().reference("refs/remotes/origin/pmgit/main")
        == pmgit.repository.open().reference("refs/heads/pmgit/main"))
    try await pmgit("list")
    #expect(pmgit.startedInBackground.count == 3)
  }

  @Test("Without the setting, without a remote, and for a failed command, nothing starts")
  func silent() async throws {
    let (_, pmgit, id) = try await automatic()
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 100)
    #expect(await pmgit.run(["show", "nothing-like-it"]).exitCode != 0)
    try await pmgit("config", "sync", "manual")
    try await pmgit("edit", id, "-p", "low")
    #expect(pmgit.startedInBackground == [])
    let alone = try await CommandRunner.withBoard(seed: 9)
    try await alone("config", "sync", "auto")
    try await alone("add", "One")
    #expect(alone.startedInBackground == [])
    #expect(await alone.run(["config", "sync", "often"]).exitCode == 64)
    try await alone.repository.git("config", "pmgit.sync", "often")
    let wrong = await alone.run(["list"])
    #expect(wrong.messages.contains("pmgit.sync") && wrong.messages.contains("'manual' or 'auto'"))
  }

  @Test("A remote that can't be reached is tried again later, and a terminal says so once a day")
  func away() async throws {
    let (pair, pmgit, id) = try await automatic()
    try await pmgit("sync")
    try await pmgit.repository.git("remote", "set-url", "origin", pair.hub.path + "-gone")
    try await pmgit("edit", id, "-p", "low")
    #expect(await pmgit.run(["sync", "--if-due"]).exitCode == 1)
    let started = pmgit.startedInBackground.count
    pmgit.useTerminal(errorIsTerminal: true)
    let first = await pmgit.run(["edit", id, "-p", "high"])
    #expect(first.unbroken.contains("warning: the board could not be shared: "))
    #expect(pmgit.startedInBackground.count == started)
    // It is not due, so nothing happens.
    #expect(await pmgit.run(["sync", "--if-due"]).exitCode == 0)
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 60)
    let second = await pmgit.run(["edit", id, "-p", "low"])
    #expect(!second.messages.contains("shared"))
    #expect(pmgit.startedInBackground.count == started + 1)
    let status = await pmgit.run(["status"]).unbroken
    #expect(status.contains("the board could not be shared: "))
    // Git has more to say, but only the first line is kept.
    #expect(status.contains("does not appear to be a git repository"), "\(status)")
    #expect(!status.contains("access rights"), "\(status)")
    try await pmgit.repository.git("remote", "set-url", "origin", pair.hub.path)
    try await pmgit("sync", "--if-due")
    #expect(
      try pair.hub.open().reference("refs/heads/pmgit/main")
        == pmgit.repository.open().reference("refs/heads/pmgit/main"))
  }

  @Test("On a terminal, the first command after a pause reports how old the board is")
  func stale() async throws {
    let (_, pmgit, _) = try await automatic()
    try await pmgit("sync")
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 500)
    pmgit.useTerminal(errorIsTerminal: true)
    #expect(!(await pmgit.run(["inbox"]).messages.contains("fetched now")))
    pmgit.now = Timestamp(seconds: pmgit.now.seconds + 14 * 3600)
    let words = "the board is as of 14 hours ago; it is being fetched now"
    #expect(await pmgit.run(["inbox"]).messages.contains(words))
    try await pmgit("config", "sync", "manual")
    #expect(!(await pmgit.run(["inbox"]).messages.contains("fetched now")))
  }

  @Test("What was synced is reported, although a later sync of the process fails")
  func laterFailure() async throws {
    let (_, pmgit, id) = try await automatic()
    let store = try BoardStore(
      at: pmgit.repository.path, environment: pmgit.environment, board: nil)
    var seconds = pmgit.now.seconds
    var count = 0
    var synced: [Int] = []
    // A process that another test starts may have the lock until it runs its program.
    for _ in 0..<100 where count < 2 {
      count = 0
      synced = try await store.syncWhileDue(
        now: { Timestamp(seconds: seconds) }, sleep: { _ in }, reason: { _ in "gone" }
      ) {
        count += 1
        seconds += 100
        if count > 1 { throw Gone() }
        // Another change, so that the next sync is due.
        try await pmgit("edit", id, "-p", "low")
        return count
      }
    }
    #expect(synced == [1] && count == 2)
    let last = try #require(store.lastSyncAttempt)
    #expect(last.begin == seconds - 100 && last.failures == 1 && last.reason == "gone")
    // The syncs above note nothing, so the last success is older.
    #expect(try #require(last.success) < pmgit.now.seconds)
  }

  private struct Gone: Error {}

  @Test("Waits grow from a minute to an hour; a clock that was set back stops nothing")
  func waits() {
    let done = SyncAttempt(begin: 1000)
    #expect(done.isNextDue(at: 1000, hasChanges: true))
    #expect(!done.isNextDue(at: 1059, hasChanges: false))
    #expect(done.isNextDue(at: 1060, hasChanges: false))
    #expect(done.isNextDue(at: 999, hasChanges: false))
    #expect(done.rest(at: 1000) == .seconds(2))
    #expect(done.rest(at: 1001) == .seconds(1))
    #expect(done.rest(at: 1003) == .zero)
    #expect(done.rest(at: 10) == .zero)
    for (failures, wait) in [(1, 60), (2, 120), (3, 240), (6, 1920), (7, 3600), (1000, 3600)] {
      let failed = SyncAttempt(begin: 1000, success: nil, failures: failures, reason: "x")
      #expect(!failed.isNextDue(at: 1000 + Int64(wait) - 1, hasChanges: true), "\(failures)")
      #expect(failed.isNextDue(at: 1000 + Int64(wait), hasChanges: true), "\(failures)")
    }
  }

  @Test("What a sync in the background reports is shown by the next command, once")
  func messages() async throws {
    let (pair, pmgit, id) = try await automatic()
    try await pair.second("sync")
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.second("sync")
    try await pmgit("edit", id, "--title", "Ours")
    try await pmgit("sync", "--if-due")
    #expect(!(await pmgit.run(["list"]).messages.contains("conflict")))
    pmgit.useTerminal(errorIsTerminal: true)
    #expect(await pmgit.run(["list"]).messages.contains("1 conflict to decide"))
    #expect(!(await pmgit.run(["list"]).messages.contains("conflict")))
    // It is reported when it arises, and not by each sync until it is decided.
    try await pmgit("edit", id, "-p", "low")
    try await pmgit("sync", "--if-due")
    #expect(!(await pmgit.run(["list"]).messages.contains("conflict")))
  }

  @Test("A conflict of a sync in the background is not reported after it was decided")
  func decided() async throws {
    let (pair, pmgit, id) = try await automatic()
    try await pair.second("sync")
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.second("sync")
    try await pmgit("edit", id, "--title", "Ours")
    try await pmgit("--board", "main", "sync", "--if-due")
    try await pmgit("resolve", id, "title", "--value", "Both")
    pmgit.useTerminal(errorIsTerminal: true)
    #expect(!(await pmgit.run(["list"]).messages.contains("conflict")))
  }

  @Test("What a sync of the default board reports names no board")
  func unnamed() async throws {
    let (pair, pmgit, id) = try await automatic()
    try await pair.second("sync")
    try await pair.second("edit", id, "--body", "First\n\nSecond and more")
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.second("sync")
    try await pmgit("edit", id, "--title", "Ours")
    try await pmgit("--board", "main", "sync", "--if-due")
    pmgit.useTerminal(errorIsTerminal: true)
    let shown = await pmgit.run(["list"]).messages
    #expect(shown.contains("'pmgit resolve --list'"), "\(shown)")
    #expect(!shown.contains("--board"), "\(shown)")
  }

  @Test("A second outage of a day is reported, too, and status keeps the time of the last success")
  func again() async throws {
    let (pair, pmgit, id) = try await automatic()
    pmgit.useTerminal(errorIsTerminal: true)
    let away = pair.hub.path + "-gone"
    for priority in ["low", "high"] {
      try await pmgit.repository.git("remote", "set-url", "origin", pair.hub.path)
      try await pmgit("sync")
      try await pmgit.repository.git("remote", "set-url", "origin", away)
      pmgit.now = Timestamp(seconds: pmgit.now.seconds + 3600)
      try await pmgit("edit", id, "-p", priority)
      #expect(await pmgit.run(["sync", "--if-due"]).exitCode == 1)
      let first = await pmgit.run(["show", id])
      #expect(first.unbroken.contains("the board could not be shared: "), "\(first)")
      #expect(!(await pmgit.run(["show", id]).unbroken.contains("could not be shared")))
    }
    let status = await pmgit.run(["status"])
    #expect(status.output.contains("1 hour ago"), "\(status)")
  }

  @Test("Nothing starts where another process syncs, or where nothing can be written")
  func busy() async throws {
    let (_, pmgit, id) = try await automatic()
    let shared = try pmgit.repository.open().reference("refs/remotes/origin/pmgit/main")
    let store = try BoardStore(
      at: pmgit.repository.path, environment: pmgit.environment, board: nil)
    do {
      guard let turn = WriterLock.ifFree(in: store.lockFolder, for: .automaticSync(.main)) else {
        Issue.record("the lock is not free")
        return
      }
      try await pmgit("edit", id, "-p", "low")
      #expect(pmgit.startedInBackground == [])
      try await pmgit("sync", "--if-due")
      #expect(try pmgit.repository.open().reference("refs/remotes/origin/pmgit/main") == shared)
      _ = consume turn
    }
    // A process of another test may have the lock for a moment.
    for _ in 0..<200 where pmgit.startedInBackground.isEmpty {
      try await pmgit("list")
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(pmgit.startedInBackground.count == 1)
    let isFree = WriterLock.ifFree(in: "/proc/self/pmgit", for: .automaticSync(.main)) != nil
    #expect(!isFree)
  }

  @Test("Long commands that only read the board start nothing")
  func readOnly() throws {
    #expect(!(try ScreenCommand.parse(["--read-only"]).mayShare))
    #expect(try ScreenCommand.parse([]).mayShare)
    #expect(!(try WebCommand.parse([]).mayShare))
  }

  @Test("An attempt is read as it was written; any other line is not an attempt")
  func line() {
    for attempt in [
      SyncAttempt(begin: 12),
      SyncAttempt(begin: 9, success: 7, failures: 3, reason: "git fetch: a  b"),
      SyncAttempt(begin: 0, success: nil, failures: 1, reason: ""),
    ] {
      #expect(SyncAttempt(line: attempt.line) == attempt)
    }
    #expect(SyncAttempt(begin: 2, success: 1, failures: 1, reason: "a\r\nb\n").line == "2 1 1 a b")
    for line in [
      "", "1", "1 2", "1 2 3", "x 1 1 ", "1 - -1 ", "1 - x y", "-1 - 1 ", "\(Int64.max) - 1 ",
      "1 - \(Int.max) ", "1 x 1 ", "1 -1 1 ", "1 \(Int64.max) 1 ", "1  1 ",
    ] {
      #expect(SyncAttempt(line: line) == nil, "\(line)")
    }
  }
}
