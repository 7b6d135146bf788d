import Git
@testable import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Who wrote a value, and what a text was before")
struct ValueOriginTests {
  /// Returns two people who have given a field different values and have synced, and the conflict.
  private func conflict(
    _ ours: Edit, _ theirs: Edit, beginningWith first: Edit = .title("a plan")
  ) async throws -> (ada: BoardFixture, ben: BoardFixture, id: PlanID, conflict: Conflict) {
    let (_, ada, ben, id) = try await pair()
    try await ada.edit(id, first)
    try await syncAll(ada, ben)
    try await ada.edit(id, ours)
    try await ben.edit(id, theirs)
    try await syncAll(ada, ben, ada)
    // Later changes of the plan and the board are irrelevant.
    try await ada.edit(id, .priority(.high))
    try await ben.add("another plan")
    try await syncAll(ada, ben, ada)
    let conflict = try #require(try ada.plan(id).conflicts.first)
    return (ada, ben, id, conflict)
  }

  private func places(_ conflict: Conflict, of id: PlanID) -> [PlacedValue] {
    conflict.values.map { PlacedValue(plan: id, path: conflict.path, element: $0) }
  }

  @Test("The values of a conflict are their writers', in every clone alike")
  func authors() async throws {
    let (ada, ben, id, conflict) = try await conflict(.title("ada's"), .title("ben's"))
    for person in [ada, ben] {
      let store = try person.store()
      let origins = try store.snapshot().origins(of: Set(places(conflict, of: id)))
      let found = places(conflict, of: id).map { place in
        "\(place.element.value.string ?? "") by \(origins[place]?.by.prefix(3) ?? "nobody")"
      }
      #expect(Set(found) == ["ada's by Ada", "ben's by Ben"])
      for origin in origins.values {
        #expect(try store.repository.commit(origin.commit).parents.count == 1)
      }
    }
  }

  @Test("A value that is not on the board, and one of another plan, have no origin")
  func unknown() async throws {
    let (_, ada, _, id) = try await pair()
    let store = try ada.store()
    let other = try await ada.add("other")
    let value = StampedValue(value: .string("a plan"))
    let here = PlacedValue(plan: id, path: .field("title"), element: value)
    let there = PlacedValue(plan: other, path: .field("title"), element: value)
    let never = PlacedValue(
      plan: id, path: .field("title"), element: StampedValue(stamp: Stamp("s"), value: .string("x"))
    )
    let origins = try store.snapshot().origins(of: [here, there, never])
    #expect(Set(origins.keys) == [here])
  }

  private func merge(
    _ person: BoardFixture, _ id: PlanID, _ conflict: Conflict
  ) throws -> LineMerge? {
    let store = try person.store()
    let origins = try store.snapshot().origins(of: Set(places(conflict, of: id)))
    let labels = conflict.values.indices.map { "value \($0 + 1)" }
    return try store.lineMerge(of: conflict, on: id, labels: labels, origins: origins)
  }

  @Test("Texts that were changed in different lines merge into one that has both changes")
  func cleanMerge() async throws {
    let (ada, ben, id, conflict) = try await conflict(
      .body(["one", "two", "three", "four", "five by ada"]),
      .body(["one by ben", "two", "three", "four", "five"]),
      beginningWith: .body(["one", "two", "three", "four", "five"]))
    for person in [ada, ben] {
      let merge = try #require(try merge(person, id, conflict))
      #expect(merge.isClean)
      #expect(merge.lines == ["one by ben", "two", "three", "four", "five by ada"])
    }
  }

