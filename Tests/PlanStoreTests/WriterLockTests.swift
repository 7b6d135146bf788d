import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

private let isRoot = NSUserName() == "root"

@Suite("The writers' lock")
struct WriterLockTests {
  @Test("A second holder waits until the first one lets go")
  func waits() async throws {
    let scratch = try await ScratchRepository()
    let folder = scratch.folder + "/pmgit"
    var first: WriterLock? = try await WriterLock(in: folder)
    async let acquired = Self.timeOfLocking(folder)
    for _ in 0..<100 { await Task.yield() }
    let released = ContinuousClock.now
    first = nil
    #expect(try await acquired >= released)
    _ = first
  }

  private static func timeOfLocking(_ folder: String) async throws -> ContinuousClock.Instant {
    let lock = try await WriterLock(in: folder, timeout: .seconds(600))
    defer { _ = lock }
    return .now
  }

  @Test(
    "Those who wait are let in in the order in which they came",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/locks"), "there is no /proc/locks"))
  func order() async throws {
    let scratch = try await ScratchRepository()
    let folder = scratch.folder + "/pmgit"
    var first: WriterLock? = try await WriterLock(in: folder)
    let served = try await withThrowingTaskGroup { group in
      for number in 1...12 {
        group.addTask { (number, try await Self.timeOfLocking(folder)) }
        // The kernel lists those who wait as '-> FLOCK … <device>:<inode> …'.
        let deadline = ContinuousClock.now + .seconds(600)
        while try Self.waiting(for: folder + "/lock") < number {
          try #require(ContinuousClock.now < deadline, "\(number) do not wait in the kernel's line")
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      first = nil
      return try await group.reduce(into: [(Int, ContinuousClock.Instant)]()) { $0.append($1) }
    }
    #expect(served.sorted { $0.1 < $1.1 }.map(\.0) == Array(1...12))
    _ = first
  }

  private static func waiting(for path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let inode = try #require(attributes[.systemFileNumber] as? UInt64)
    let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return locks.split(separator: "\n").count { $0.contains("-> ") && $0.contains(":\(inode) ") }
  }

  @Test("Who has given up or was cancelled does not get the lock later and keep it")
  func givenUp() async throws {
    let scratch = try await ScratchRepository()
    let folder = scratch.folder + "/pmgit"
    var holder: WriterLock? = try await WriterLock(in: folder)
    for _ in 0..<3 {
      _ = try await storeError { _ = try await WriterLock(in: folder, timeout: .milliseconds(5)) }
    }
    let waiting = Task { _ = try await WriterLock(in: folder) }
    waiting.cancel()
    await #expect(throws: StoreError.self) { try await waiting.value }
    holder = nil
    _ = try await WriterLock(in: folder, timeout: .seconds(600))
    _ = holder
  }

  @Test("A holder that does not let go is named after a while")
  func busy() async throws {
    let ada = try await BoardFixture()
    let folder = ada.repository.path + "/.git/pmgit"
    let holder = try await WriterLock(in: folder)
    let error = try await storeError {
      _ = try await WriterLock(in: folder, timeout: .milliseconds(30))
    }
    guard case .busy(let path) = error else { throw error }
    #expect(path == folder + "/lock")
    // Readers never look at it.
    #expect(try ada.titles() == [])
    _ = holder
  }

  @Test("A fetched head is checked before the lock is waited for")
  func checkBeforeLock() async throws {
    let (hub, ada, _, _) = try await pair()
    let root = try await hub.rawTree([RawEntry("100644", "..", try await hub.blob("x"))])
    let commit = try await hub.rawCommit(tree: root, parents: [ada.tip().hex])
    try await hub.git("update-ref", branch, commit)
    let holder = try await WriterLock(in: ada.repository.path + "/.git/pmgit")
    let error = try await storeError { try await ada.sync() }
    _ = holder
    guard case .unsafeHead(_, path: "..", _) = error else { throw error }
  }

  @Test("Where the lock can't be made there is nothing to wait for: the change is made")
  func noPlace() async throws {
    let ada = try await BoardFixture()
    try FileManager.default.removeItem(atPath: ada.repository.path + "/.git/pmgit")
    try ada.repository.write("in the way", to: "repository/.git/pmgit")
    try await ada.add("a plan")
    #expect(try ada.titles() == ["a plan"])
  }

  @Test(
    "In a repository that can't be written the board is read, and a change is an error",
    .enabled(if: !isRoot, "root may write everywhere"))
  func readOnly() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let tip = try ada.tip()
    try await ada.repository.git("-c", "alias.seal=!chmod -R a-w .git", "seal")
    await #expect(throws: GitError.self) { _ = try await ada.edit(id, .title("x")) }
    try await ada.repository.git("-c", "alias.unseal=!chmod -R u+w .git", "unseal")
    #expect(try ada.tip() == tip)
    #expect(try ada.titles() == ["a plan"])
  }
}
