import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanIndex

@Suite("The past in the index file")
struct PastTests {
  private let path: String
  private let index: PlanIndex
  private static let plan = PlanID("d5pw3emkg42n")
  private static let otherPlan = PlanID("d5pw3emkg42p")

  init() throws {
    path = try newIndexPath()
    index = try PlanIndex(at: path)
    try #require(Self.plan != nil && Self.otherPlan != nil)
  }

  /// Returns the id of a commit from a number.
  private static func id(_ number: Int) throws -> ObjectID {
    let digits = String(number, radix: 16)
    return try #require(ObjectID(hex: String(repeating: "0", count: 40 - digits.count) + digits))
  }

  /// Returns a commit that touches the plan, and in every third case also the settings.
  private static func commit(_ number: Int, date: Int) throws -> PastCommit {
    let version = Touch.Version(mode: .blob, id: try id(number + 1000))
    var touches = [
      Touch(plan: plan, old: nil, new: version)
    ]
    if number.isMultiple(of: 3) {
      touches.insert(Touch(plan: nil, old: version, new: nil), at: 0)
    }
    return PastCommit(
      PastPlace(date: date, commit: try id(number)), at: Timestamp(seconds: Int64(date) - 7),
      by: "Kim <kim@example.org>", isMerge: false, touches: touches)
  }

  @discardableResult
  private func write(
    _ commits: [PastCommit], removing removed: [ObjectID] = [], from old: PastHead? = nil,
    to tip: ObjectID
  ) throws -> Bool {
    guard let writing = try PastWriting(index, from: old) else { return false }
    for id in removed { try writing.remove(id) }
    for commit in commits { try writing.add(commit) }
    try writing.finish(at: tip)
    return true
  }

  /// Reads the whole past in batches of this size.
  private func read(of tip: ObjectID, by count: Int) throws -> [PastCommit] {
    var found: [PastCommit] = []
    var end: PastEnd?
    repeat {
      let (commits, next) = try #require(try index.past(after: end, of: tip, limit: count))
      found += commits
      end = next
    } while end?.isLast == false
    return found
  }

  @Test("Commits come newest first, in whatever order they were added", arguments: [1, 3, 50])
  func order(count: Int) throws {
    // 17 commits; those with equal dates are ordered by their ids.
    let commits = try (0..<17).map { try Self.commit($0, date: 100 + $0 * 7 % 17 / 2) }
    try write(commits, to: commits[0].id)
    let expected = commits.sorted { $0.place > $1.place }
    #expect(try read(of: commits[0].id, by: count) == expected)
    let settings = try #require(try index.past(of: nil, at: commits[0].id))
    #expect(settings.map(\.place) == expected.filter { $0.touches.count == 2 }.map(\.place))
    let plan = try #require(try index.past(of: Self.plan, at: commits[0].id))
    #expect(plan.map(\.touches) == expected.map { Array($0.touches.suffix(1)) })
  }

  @Test("Later commits go to their places, and those that are removed leave no trace")
  func follow() throws {
    let commits = try (0..<9).map { try Self.commit($0, date: 100 + $0 * 2) }
    try write(commits, to: commits[8].id)
    let head = try #require(try index.pastHead())
    let more = [try Self.commit(20, date: 103), try Self.commit(21, date: 300)]
    let removed = [commits[0].id, commits[4].id, commits[8].id]
    #expect(try write(more, removing: removed, from: head, to: more[1].id))
    let left = commits.filter { !removed.contains($0.id) } + more
    let expected = left.sorted { $0.place > $1.place }
    #expect(try read(of: more[1].id, by: 4) == expected)
    let plan = try #require(try index.past(of: Self.plan, at: more[1].id))
    #expect(plan.map(\.place) == expected.map(\.place))
    // The newest commit may be removed without a replacement.
    let newest = try #require(try index.pastHead())
    #expect(try write([], removing: [more[1].id], from: newest, to: commits[7].id))
    #expect(try read(of: commits[7].id, by: 4) == Array(expected.dropFirst()))
    #expect(try write([more[1]], from: index.pastHead(), to: more[1].id))
    // A writer that started with the old head writes nothing.
    #expect(try !write([], from: head, to: commits[0].id))
    #expect(try index.past(after: nil, of: commits[8].id, limit: 5) == nil)
    #expect(try index.past(of: Self.plan, at: commits[8].id) == nil)
  }

  @Test("A reading that another process comes between goes no further, and takes it for no damage")
  func interrupted() throws {
    let commits = try (0..<9).map { try Self.commit($0, date: 100 + $0 * 2) }
    try write(commits, to: commits[8].id)
    let tip = commits[8].id
    let (_, end) = try #require(try index.past(after: nil, of: tip, limit: 4))
    // First a commit is inserted among those that were not read; then all of these are removed.
    let late = try Self.commit(30, date: 101)
    try write([late], from: try index.pastHead(), to: late.id)
    #expect(try index.past(after: end, of: tip, limit: 4) == nil)
    try write(
      [], removing: commits.dropLast(4).map(\.id) + [late.id], from: try index.pastHead(),
      to: commits[7].id)
    #expect(try index.past(after: end, of: tip, limit: 4) == nil)
  }

