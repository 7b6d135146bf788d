import Foundation
import Git
import PlanIndex
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Boards that are read with an index, compared with boards that are read from git's objects only.
@Suite("Reading by the index")
struct IndexedReadingTests {
  @Test(
    "gives what git's objects give, whatever happens to the board and to the file",
    arguments: 1...8 as ClosedRange<UInt64>)
  func equal(seed: UInt64) async throws {
    var story = try await IndexStory(seed: seed)
    for step in 0..<40 {
      let what = try await story.step()
      try story.check("seed \(seed), step \(step): \(what)")
    }
    // The test proves little if few readings used the index.
    #expect(story.followed > 15, "\(story.followed)")
    #expect(story.followedPast > 40, "\(story.followedPast)")
  }

  @Test("A change writes its own rows, and reading after it leaves the index as it is")
  func ownRows() async throws {
    let board = try await BoardFixture()
    try await board.add("one")
    _ = try board.store().snapshot().plans()
    try await board.add("two")
    let store = try board.store()
    let (head, tip) = (try #require(store.index.head), try store.snapshot())
    #expect(head.commit == tip.commit.hex && head.tree == tip.tree.hex)
  }

  @Test("A board of the past is read by its differences, and leaves the index where it is")
  func past() async throws {
    let board = try await BoardFixture()
    try await board.add("one")
    let old = try board.store().snapshot().commit
    try await board.add("two")
    let store = try board.store()
    _ = try store.snapshot().plans()
    #expect(try store.snapshot(at: old).plans().plans.map(\.title) == ["one"])
    #expect(try store.index.head?.commit == store.snapshot().commit.hex)
  }

  @Test("A fetched head is checked until the index describes it")
  func checkedHead() async throws {
    let board = try await BoardFixture()
    let id = try await board.add("one")
    let git = board.repository
    try await git.git("remote", "add", "origin", git.path)
    try await git.git("update-ref", "refs/remotes/origin/pmgit/main", "pmgit/main")
    try await git.git("update-ref", "-d", "refs/heads/pmgit/main")
    let store = try board.store()
    let tip = try store.tip()
    #expect(!store.isIndexed(tip))
    #expect(try store.snapshot().plans().plans.map(\.id) == [id])
    #expect(store.isIndexed(tip))

    let blob = try await git.git("rev-parse", "origin/pmgit/main:\(id.path)")
    try FileManager.default.removeItem(
      atPath: "\(git.path)/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    #expect(try board.store().snapshot().plans(withTexts: false).plans.map(\.id) == [id])
    try board.store().index.remove()
    #expect(throws: StoreError.self) { try board.store().tip() }
  }

  @Test("The first reading after the repair of a plan finds it readable")
  func repaired() async throws {
    let board = try await BoardFixture()
    let id = try await board.add("one")
    let whole = try board.store().snapshot().commit
    try await board.repository.commitToBoard("{", at: id.path)
    #expect(try board.store().snapshot().plans().unreadable.map(\.id) == [id])
    try await board.repository.git("update-ref", "refs/heads/pmgit/main", whole.hex)
    let read = try board.store().snapshot().plans()
    #expect(read.unreadable.isEmpty && read.plans.map(\.id) == [id])
  }

  @Test("What commits changed is kept once it was asked for")
  func keptDetails() async throws {
    let board = try await BoardFixture()
    for number in 0..<3 { try await board.add("plan \(number)") }
    let tip = try board.store().snapshot().commit
    for isKept in [false, true] {
      let past = try Past(of: board.store(), from: tip, withDetails: true)
      var count = 0
      while let commit = try past.next() {
        #expect(commit.hasDetails == isKept || commit.touches.isEmpty)
        count += try past.detailed(commit).touches.count { $0.detail != nil }
      }
      past.keepDetails()
      #expect(count > 3)
    }
  }

  @Test("A past whose index goes away in the middle of a reading goes on where it was")
  func interrupted() async throws {
    let board = try await BoardFixture()
    for number in 0..<80 { try await board.add("plan \(number)") }
    let store = try board.store()
    let tip = try store.snapshot().commit
    let expected = try store.places(from: tip).map { try store.pastCommit(at: $0) }
    for removed in [1, 31, 32, 33, 40, 79] {
      let past = try Past(of: board.store(), from: tip)
      var found: [PastCommit] = []
      while let commit = try past.next() {
        found.append(commit)
        // Now the index follows another tip, so the reader has to go on without it.
        if found.count == removed {
          try await board.repository.git(
            "update-ref", "refs/heads/pmgit/main", expected[3].id.hex)
          _ = try Past(of: board.store(), from: expected[3].id).next()
        }
      }
      #expect(found == expected, "\(removed)")
      try await board.repository.git("update-ref", "refs/heads/pmgit/main", tip.hex)
    }
  }
}

/// A board with random changes, and its index.
private struct IndexStory {
  private let board: BoardFixture
  private var draw: RandomPlanEdits
  private var ids: [PlanID] = []
  private var commits: [ObjectID] = []
  private var copies: [Data] = []
  /// How often the index contained the board that was read.
  private(set) var followed = 0
  private(set) var followedPast = 0

  init(seed: UInt64) async throws {
    board = try await BoardFixture(seed: seed)
    draw = RandomPlanEdits(seed: seed)
  }

  private var path: String { board.repository.path + "/.git/pmgit/index-main.db" }

  /// Makes one random change, and returns a description.
  mutating func step() async throws -> String {
    switch Int.random(in: 0..<17, using: &draw.random) {
    case 0...3: return try await add()
    case 4...7: return try await change()
    case 8: return try await write("{", at: ids.randomElement(using: &draw.random)?.path)
    case 9: return try await write("notes", at: "plans/notes \(ids.count).txt")
    case 10: return try await remove()
    case 11: return try await goBack()
    case 12: return try await join()
    default: return try damage()
    }
  }

  private mutating func add() async throws -> String {
    for _ in 0..<Int.random(in: 1...6, using: &draw.random) {
      let id = PlanID.random(using: &draw.random)
      let document = relating(draw.plan(id))
      try await board.change { try $0.put(id, isNew: true) { _ in document } }
      ids.append(id)
    }
    return "add"
  }

  private mutating func change() async throws -> String {
    guard let id = ids.randomElement(using: &draw.random),
      let document = try board.store().snapshot().readableDocument(id)
    else { return "nothing to change" }
    let work = relating(draw.work(on: document))
    try await board.change { try $0.put(id, isNew: false) { _ in work } }
    return "change"
  }

  /// Returns the document with some aliases and links added or removed.
  private mutating func relating(_ document: PlanDocument) -> PlanDocument {
    let names = ["#1", "#2", "PROJ-1"]
    var document = document
    for _ in 0..<Int.random(in: 0...3, using: &draw.random) {
      let alias = names.randomElement(using: &draw.random) ?? ""
      let target =
        Bool.random(using: &draw.random) ? ids.randomElement(using: &draw.random)?.text : nil
      let kind = Link.knownKinds.randomElement(using: &draw.random) ?? ""
      let link = "\(kind):\(target ?? alias)"
      let edit: Edit =
        switch Int.random(in: 0..<6, using: &draw.random) {
        case 0: .add(alias, to: .aliases)
        case 1: .remove(alias, from: .aliases)
        case 2: .remove(document.firstLink ?? link, from: .links)
        default: .add(link, to: .links)
        }
      document.apply([edit], stamp: draw.stamp())
    }
    return document
  }

  private func write(_ text: String, at path: String?) async throws -> String {
    guard let path else { return "nothing to break" }
    try await board.repository.commitToBoard(text, at: path)
    return "write '\(text)' at \(path)"
  }

  private mutating func remove() async throws -> String {
    guard let id = ids.randomElement(using: &draw.random) else { return "nothing to remove" }
    try await board.repository.removeFromBoard(id.path)
    ids.removeAll { $0 == id }
    return "remove \(id)"
  }

  /// Moves the branch to an older commit, like somebody who rewrites the history.
  private mutating func goBack() async throws -> String {
    guard let old = commits.randomElement(using: &draw.random) else { return "no past" }
    try await board.repository.git("update-ref", "refs/heads/pmgit/main", old.hex)
    return "go to \(old)"
  }

  /// Merges an older commit, which may not be an ancestor, and keeps the current files.
  private mutating func join() async throws -> String {
    guard let old = commits.randomElement(using: &draw.random) else { return "no past" }
    let git = board.repository
    let merge = try await git.git(
      "commit-tree", "-p", "pmgit/main", "-p", old.hex, "-m", "merge", "pmgit/main^{tree}")
    try await git.git("update-ref", "refs/heads/pmgit/main", merge)
    return "merge \(old)"
  }

  private mutating func damage() throws -> String {
    let manager = FileManager.default
    guard var bytes = manager.contents(atPath: path), !bytes.isEmpty else { return "no index" }
    let place = Int.random(in: 0..<bytes.count, using: &draw.random)
    switch Int.random(in: 0..<7, using: &draw.random) {
    case 0: bytes = bytes.prefix(place)
    case 1: bytes[place] = ~bytes[place]
    case 2: for index in place..<min(place + 600, bytes.count) { bytes[index] = 0 }
    case 3: bytes = Data("no database".utf8)
    case 4:
      try manager.removeItem(atPath: path)
      return "remove the index"
    case 5:
      copies.append(bytes)
      return "copy the index"
    default:
      guard let copy = copies.randomElement(using: &draw.random) else { return "no copy" }
      bytes = copy
    }
    try bytes.write(to: URL(filePath: path))
    return "damage at \(place) of \(bytes.count)"
  }

  /// Compares what the store reads with git's objects, twice: the first reading may write the
  /// index, and the second can use it.
  mutating func check(_ what: String) throws {
    for _ in 0..<2 {
      let store = try board.store()
      let snapshot = try store.snapshot()
      let files = try snapshot.plansFromFiles()
      let ids = files.compactMap {
        if case .plan(let packed) = $0.content { packed.plan.id } else { nil }
      }
      // The documents are read, because the index packs what it reads.
      let plans = try ids.map(snapshot.plan)
      let broken = files.compactMap {
        if case .unreadable(let plan) = $0.content { plan } else { nil }
      }
      let short = try store.snapshot().plans(withTexts: false)
      #expect(short.plans.map(\.outline) == plans.map(\.outline), "\(what)")
      #expect(short.plans.map(\.title) == plans.map(\.title), "\(what)")
      let read = try snapshot.plans()
      #expect(read.plans == plans, "\(what)")
      #expect(read.unreadable == broken, "\(what)")
      let added = try snapshot.reducePlans(into: [String]()) { $0.append($1.title) }
      #expect(added.result == plans.map(\.title) && added.unreadable == broken, "\(what)")
      // One snapshot knows the ids from its plans, the other has to read the folders.
      let other = try store.snapshot()
      #expect(try snapshot.ids() == other.ids(), "\(what)")
      try checkRelations(at: other, plans, what)
      for folder in Set(plans.map(\.id.folder)) {
        #expect(try snapshot.ids(inFolder: folder) == other.ids(inFolder: folder), "\(what)")
      }
      for column in ["todo", "doing", "done"] {
        var expected = ColumnEnds()
        for plan in plans where plan.state == column { expected.note(plan) }
        let ends = try store.ends(of: column, in: snapshot)
        #expect(expected.isWithin(ends), "\(what)")
      }
      try checkPast(of: store, at: snapshot.commit, what)
      commits.append(snapshot.commit)
      if store.index.pastHead?.tip == snapshot.commit { followedPast += 1 }
      if store.index.head?.tree == snapshot.tree.hex { followed += 1 }
    }
  }
}

extension IndexStory {
  /// Compares the past that is read with the index to the past that is read without it.
  private func checkPast(of store: BoardStore, at tip: ObjectID, _ what: String) throws {
    let places = try store.places(from: tip)
    let expected = try places.map { try store.pastCommit(at: $0) }.filter { !$0.isMerge }
    let past = try Past(of: store, from: tip)
    var found: [PastCommit] = []
    while let commit = try past.next() { found.append(commit) }
    #expect(found == expected, "\(what)")
    try checkDetails(of: store, at: tip, expected, what)
    for plans in [[nil], [ids.first, ids.last], []] as [Set<PlanID?>] {
      let touched = expected.map { $0.with($0.touches.filter { plans.contains($0.plan) }) }
      #expect(
        try store.past(of: plans, from: tip) == touched.filter { !$0.touches.isEmpty }, "\(what)")
    }
    // The list has children before their parents.
    var seen: Set<ObjectID> = []
    for place in places.reversed() {
      let parents = try store.repository.commit(place.commit).parents
      #expect(seen.isSuperset(of: parents), "\(what)")
      seen.insert(place.commit)
    }
  }
}

extension IndexStory {
  /// Compares the details of some commits, which the index may lack, with details read from the
  /// files.
  private func checkDetails(
    of store: BoardStore, at tip: ObjectID, _ commits: [PastCommit], _ what: String
  ) throws {
    let detailed = try Past(of: store, from: tip, withDetails: true)
    // A reader that stops early keeps the details it has read.
    let count = commits.isEmpty ? 0 : Int(tip.hex.utf8.last ?? 0) % (commits.count * 2)
    for expected in commits.prefix(count) {
      let commit = try detailed.next().map { commit in try detailed.detailed(commit) }
      #expect(try commit == store.readingDetails(of: expected), "\(what)")
    }
    detailed.keepDetails()
  }
}

extension IndexStory {
  /// Compares links and aliases from the index with those computed from all plans.
  private func checkRelations(
    at snapshot: BoardSnapshot, _ plans: [Plan], _ what: String
  ) throws {
    let aliases = AliasIndex(plans)
    let all = PlanRelations(plans, board: snapshot.board, aliases: aliases)
    for plan in plans {
      let found = try snapshot.relatives(of: plan)
      let relations = PlanRelations(found, board: snapshot.board, aliases: AliasIndex(found))
      #expect(relations.neighbours(of: plan.id) == all.neighbours(of: plan.id), "\(what)")
    }
    for name in ["#1", "#2", "PROJ-1", "#3"] {
      let some = try snapshot.aliases(among: [name])
      #expect(some.plans(called: name) == aliases.plans(called: name), "\(what)")
      #expect(some.livePlans(called: name) == aliases.livePlans(called: name), "\(what)")
    }
  }
}

extension PlanDocument {
  fileprivate var firstLink: String? {
    PlanID(id.text).flatMap { Plan(self, id: $0).links.first?.description }
  }
}

extension PlanRelations {
  /// Returns the other plans that a plan's details mention.
  fileprivate func neighbours(of id: PlanID) -> [[PlanID]] {
    let related = [
      blockers(of: id), openBlockers(of: id), blocked(by: id), parents(of: id), children(of: id),
      relating(to: id),
    ]
    return related + [children(of: id).filter { !isOpen($0) }]
  }
}

extension ColumnEnds {
  /// Whether `first` and `last` are within the range of `outer`. True if they are nil.
  fileprivate func isWithin(_ outer: ColumnEnds) -> Bool {
    guard let first, let last else { return true }
    guard let outerFirst = outer.first, let outerLast = outer.last else { return false }
    return !Rank.isLess(first, outerFirst) && !Rank.isLess(outerLast, last)
  }
}
