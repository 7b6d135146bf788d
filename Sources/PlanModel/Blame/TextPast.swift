/// The history of a text that people change in parallel and that merges join again.
package struct TextPast: Sendable {
  /// A commit that changed the text or merged it.
  package struct Step: Hashable, Sendable {
    /// The indices of the parent steps.
    package let parents: [Int]
    /// Whether the step is a merge. Lines that first occur in a merge have no author.
    package let isMerge: Bool

    package init(after parents: [Int], isMerge: Bool = false) {
      (self.parents, self.isMerge) = (parents, isMerge)
    }
  }

  private let steps: [Step]

  /// The most texts of a step that are read. Each of them is compared with at most this many texts
  /// from all parents.
  static let mostTexts = 16

  /// Makes the past of a text from its steps.
  ///
  /// - Parameter steps: The steps, parents before children.
  package init(_ steps: [Step]) { self.steps = steps }

  /// Returns for each line of the last text the index of the step that wrote it. The index is nil
  /// for a line that was written by hand in a merge.
  ///
  /// A line keeps the author that it had in a parent text. A line that no parent has belongs to the
  /// step, unless that is a merge. If the text equals a parent's text, only that parent counts, as
  /// in git; otherwise each line may come from any parent. If several parents contain the line, the
  /// oldest author is credited.
  ///
  /// - Parameter texts: Returns the texts after a step. Several texts are a conflict, with the
  ///   shown one first; nil means that the step changed nothing. The closure is called once for
  ///   each step, in order.
  /// - Complexity: Linear in the sizes of all texts, times the number of parent texts of each.
  package func writers<Failure: Error>(
    texts: (Int) throws(Failure) -> [[ExactString]]?
  ) throws(Failure) -> [Int?] {
    var waiting = Array(repeating: 0, count: steps.count)
    for parent in steps.lazy.flatMap(\.parents) { waiting[parent] += 1 }
    var versions: [Int: [Version]] = [:]
    for (index, step) in steps.enumerated() {
      let before = Array(step.parents.flatMap { versions[$0] ?? [] }.prefix(Self.mostTexts))
      versions[index] =
        try texts(index)?.prefix(Self.mostTexts).map {
          Version($0, from: before, writer: step.isMerge ? nil : index)
        } ?? before
      // A version is kept until its last child was read.
      for parent in step.parents {
        waiting[parent] -= 1
        if waiting[parent] == 0 { versions[parent] = nil }
      }
      if waiting[index] == 0, index < steps.count - 1 { versions[index] = nil }
    }
    return versions[steps.count - 1]?.first?.writers ?? []
  }
}

/// A text and the authors of its lines.
private struct Version {
  let lines: [ExactString]
  private(set) var writers: [Int?]

  /// Makes a version of a text, and finds the writers of its lines.
  ///
  /// - Parameters:
  ///   - before: The parent texts.
  ///   - writer: The author of lines that no parent has; nil for a merge.
  init(_ lines: [ExactString], from before: [Version], writer: Int?) {
    self.lines = lines
    writers = Array(repeating: nil, count: lines.count)
    var isNew = Array(repeating: true, count: lines.count)
    let same = before.filter { $0.lines == lines }
    for version in same.isEmpty ? before : same {
      let places = same.isEmpty ? LineMatch.places(of: lines, in: version.lines) : nil
      for line in lines.indices {
        guard let place = places.map({ $0[line] }) ?? line else { continue }
        isNew[line] = false
        writers[line] = [writers[line], version.writers[place]].compactMap(\.self).min()
      }
    }
    for line in lines.indices where isNew[line] { writers[line] = writer }
  }
}

// MARK: - Blamed paths

extension PlanDocument {
  /// Returns the paths whose authors `blame` reports, in the order in which a plan is shown.
  ///
  /// The order is fields, labels and other sets, checklist, description, comments, time, files, and
  /// members that this version does not know. Ranks, the creation time and removed values are left
  /// out. A checked item has two paths, because one person may have written it and another checked
  /// it.
  package func blamedPaths(of plan: Plan) -> [ElementPath] {
    let fields = PlanField.allCases.filter { ![.rank, .body, .created].contains($0) }.map(\.path)
    let keys = elements.keys.sorted()
    let custom = keys.filter { path in
      if case .field(let name) = path { CustomField.isMember(name) } else { false }
    }
    let sets = keys.filter { if case .setMember = $0 { true } else { false } }
    let checklist = plan.checklist.flatMap { item in
      [PlanList.checklist.path(item.id, "text")]
        + (item.done ? [PlanList.checklist.path(item.id, "done")] : [])
    }
    let comments = plan.comments.map { PlanList.comments.path($0.id, "text") }
    let time = plan.time.map { PlanList.time.path($0.id, "minutes") }
    let files = plan.files.map { PlanList.files.path($0.id, "name") }
    let others = keys.filter { if case .other = $0 { true } else { false } }
    let all =
      fields + custom + sets + checklist + [PlanField.body.path] + comments + time + files + others
    return all.filter { value(at: $0).map { !$0.isNull } ?? false }
  }

  /// Returns the text or title of the list item at a path: of a text only the first line, of an
  /// entry of time its length. Returns nil if the item has none, or if the path is not in an item.
  package func itemText(at path: ElementPath) -> String? {
    guard case .item(let list, let item, _) = path else { return nil }
    let member: ExactString =
      switch list {
      case "files": "name"
      case "columns", "fields", "views", "milestones", "iterations": "title"
      case Accounts.list: "account"
      case "time": "minutes"
      default: "text"
      }
    let text = value(at: .item(list: list, item: item, member: member))
    if list == "time" { return text.flatMap(WorkLength.minutes).map(WorkLength.words) }
    return text?.string ?? text?.lines?.first
  }

  /// Returns the author and time of the comment at a path, as one text; nil for other paths.
  package func commentOrigin(at path: ElementPath) -> String? {
    guard case .item("comments", let item, _) = path else { return nil }
    let members: [ExactString] = ["at", "by"]
    return members.map { value(at: .item(list: "comments", item: item, member: $0))?.string ?? "" }
      .joined(separator: " ")
  }
}
