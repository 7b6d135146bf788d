import Git
import PlanModel
import PmgitTestSupport

/// Random damage to plans and trees: to their bytes, structure, paths and kinds of entries.
extension SeededGenerator {
  private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  private static let tokens = [
    "\"", "{", "}", "[", "]", ",", ":", "null", "1E400", "-", "\\u0000", "\\ud800", "\u{FEFF}",
    "<<<<<<< ours\n", "\"id\":", "\"format\":9", "\"conflicts\":{}", "\"title\": [", "e\u{301}",
    "\u{1B}[2J", "\r\n", "  ",
  ]

  /// Returns a text with up to three changes: bytes are replaced, removed, doubled or inserted.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 3) {
      let start = number(below: bytes.count + 1)
      let end = min(bytes.count, start + number(below: 24))
      switch number(below: 5) {
      case 0: if start < end { bytes[start] = UInt8(truncatingIfNeeded: next()) }
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3: bytes.removeSubrange(end...)
      default: bytes.insert(contentsOf: Array(pick(Self.tokens).utf8), at: start)
      }
    }
    return bytes
  }

  /// Returns a plan with some values replaced by other valid JSON.
  mutating func mutated(_ document: PlanDocument) -> PlanDocument {
    var document = document
    let values: [JSONValue] = [
      .null, .string("other"), .array([]), .number(7), .object(["at": .string("x")]),
    ]
    for _ in 0...number(below: 3) {
      let path: ElementPath = pick([
        .field("title"), .field("state"), .field("rank"), .field("deleted"), .other("x"),
        .item(list: "checklist", item: "c1", member: "gone"),
        .item(list: "comments", item: "m1", member: "text"),
      ])
      document[path] = (0..<number(below: 4)).map { _ in
        StampedValue(
          stamp: Stamp(ExactString(pick(["", "a", "b", "9999~z"]))), value: pick(values))
      }
    }
    return document
  }

  /// Returns a file for a plan: valid, hostile or of another kind, and sometimes at a wrong path.
  mutating func hostileFile(_ id: PlanID, _ document: PlanDocument) -> HostileFile {
    let good = PlanFile.bytes(of: document)
    let path =
      chance(85)
      ? id.path
      : pick([
        "plans/\(id)", "plans/\(id.folder)", id.path + "/x", "quarantine", "plans/zz/\(id).json",
        "quarantine/\(id)", "notes.txt",
      ])
    switch number(below: 6) {
    case 0: return .removed(path)
    case 1: return HostileFile(path, good, mode: pick([.link, .executable]))
    case 2, 3: return HostileFile(path, mutated(good))
    default: return HostileFile(path, PlanFile.bytes(of: mutated(document)))
    }
  }

  /// Returns the entries of a tree with one random change, which usually makes the tree invalid.
  mutating func mutated(_ entries: [RawEntry]) -> [RawEntry] {
    guard !entries.isEmpty else { return entries }
    var entries = entries
    let index = number(below: entries.count)
    let entry = entries[index]
    switch number(below: 5) {
    case 0: entries.insert(entry, at: index)
    case 1: entries.swapAt(index, number(below: entries.count))
    case 2:
      let names = ["..", ".git", "a/b", "", "x\u{0}y", ".GIT ", "plans", "board.json"]
      entries[index] = RawEntry(entry.mode, pick(names), entry.id)
    case 3: entries[index] = RawEntry(entry.mode, mutated(entry.name).filter { $0 != 0 }, entry.id)
    default:
      let modes = ["40000", "100644", "100755", "120000", "160000", "100664", "7"]
      entries[index] = RawEntry(pick(modes), entry.name, entry.id)
    }
    return entries
  }
}
