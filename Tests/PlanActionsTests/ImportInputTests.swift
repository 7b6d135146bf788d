import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("Reading an import twice")
struct ImportInputTests {
  /// An input that returns parts of random sizes, and records what was read.
  private final class Parts {
    var bytes: [UInt8]
    var random: SeededGenerator
    /// Called before each read, with its position.
    var onRead: (Int) throws -> Void = { _ in }

    init(_ text: String, seed: UInt64) {
      (bytes, random) = (Array(text.utf8), SeededGenerator(seed: seed))
    }

    var input: ImportInput {
      ImportInput { offset, count in
        try self.onRead(offset)
        let part = self.bytes.dropFirst(offset).prefix(count)
        return Array(part.prefix(Int.random(in: 1...40, using: &self.random)))
      }
    }
  }

  /// Returns a text with plans that link to each other by aliases, empty lines and long lines.
  private static func text(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var lines = (0..<30).map { number in
      let other = (number + Int.random(in: 1..<40, using: &random)) % 40
      let body = String(repeating: "wörd ", count: Int.random(in: 0...60, using: &random))
      let state = ["todo", "Doing", "done"].randomElement(using: &random) ?? "todo"
      return #"{"title":"Plan \#(number)","state":"\#(state)","aliases":["x:\#(number)"],"#
        + #""links":["relates:x:\#(other)"],"body":"\#(body)"}"#
    }
    lines.insert(contentsOf: ["", "  "], at: 7)
    let ending = ["\n", "", "\r\n", "\n\n"].randomElement(using: &random) ?? ""
    return (Bool.random(using: &random) ? "\u{FEFF}" : "") + lines.joined(separator: "\n") + ending
  }

  /// Returns the files of all plans.
  private func files(_ worker: Worker) throws -> [PlanID: PlanDocument] {
    let snapshot = try worker.board().store.snapshot()
    return Dictionary(
      try snapshot.plans().plans.map { ($0.id, try snapshot.existingDocument($0.id)) }
    ) { first, _ in first }
  }

  private func commits(_ worker: Worker) async throws -> Int {
    try #require(Int(try await worker.repository.git("rev-list", "--count", "pmgit/main")))
  }

  @Test("The parts in which the text comes make no difference", arguments: 1...8)
  func parts(seed: UInt64) async throws {
    let text = Self.text(seed: seed)
    let (whole, parted) = (try await Worker(), try await Worker())
    let done = try await whole.board().importPlans(Array(text.utf8))
    let other = try await parted.board().importPlans(Parts(text, seed: seed).input)
    #expect(done.added == 30 && done.changed == other.changed)
    #expect(done.report.danglingLinks.elementsEqual(other.report.danglingLinks, by: ==))
    #expect(try files(whole) == files(parted))
    #expect(try await parted.repository.git("fsck", "--strict") == "")
    // Every link of the file to one of its plans has the plan's id.
    let names = try files(parted).keys.map(\.text)
    let links = try parted.board().store.snapshot().plans().plans.flatMap(\.links)
    #expect(links.count { names.contains($0.target) } == 30 - done.report.danglingLinks.count)
  }

  @Test("If another writer is faster, the import is made again on the newer board")
  func lostRace() async throws {
    let worker = try await Worker()
    let before = try await commits(worker)
    let parts = Parts(Self.text(seed: 3), seed: 3)
    var readings = 0
    parts.onRead = { offset in
      guard offset == 0 else { return }
      readings += 1
      // The second reading is that which writes the plans.
      if readings == 2 { try worker.repository.commitHostile([HostileFile("notes", "x")]) }
    }
    let done = try await worker.board().importPlans(parts.input)
    #expect(readings == 3)
    #expect(done.added == 30 && done.changed.count == 30)
    #expect(try files(worker).count == 30)
    #expect(try await worker.repository.git("show", "pmgit/main:notes") == "x")
    // That of the other writer, and one of the import.
    #expect(try await commits(worker) == before + 2)
  }

  @Test("An input that fails while it is read again imports nothing")
  func failingInput() async throws {
    struct Stop: Error {}
    let worker = try await Worker()
    let before = try await commits(worker)
    let parts = Parts(Self.text(seed: 4), seed: 4)
    var readings = 0
    parts.onRead = { offset in
      if offset == 0 { readings += 1 }
      if readings == 2, offset > 2000 { throw Stop() }
    }
    await #expect(throws: Stop.self) { _ = try await worker.board().importPlans(parts.input) }
    #expect(try files(worker).isEmpty)
    #expect(try await commits(worker) == before)
    #expect(try await worker.repository.git("count-objects", "-v").contains("packs: 0"))
  }

  @Test("A column that is a line's only after the settings of the file is no error")
  func columnsOfTheFile() async throws {
    let worker = try await Worker()
    let text = """
      {"board":{"columns":[{"id":"ideas"},{"id":"done","kind":"done"}]}}
      {"title":"One","state":"ideas"}
      {"title":"Two","state":"IDEAS"}
      """
    let done = try await worker.board().importPlans(
      Parts(text, seed: 5).input, ImportOptions(settings: .all))
    #expect(done.added == 2 && done.unknownColumns.isEmpty)
    #expect(try worker.titles(in: "ideas").sorted() == ["One", "Two"])
  }

  @Test("Problems of lines, of their columns and of their plans are reported together")
  func problems() async throws {
    let worker = try await Worker()
    let text = """
      {"title":"Fine","aliases":["x:1"]}
      {"title":"Elsewhere","state":"nowhere"}
      {"title":"Both","state":"nowhere","due":"never"}
      {"body":"without a title"}
      {"title":"Again","aliases":["x:1"]}
      nothing
      """
    do {
      _ = try await worker.board().importPlans(Parts(text, seed: 6).input)
      Issue.record("imported")
    } catch let error as ImportError {
      #expect(error.problems.map(\.line) == [2, 3, 3, 4, 5, 6], "\(error.problems)")
      #expect(error.problems.map(\.isUnknownColumn) == [true, false, true, false, false, false])
    }
    #expect(try files(worker).isEmpty)
  }
}
