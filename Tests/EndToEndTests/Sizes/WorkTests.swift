import PmgitTestSupport
import Testing

/// What a stranger can push and a user can type costs as much more as it is more, and no more than
/// that.
///
/// Counted is work, not time; see `Workload.work(at:)`. What doubles from 2n to 4n is compared with
/// what doubles from n to 2n, so that what a command does anyway falls out. That is 2 for what is
/// linear, a little more with a logarithm in it, and 4 for what is quadratic.
@Suite("Work by size")
struct WorkTests {
  /// What a tenth of quadratic work, beside nine of linear, would make it at the middle size.
  private static let most = 2.4

  @Test("Twice as much of one thing is twice the work", arguments: Workload.all)
  func linear(_ workload: Workload) async throws {
    let n = workload.size
    let small = try await workload.work(at: n)
    let middle = try await workload.work(at: 2 * n)
    let large = try await workload.work(at: 4 * n)
    // Without this a library that counts nothing would do.
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
    // Reading the plans would be nearly twice as much.
    #expect(small > 0 && Double(large) < 1.5 * Double(small), "\(small), \(large)")
  }
}
