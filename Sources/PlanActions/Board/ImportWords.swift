import PlanModel
import PlanView

extension TrackerImport {
  /// The most losses that are named.
  private static let mostLosses = 30

  /// Reports the format of a file, and what can't be carried over.
  package func notices(reading name: String) -> [Notice] {
    let named = losses.prefix(Self.mostLosses).map { loss in
      Notice.warning("not carried over: \(loss.what) (\(loss.count))")
    }
    let more = losses.count - named.count
    return [Notice("reads '\(name.excerpt)' as \(self.name)")] + named
      + (more > 0 ? [.warning("and \(more) more members; '--json' lists them all")] : [])
  }
}

extension PlansImported {
  /// Returns what is reported of the import, in order.
  ///
  /// - Parameter listsLinks: Whether links to plans that the board lacks are listed one by one.
  package func words(listingLinks listsLinks: Bool = false) -> [Notice] {
    let links = listsLinks ? report.danglingLinks.map { Notice("  \($0.plan)  \($0.link)") } : []
    let always = ofDeleted + ofSettings + ofColumns + notices + ofIgnored + ofCycles
    guard didChange else { return always + [.done(outcome)] + links }
    return always + ofUnknown + ofDangling(listsLinks) + links + ofBothSides + ofRelinked
      + [.done(outcome)]
  }

  private var outcome: Hint {
    guard didChange else {
      return unchanged == 0
        ? "nothing to import"
        : "nothing to import: \(CountWords.words(unchanged, "plan")) unchanged"
    }
    return
      "\(isRehearsal ? "would import" : "imported") \(self.added) new, \(self.updated) updated, \(unchanged) unchanged"
  }

  private var ofDeleted: [Notice] {
    var found: [Notice] = []
    if let count = words(report.leftOut.count, "plan") {
      found.append(.warning("left out \(count) deleted here", hints: [hints.deleted]))
    }
    if let count = words(report.restored.count, "plan") {
      found.append(Notice("restored \(count) deleted here"))
    }
    if let count = words(report.changedSinceDeletion.count, "plan") {
      found.append(.warning("kept \(count) changed here after the deletion"))
    }
    return found
  }

  private var ofSettings: [Notice] {
    var found = settings.ignored.map { words in
      Notice.warning("\(words) was left out of the board's settings")
    }
    // Files of other tools have no board settings, only columns and milestones.
    if settings.outcome == .leftOut, outside == nil {
      found.append(.warning("the board's settings were left out; '--settings' takes them"))
    }
    if settings.outcome == .taken { found.append(Notice("took the board's settings")) }
    return found
  }

  /// Reports the columns and milestones that were added or removed, and the unknown columns.
  private var ofColumns: [Notice] {
    var found: [Notice] = []
    if let first = settings.added.first {
      let kinds = outside == nil ? "added columns are of kind doing" : kinds(of: settings.added)
      let other: Hint =
        "\(kinds); for another kind, \(running: "config", "column", "set", first, "--kind", "done")"
      let isAsked = settings.outcome != .taken
      found.append(
        Notice(Self.words("added", settings.added, "column"), hints: isAsked ? [other] : []))
    }
    if !settings.addedMilestones.isEmpty {
      found.append(Notice(Self.words("added", settings.addedMilestones, "milestone")))
    }
    if !settings.removed.isEmpty {
      found.append(Notice(Self.words("removed", settings.removed, "column")))
    }
    return found
      + unknownColumns.sorted { $0.key < $1.key }.map { column, count in
        .warning(
          """
          \(CountWords.words(count, "plan")) in '\(column.text.excerpt)', which is not a column: \
          the board shows it as a lane of its own
          """)
      }
  }

  private static func words(_ done: String, _ names: [String], _ kind: String) -> Hint {
    let list = names.map(\.excerpt).joined(separator: ", ")
    return "\(done) \(names.count == 1 ? kind : "\(kind)s") \(list)"
  }

  /// Returns the kinds of columns in words: `kind todo: ideas; kind doing: build, later`.
  private func kinds(of ids: [String]) -> String {
    Column.Kind.allCases.compactMap { kind in
      let names = ids.filter { after.board.kind(of: $0) == kind }.map(\.excerpt)
      return names.isEmpty ? nil : "kind \(kind): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  private var ofIgnored: [Notice] {
    report.ignored.sorted { $0.key < $1.key }.map { words, count in
      .warning("\(words) was left out of \(CountWords.words(count, "plan"))")
    }
  }

  private var ofCycles: [Notice] {
    guard let count = words(outside?.closingLinks ?? 0, "link") else { return [] }
    return [
      .warning(
        "left out \(count) of the source that would close a cycle with links here",
        hints: ["to take one of them, remove the link here with 'pmgit edit ID --no-link KIND:ID'"])
    ]
  }

  /// The most unknown members that are named.
  private static let mostUnknown = 10

  /// Reports unknown members of plans, which may be typing errors such as `lables`.
  private var ofUnknown: [Notice] {
    let named = report.unknown.sorted { $0.key < $1.key }.prefix(Self.mostUnknown)
    let more = report.unknown.count - named.count
    return named.map { member, count in
      Notice(
        """
        kept '\(member.text.excerpt)' of \(CountWords.words(count, "plan")) as it is: \
        pmgit does not know it
        """)
    } + (more > 0 ? [Notice("and \(more) more members that pmgit does not know")] : [])
  }

  private func ofDangling(_ isListed: Bool) -> [Notice] {
    guard let count = words(report.danglingLinks.count, "link") else { return [] }
    return [
      .warning(
        "kept \(count) to plans that are not here\(isListed ? "" : "; '--verbose' lists them")")
    ]
  }

  /// Reports what was changed here since the last import, and what is no longer in the source.
  private var ofBothSides: [Notice] {
    var found: [Notice] = []
    if let count = words(self.kept, "value") {
      let done = isRehearsal ? "would keep" : "kept"
      found.append(Notice("\(done) \(count) changed here and not in the source"))
    }
    if let count = words(self.closed.count, "plan") {
      let done = isRehearsal ? "would finish" : "finished"
      found.append(Notice("\(done) \(count) that the source no longer has"))
    }
    if let count = words(self.conflicts, "field") {
      let changed = "\(count) changed both here and in the source"
      found.append(
        isRehearsal
          ? .warning("\(changed) would be in conflict")
          : .warning(
            "\(changed): in conflict until you decide",
            hints: ["see the values with \(pmgit: "conflicts")"]))
    }
    return found
  }

  private var ofRelinked: [Notice] {
    words(report.relinked.count, "other plan").map { [Notice("linked \($0) to imported plans")] }
      ?? []
  }

  /// Returns a count in words; nil for 0.
  private func words(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : CountWords.words(count, noun)
  }
}