  @Test("A change that is not finished leaves everything as it was")
  func unfinished() throws {
    let commits = try (0..<3).map { try Self.commit($0, date: 100 + $0) }
    try write(commits, to: commits[2].id)
    do {
      let writing = try #require(try PastWriting(index, from: try index.pastHead()))
      try writing.add(Self.commit(9, date: 200))
    }
    #expect(try read(of: commits[2].id, by: 9) == commits.reversed())
  }

  @Test(
    "A row that is altered, missing or another's is found",
    arguments: [
      "UPDATE past SET bytes = zeroblob(length(bytes)) WHERE date = 103",
      "UPDATE past SET sum = sum + 1 WHERE date = 103",
      "UPDATE past SET touched = zeroblob(3) WHERE date = 103",
      "UPDATE past SET date = 90 WHERE date = 103",
      "DELETE FROM past WHERE date = 103",
      "DELETE FROM past WHERE date = 100",
      "INSERT INTO past SELECT randomblob(20), date, bytes, sum, touched, touched_sum, detail, detail_sum FROM past",
      "UPDATE past SET detail = zeroblob(3) WHERE date = 103",
      "UPDATE past SET (detail, detail_sum) = (SELECT detail, detail_sum FROM past WHERE date = 106)",
    ])
  func damage(statement: String) throws {
    let commits = try (0..<9).map { try Self.commit($0, date: 100 + $0) }
    try write(commits, to: commits[8].id)
    try index.keepDetails(of: commits.map(Self.detailed))
    try index.database.run(untrusted: statement)
    let error = #expect(throws: DatabaseError.self) {
      try index.past(after: nil, of: commits[8].id, limit: 100, withDetails: true)
    }
    #expect(error?.isDamage == true)
  }

  @Test("The row of a plan that is altered or another's is found")
  func planDamage() throws {
    let commits = try (0..<9).map { try Self.commit($0, date: 100 + $0) }
    let other = try #require(Self.otherPlan).number
    for statement in [
      "UPDATE plan_past SET bytes = zeroblob(4) WHERE plan >= 0",
      "UPDATE plan_past SET plan = \(other) WHERE plan >= 0",
      "DELETE FROM past WHERE date = 104",
    ] {
      try write(commits, to: commits[8].id)
      try index.database.run(untrusted: statement)
      let plan = statement.contains("SET plan") ? Self.otherPlan : Self.plan
      let error = #expect(throws: DatabaseError.self) {
        try index.past(of: plan, at: commits[8].id)
      }
      #expect(error?.isDamage == true, "\(statement)")
    }
  }

  /// Returns the commit with the details of its touches.
  private static func detailed(_ commit: PastCommit) -> PastCommit {
    commit.with(
      commit.touches.enumerated().map { index, touch in
        var touch = touch
        let standing =
          touch.plan == nil
          ? nil : TouchDetail.Standing(column: "doing \(commit.place.date)", isDeleted: index == 0)
        touch.detail = TouchDetail(
          fields: (0..<index).map { "field \($0)" } + ["state"], standing: standing)
        return touch
      })
  }

  @Test("What touches changed is reported where it was kept, and only to those who ask")
  func details() throws {
    let commits = try (0..<9).map { try Self.commit($0, date: 100 + $0) }
    try write(commits, to: commits[8].id)
    let known = commits[2...5].map(Self.detailed)
    try index.keepDetails(of: known + [Self.detailed(try Self.commit(20, date: 99))])
    let expected = commits[..<2] + known + commits[6...]
    let tip = commits[8].id
    #expect(
      try index.past(after: nil, of: tip, limit: 100, withDetails: true)?.commits
        == expected.reversed())
    #expect(try read(of: tip, by: 100) == commits.reversed())
    #expect(try index.commit(at: commits[4].place, withDetails: true) == known[2])
    #expect(try index.commit(at: commits[4].place, withDetails: false) == commits[4])
    #expect(try index.commit(at: commits[7].place, withDetails: true) == commits[7])
    #expect(
      try index.commit(at: PastPlace(date: 1, commit: Self.id(99)), withDetails: true) == nil)
  }

  @Test("While another process writes, details are not kept, and nothing is lost or waits")
  func busyDetails() throws {
    let commits = try (0..<3).map { try Self.commit($0, date: 100 + $0) }
    try write(commits, to: commits[2].id)
    let other = try PlanIndex(at: path)
    try other.database.run(untrusted: "BEGIN IMMEDIATE")
    let error = #expect(throws: DatabaseError.self) {
      try index.keepDetails(of: commits.map(Self.detailed))
    }
    #expect(error?.isBusy == true)
    #expect(try index.commit(at: commits[1].place, withDetails: true) == commits[1])
    try other.database.run(untrusted: "COMMIT")
    try index.keepDetails(of: commits.map(Self.detailed))
    #expect(try index.commit(at: commits[1].place, withDetails: true) == Self.detailed(commits[1]))
  }

  @Test("The date of a child is later than its parents', whatever the clocks show")
  func dates() {
    #expect(PastPlace.date(committed: 500, parents: []) == 500)
    #expect(PastPlace.date(committed: 500, parents: [400, 450]) == 500)
    #expect(PastPlace.date(committed: 500, parents: [500]) == 501)
    #expect(PastPlace.date(committed: 500, parents: [400, 900]) == 901)
    #expect(PastPlace.date(committed: -5, parents: []) == 0)
    let last = PastPlace.date(committed: .max, parents: [])
    #expect(PastPlace.date(committed: .max, parents: [last]) == last + 1)
  }
}
