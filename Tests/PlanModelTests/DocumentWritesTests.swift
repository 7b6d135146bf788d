import PlanModel
import PmgitTestSupport
import Testing

/// The values of a path if some of its writes are left out, compared with a direct computation. A
/// write's value is shown unless another write that counts descends from this write.
@Suite("The writes to a document")
struct DocumentWritesTests {
  private static let title = ElementPath.field("title")

  /// Returns random writes of one title, newest first, and the positions of each write's ancestors.
  private static func writes(
    _ random: inout SeededGenerator
  ) -> (writes: [DocumentWrites.Write], ancestors: [Set<Int>]) {
    let count = 1 + random.number(below: 8)
    let hasCreation = random.chance(30)
    var writes: [DocumentWrites.Write] = []
    var ancestors = [Set<Int>](repeating: [], count: count)
    for position in (0..<count).reversed() {
      let isCreation = hasCreation && position == count - 1
      if hasCreation, !isCreation { ancestors[position].insert(count - 1) }
      for parent in (position + 1)..<max(count, position + 1) where random.chance(40) {
        ancestors[position].formUnion(ancestors[parent].union([parent]))
      }
      var before = PlanDocument(id: "p")
      before[title] = [StampedValue(stamp: Stamp("base"), value: .string("base"))]
      var after = before
      let stamp = Stamp(ExactString("s\(position)"))
      after.apply([.write(title, .string("v\(position)"))], stamp: stamp)
      writes.insert(
        DocumentWrites.Write(
          before: isCreation ? nil : before, after: after, isOwn: random.chance(50)), at: 0)
    }
    return (writes, ancestors)
  }

  @Test("show the values from which no write descends that counts", arguments: Seeds.each(500))
  func live(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (writes, ancestors) = Self.writes(&random)
    let undone = Set(writes.indices.filter { _ in random.chance(40) })
    let counting = writes.indices.filter { !undone.contains($0) || writes[$0].before == nil }
    let expected = counting.filter { position in
      !counting.contains { ancestors[$0].contains(position) }
    }
    let live = DocumentWrites(writes, order: .graph(ancestors))
      .live(at: Self.title, without: undone)
    #expect(
      Set(live.map(\.value))
        == Set(expected.isEmpty ? [.string("base")] : expected.map { .string("v\($0)") }),
      "seed \(seed): \(ancestors), without \(undone)")
  }

  @Test(
    "of one line show the newest that counts, and a copy of it is known", arguments: Seeds.each(100)
  )
  func line(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Self.writes(&random).writes.count
    var writes: [DocumentWrites.Write] = []
    var document = PlanDocument(id: "p")
    document.apply([.write(Self.title, .string("base"))], stamp: .none)
    let base = document
    for number in 0..<count {
      let before = document
      document.apply(
        [.write(Self.title, .string("v\(number)"))],
        stamp: Stamp(at: Timestamp(seconds: Int64(number)), using: &random))
      writes.insert(DocumentWrites.Write(before: before, after: document, isOwn: true), at: 0)
    }
    let change = UndoChange(.undo, of: [0], in: DocumentWrites(writes), undone: [])
    var undone = document
    let stamp = Stamp(at: Timestamp(seconds: 100), using: &random)
    #expect(undone.apply(change, stamp: stamp) { _ in .clear(Self.title) }.isEmpty)
    let older = writes.count > 1 ? writes[1].after : base
    #expect(undone[Self.title].map(\.value) == older[Self.title].map(\.value))
    var history = DocumentWrites(writes)
    history.noteStep(from: document, to: undone)
    let origins = undone[Self.title].map { history.origin(of: $0, at: Self.title) }
    #expect(origins == older[Self.title].map { $0 })
    // If another value is removed by hand, the copy stays, and so does its origin.
    var both = undone
    both[Self.title].append(StampedValue(stamp: Stamp("other"), value: .string("other")))
    let later = [
      DocumentWrites.Write(before: both, after: undone, isOwn: false),
      DocumentWrites.Write(before: document, after: undone, isOwn: true, kind: .undoing),
    ]
    let live = DocumentWrites(later + writes).live(at: Self.title, without: [later.count])
    #expect(live == older[Self.title])
  }
}
