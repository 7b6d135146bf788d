import Git
import PlanModel
import PmgitTestSupport

@testable import PlanStore

/// A random history of a board in one repository. Three heads stand for three clones, with changes
/// of plans and columns. Each head is merged with the newest or an older commit of another, which
/// gives criss-cross merges.
struct RandomHistory {
  /// Two heads, and the tree of pmgit's merge.
  struct Merge {
    let ours: ObjectID
    let theirs: ObjectID
    let tree: ObjectID
    /// The number of merge bases.
    let bases: Int
  }

  let fixture: BoardFixture
  private(set) var merges: [Merge] = []
  private(set) var log: [String] = []
  /// The commits of each head, oldest first.
  private var heads: [[ObjectID]]
  private var draw: RandomPlanEdits
  private var plans: [PlanID] = []

  init(seed: UInt64, steps: Int) async throws {
    fixture = try await BoardFixture(seed: seed)
    draw = RandomPlanEdits(seed: seed)
    for _ in 0..<3 {
      let id = PlanID.random(using: &draw.random)
      plans.append(id)
      let document = draw.plan(id)
      try await fixture.change { $0.putBack(id, document, from: nil) }
    }
    heads = Array(repeating: [try fixture.tip()], count: 3)
    for _ in 0..<steps {
      let head = number(below: 3)
      if number(below: 5) < 3 { try await merge(head) } else { try await change(head) }
    }
    // Finally all heads are merged.
    for head in [0, 1, 2, 0] { try await merge(head, into: (head + 1) % 3) }
  }

  private mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &draw.random)
  }

  private func last(_ head: Int) -> ObjectID { heads[head][heads[head].count - 1] }

  private mutating func change(_ head: Int) async throws {
    try move(to: last(head))
    if number(below: 6) == 0 {
      let column = Column(
        id: ["todo", "review"][number(below: 2)], title: "Title \(number(below: 9))", kind: .todo,
        rank: "a3")
      log.append("\(head) sets column \(column.id)")
      try await fixture.change { $0.editBoard(Edit.column(column)) }
    } else if number(below: 8) == 0 {
      // Two heads may import the same plan independently, which leaves git without a base for it.
      let id = PlanID.test(number: number(below: 3))
      let edits: [Edit] = [.title("Imported \(number(below: 3))"), .state("todo")]
      log.append("\(head) imports \(id)")
      try await fixture.change { transaction in
        if try transaction.before.document(id) == nil { try transaction.create(id, edits) }
      }
    } else {
      let id = plans[number(below: plans.count)]
      guard let document = try fixture.document(id) else { return }
      let edits = draw.change(of: document)
      log.append("\(head) edits \(id): \(edits)")
      try await fixture.edit(id, edits)
    }
    heads[head].append(try fixture.tip())
  }

  private mutating func merge(_ head: Int) async throws {
    let other = (head + 1 + number(below: 2)) % 3
    let age = min(number(below: 4), heads[other].count - 1)
    try await merge(head, with: heads[other][heads[other].count - 1 - age])
  }

  private mutating func merge(_ head: Int, into other: Int) async throws {
    try await merge(other, with: last(head))
  }

  private mutating func merge(_ head: Int, with theirs: ObjectID) async throws {
    let ours = last(head)
    let repository = try fixture.repository.open()
    if try repository.isAncestor(theirs, of: ours) { return }
    if try repository.isAncestor(ours, of: theirs) {
      heads[head].append(theirs)
      return
    }
    let merged = try await fixture.store().merge(ours, theirs, as: nil)
    let bases = try repository.mergeBases(ours, theirs).count
    log.append("\(head) merges \(ours.abbreviated()) and \(theirs.abbreviated()), \(bases) bases")
    merges.append(Merge(ours: ours, theirs: theirs, tree: merged.content.tree, bases: bases))
    heads[head].append(merged.commit)
  }

  private func move(to commit: ObjectID) throws {
    let repository = try fixture.repository.open()
    let branch = "refs/heads/pmgit/main"
    let who = Signature(name: "x", email: "x", seconds: 0, offsetMinutes: 0)
    let tip = try repository.reference(branch)
    if tip == commit { return }
    _ = try repository.updateReference(
      branch, to: commit, expecting: tip, reflog: "test", who: who)
  }
}

extension PlanID {
  fileprivate static func test(number: Int) -> PlanID {
    guard let id = PlanID("zzzzzzzzzzz\(number)") else { preconditionFailure("12 characters") }
    return id
  }
}
