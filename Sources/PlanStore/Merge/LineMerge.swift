import Git
package import PlanModel

/// A proposal for deciding a conflict: its texts, merged line by line.
///
/// Merging by lines depends on the order of merges, so a merge keeps whole texts as a conflict. A
/// person, or a sync (`DecidedText`), accepts the proposal by an ordinary edit.
package struct LineMerge: Sendable {
  /// The merged lines. Where changes overlap, all versions are kept between conflict markers.
  package let lines: [String]
  /// Whether no changes overlap, so there are no markers.
  package let isClean: Bool
  private let markers: Set<String>
  private static let widestMarker = 200

  /// Merges texts by lines; nil if a marker would have to be wider than `widestMarker`.
  ///
  /// - Parameters:
  ///   - ancestor: The common ancestor of the texts; empty if there is none.
  ///   - sides: At least one text, each with the label for its markers.
  init?(ancestor: [String], sides: [(lines: [String], label: String)]) throws(GitError) {
    // Markers are wider than all lines of the texts that look like markers.
    let widest = (sides.map(\.lines) + [ancestor]).joined().map(Self.widthOfMarker).max() ?? 0
    let width = max(7, widest + 1)
    if width + sides.count > Self.widestMarker { return nil }
    var (merged, label, isClean) = (sides[0].lines, sides[0].label, true)
    for (index, side) in sides.enumerated().dropFirst() {
      // As in git's nested conflicts, inner markers are wider.
      let merge = try TextMerge(
        ancestor: Self.bytes(of: ancestor),
        ours: TextMerge.Side(text: Self.bytes(of: merged), label: label),
        theirs: TextMerge.Side(text: Self.bytes(of: side.lines), label: side.label),
        markerWidth: width + sides.count - 1 - index)
      merged = Lines.split(String(decoding: merge.text, as: UTF8.self))
      if merged.last == "" { merged.removeLast() }  // What follows the last line feed.
      label = "what is merged so far"
      isClean = isClean && merge.isClean
    }
    if !isClean, let changed = Self.changedInPlace(ancestor, sides.map(\.lines)) {
      (lines, self.isClean, markers) = (changed, true, [])
      return
    }
    (lines, self.isClean) = (merged, isClean)
    markers = Set(merged.filter { Self.widthOfMarker($0) >= width })
  }

  /// Merges texts in which lines were only rewritten, such as items of a list. git treats changes
  /// of neighbouring lines as an overlap.
  ///
  /// - Returns: nil if a side has another number of lines, if two sides rewrote one line
  ///   differently, or if a new line is also in the ancestor, because lines may have been moved.
  private static func changedInPlace(_ ancestor: [String], _ sides: [[String]]) -> [String]? {
    guard !ancestor.isEmpty, sides.allSatisfy({ $0.count == ancestor.count }) else { return nil }
    let known = Set(ancestor.map { ExactString($0) })
    var merged: [String] = []
    for (index, old) in ancestor.enumerated() {
      let changed = Set(sides.map { ExactString($0[index]) }).subtracting([ExactString(old)])
      guard changed.count < 2, changed.isDisjoint(with: known) else { return nil }
      merged.append(changed.first?.text ?? old)
    }
    return merged
  }

  /// Whether a line is a marker of an overlap.
  package func isMarker(_ line: String) -> Bool { markers.contains(line) }

  /// Returns the number of equal marker characters at the beginning of a line.
  private static func widthOfMarker(_ line: String) -> Int {
    guard let first = line.utf8.first, "<=>|".utf8.contains(first) else { return 0 }
    return line.utf8.prefix { $0 == first }.count
  }

  private static func bytes(of lines: [String]) -> [UInt8] {
    lines.flatMap { Array($0.utf8) + [0x0A] }
  }
}

extension BoardStore {
  /// The most texts of a proposal. A proposal with more texts would not be useful.
  private static let mostTexts = 16

  /// Merges the texts of a conflict line by line.
  ///
  /// - Parameters:
  ///   - plan: The plan with the conflict; nil for the board's settings.
  ///   - labels: The labels for the markers, in the order of the values.
  /// - Returns: nil if the values are not texts of lines, or too many, or need markers wider than
  ///   `widestMarker`.
  package func lineMerge(
    of conflict: Conflict, on plan: PlanID?, labels: [String],
    origins: [PlacedValue: ValueOrigin]
  ) throws -> LineMerge? {
    let texts = conflict.values.compactMap { $0.value.isNull ? [] : $0.value.lines }
    guard texts.count == conflict.values.count, texts.count == labels.count,
      texts.count <= Self.mostTexts
    else { return nil }
    let commits = conflict.values.compactMap { candidate in
      origins[PlacedValue(plan: plan, path: conflict.path, element: candidate)]?.commit
    }
    let ancestor =
      commits.count == texts.count
      ? try commonText(of: commits, besides: texts, on: plan, at: conflict.path) : nil
    return try LineMerge(
      ancestor: ancestor ?? [], sides: Array(zip(texts, labels)).map { ($0, $1) })
  }

  /// Returns the common ancestor of the texts of a conflict; nil if it is not certain.
  ///
  /// The ancestor must be older than all of the values. After a squash, one commit may have written
  /// several values, and that commit's text is one of them. If that text were used as the ancestor,
  /// its value would be dropped as unchanged.
  private func commonText(
    of commits: [ObjectID], besides texts: [[String]], on plan: PlanID?, at path: ElementPath
  ) throws -> [String]? {
    let file = plan.map(BoardFile.plan) ?? .board
    var common = commits[0]
    for commit in commits.dropFirst() {
      try requireHistory(of: common, commit)
      guard let base = try repository.mergeBases(common, commit).first else { return nil }
      common = base
    }
    if commits.contains(common) { return nil }
    guard let text = try document(file, at: common)?.value(at: path)?.lines else { return nil }
    return texts.contains(text) ? nil : text
  }
}