  @Test("Where changes overlap, both stand between markers that no line of the texts looks like")
  func overlap() async throws {
    let (ada, _, id, conflict) = try await conflict(
      .body(["<<<<<<<<< not a marker", "ada"]), .body(["<<<<<<<<< not a marker", "ben"]),
      beginningWith: .body(["<<<<<<<<< not a marker", "before"]))
    let merge = try #require(try merge(ada, id, conflict))
    #expect(!merge.isClean)
    #expect(
      merge.lines == [
        "<<<<<<<<< not a marker", "<<<<<<<<<< value 1", "ben", "==========", "ada",
        ">>>>>>>>>> value 2",
      ])
    #expect(merge.lines.map(merge.isMarker) == [false, true, false, true, false, true])
    #expect(!merge.isMarker("======="))
  }

  @Test("Three texts merge one after the other, and a text that was emptied counts")
  func threeSides() async throws {
    let (hub, people) = try await BoardFixture.sharing(3)
    let before = (1...9).map { "line \($0)" }
    let id = try await people[0].add("x", .body(before))
    for person in people { try await person.sync() }
    for (index, person) in people.enumerated() {
      var lines = before
      lines[index * 4] += " changed by \(index)"
      person.seconds += Int64(index)
      try await person.edit(id, .body(lines))
    }
    for person in people + people { try await person.sync() }
    let conflict = try #require(try people[0].plan(id).conflicts.first)
    let merge = try #require(try merge(people[0], id, conflict))
    #expect(merge.isClean)
    #expect(merge.lines.filter { $0.contains("changed") }.count == 3)
    #expect(merge.lines.count == 9)
    _ = hub
  }

  @Test("What is no text is not merged by lines")
  func noText() async throws {
    let (ada, _, id, conflict) = try await conflict(.title("ada's"), .title("ben's"))
    #expect(try merge(ada, id, conflict) == nil)
  }

  /// Returns a conflict of two texts. Each person changed a different line.
  private func textConflict() async throws -> (ada: BoardFixture, id: PlanID, conflict: Conflict) {
    let found = try await conflict(
      .body(["one", "two", "three by ada"]), .body(["one by ben", "two", "three"]),
      beginningWith: .body(["one", "two", "three"]))
    return (found.ada, found.id, found.conflict)
  }

  @Test("After a squash nobody knows what the texts were made from: both stand between markers")
  func squashed() async throws {
    let (ada, id, conflict) = try await textConflict()
    let root = try await ada.repository.git("rev-list", "--max-parents=0", "pmgit/main")
    let squash = try await ada.repository.git(
      "commit-tree", "pmgit/main^{tree}", "-p", root, "-m", "squash")
    try await ada.repository.git("update-ref", branch, squash)
    let merge = try #require(try merge(ada, id, conflict))
    #expect(!merge.isClean)
    let text = merge.lines.joined(separator: " ")
    #expect(text.contains("one by ben") && text.contains("three by ada"))
  }

  @Test("Who mends a broken plan has not written its values")
  func mended() async throws {
    let (ada, id, conflict) = try await textConflict()
    try await ada.repository.commitToBoard("{", at: id.path)
    let store = try ada.store()
    let mended = try #require(try store.lastReadable(id, at: ada.tip()))
    let text = String(decoding: PlanFile.bytes(of: mended), as: UTF8.self)
    try await ada.repository.commitToBoard(text, at: id.path)
    let origins = try store.snapshot(at: ada.tip()).origins(of: Set(places(conflict, of: id)))
    #expect(Set(origins.values.map { String($0.by.prefix(3)) }) == ["Ada", "Ben"])
    let merge = try #require(try merge(ada, id, conflict))
    #expect(merge.isClean)
    #expect(merge.lines == ["one by ben", "two", "three by ada"])
  }

  @Test("Too many texts, and lines like markers of any width, are not merged by lines")
  func limits() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("x")
    let texts = (0..<17).map { JSONValue.strings(["text \($0)"]) }
    let many = Conflict(
      path: .field("body"), values: texts.map { StampedValue(stamp: .none, value: $0) })
    #expect(try merge(ada, id, many) == nil)
    let wide = Conflict(
      path: .field("body"),
      values: [String(repeating: "=", count: 70_000), "b"].map {
        StampedValue(stamp: .none, value: .strings([$0]))
      })
    #expect(try merge(ada, id, wide) == nil)
  }
}
