import PmgitTestSupport
import Testing

/// pmgit's work must not grow faster than the size of what a stranger can push or a user can type.
///
/// The tests count work, not time; see `Workload.work(at:)`. They divide the growth from 2n to 4n
/// by the growth from n to 2n, so that constant work cancels out. The quotient is 2 for linear
/// work, a little more for n log n, and 4 for quadratic work.
@Suite("Work by size")
struct WorkTests {
  /// The quotient if a seventh of the work at the middle size is quadratic, and the rest linear.
  private static let most = 2.4

  @Test("Twice as much of one thing is twice the work", arguments: Workload.all)
  func linear(_ workload: Workload) async throws {
    let n = workload.size
    let small = try await workload.work(at: n)
    let middle = try await workload.work(at: 2 * n)
    let large = try await workload.work(at: 4 * n)
    // Fails if the library does not count anything.
    #expect(middle - small > n, "\(small), \(middle), \(large)")
    let growth = Double(large - middle) / Double(middle - small)
    #expect(growth < Self.most, "\(small), \(middle), \(large)")
  }

  @Test(
    "A sync, and a question about one plan, is the same work on any board",
    arguments: Workload.syncs + Workload.readings)
  func flat(_ workload: Workload) async throws {
    let small = try await workload.work(at: workload.size)
    let large = try await workload.work(at: 2 * workload.size)
    // Reading the plans would almost double the work.
    #expect(small > 0 && Double(large) < 1.5 * Double(small), "\(small), \(large)")
  }
}
