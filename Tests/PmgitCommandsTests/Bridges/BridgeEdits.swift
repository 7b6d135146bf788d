import PmgitTestSupport

/// What people did to plans and issues, and so what must have become of the issues. Otherwise a
/// bridge that drops all that was changed here would make everybody agree, too.
struct BridgeEdits {
  /// A value of an issue.
  enum Field: String, CaseIterable { case title, state }

  private struct Value: Hashable {
    let number: Int
    let field: Field
  }

  /// The last value of each clone, and that of the tracker.
  private var here: [Value: [Int: String]] = [:]
  private var there: [Value: String] = [:]
  private var labels: [Int: Set<String>] = [:]
  private var (written, said): ([String: Int], [String: Int]) = ([:], [:])

  /// Notes that a clone has changed a field.
  mutating func changeHere(_ field: Field, of number: Int, to value: String, in clone: Int) {
    here[Value(number: number, field: field), default: [:]][clone] = value
  }

  mutating func changeThere(_ field: Field, of number: Int, to value: String) {
    there[Value(number: number, field: field)] = value
  }

  /// Notes that somebody has added a label, which nobody removes.
  mutating func add(_ label: String, to number: Int) {
    labels[number, default: []].insert(label)
  }

  mutating func comment(_ text: String, isHere: Bool) {
    if isHere { written[text, default: 0] += 1 } else { said[text, default: 0] += 1 }
  }

  /// Returns what the tracker should have, and has not.
  ///
  /// - Parameter first: The issues that were imported first. A clone that finds another one, which
  ///   a push made, does not know what it said when it was made.
  func faults(in tracker: FakeTracker, first: Set<Int>) -> [String] {
    var faults: [String] = []
    for number in first.sorted() {
      for field in Field.allCases {
        faults += fault(of: Value(number: number, field: field), in: tracker).map { [$0] } ?? []
      }
    }
    for (number, labels) in labels {
      let lost = labels.subtracting(tracker.issues[number]?.labels ?? [])
      if !lost.isEmpty { faults.append("#\(number) has lost \(lost.sorted())") }
    }
    let found = Dictionary(
      tracker.issues.values.flatMap(\.comments).map { ($0.text, 1) }, uniquingKeysWith: +)
    for text in Set(written.keys).union(said.keys).union(found.keys) {
      let (mine, theirs) = (written[text] ?? 0, said[text] ?? 0)
      // Equal words of somebody else after mine are taken for mine.
      let range = (theirs == 0 ? mine : theirs)...(mine + theirs)
      if !range.contains(found[text] ?? 0) {
        faults.append("'\(text)' is there \(found[text] ?? 0) times, expected \(range)")
      }
    }
    return faults
  }

  private func fault(of value: Value, in tracker: FakeTracker) -> String? {
    guard let issue = tracker.issues[value.number] else { return nil }
    let found = value.field == .title ? issue.title : issue.isOpen ? "open" : "done"
    let (mine, theirs) = (here[value] ?? [:], there[value])
    switch (mine.isEmpty, theirs) {
    case (true, let theirs?) where found != theirs:
      return "#\(value.number): '\(found)', but '\(theirs)' was said there, and nothing here"
    case (false, nil) where mine.count == 1 && found != mine.values.first:
      return "#\(value.number): '\(found)', but one clone said \(mine)"
    case (false, nil) where !mine.values.contains(found) && found != "Decided" && found != "open":
      return "#\(value.number): '\(found)', but clones said \(mine)"
    default: return nil
    }
  }
}
