import PlanModel
import PlanView

extension TrackerImport {
  /// Reports the format of a file, and what can't be carried over.
  package func notices(reading name: String) -> [Notice] {
    [Notice("reads '\(name.excerpt)' as \(self.name)")] + noticesOfLosses
  }

  /// Warnings of what can't be carried over.
  var noticesOfLosses: [Notice] {
    let most = 30
    let named = losses.prefix(most).map { loss in
      Notice.warning("not carried over: \(loss.what) (\(loss.count))")
    }
    let more = losses.count - named.count
    return named
      + (more > 0 ? [.warning("and \(more) more members; '--json' lists them all")] : [])
  }
}

extension PlansImported {
  /// Returns what is reported of the import, in order.
  ///
  /// - Parameter listsLinks: Whether links to plans that the board lacks are listed one by one.
  package func words(listingLinks listsLinks: Bool = false) -> [Notice] {
    let links = listsLinks ? report.danglingLinks.map { Notice("  \($0.plan)  \($0.link)") } : []
    let always = ofDeleted + ofSettings + ofColumns + notices + ofIgnored
    guard didChange else {
      let plans = CountWords.words(unchanged, "plan")
      return always
        + [.done(unchanged == 0 ? "nothing to import" : "nothing to import: \(plans) unchanged")]
        + links
    }
    return always + ofUnknown + ofDangling(listsLinks) + links + ofBothSides
      + [
        .done(
          "\(did("imported")) \(self.added) new, \(self.updated) updated, \(unchanged) unchanged")
      ]
  }

  /// Returns the words for what the import did, or would have done without `--dry-run`.
  private func did(_ done: String) -> String { isDryRun ? "would have \(done)" : done }

  /// Returns a notice about a number of things; empty for 0.
  private func some(
    _ count: Int, _ noun: String, _ notice: (_ words: String) -> Notice
  ) -> [Notice] {
    count == 0 ? [] : [notice(CountWords.words(count, noun))]
  }

  private var ofDeleted: [Notice] {
    some(report.leftOut.count, "plan") {
      .warning("\(did("left out")) \($0) deleted here", hints: [hints.deleted])
    }
      + some(report.restored.count, "plan") {
        Notice("\(did("restored")) \($0) deleted here")
      }
      + some(report.changedSinceDeletion.count, "plan") {
        .warning("\(did("kept")) \($0) changed here after the deletion")
      }
  }

  private var ofSettings: [Notice] {
    let ignored = settings.ignored.map { words in
      Notice.warning("\(words) was left out of the board's settings")
    }
    switch settings.outcome {
    case .taken:
      return ignored + [Notice("\(isDryRun ? "would have taken" : "took") the board's settings")]
    // Files of other tools have no board settings, only columns and milestones.
    case .leftOut where tracker == nil:
      return ignored + [.warning("the board's settings were left out; '--settings' takes them")]
    case .leftOut, .unchanged, nil: return ignored
    }
  }

  /// Reports the columns and milestones that were added or removed, and the unknown columns.
  private var ofColumns: [Notice] {
    let added = settings.outcome == .taken ? [] : settings.added.prefix(1)
    let hints = added.map { first -> Hint in
      let other = after.board.kind(of: first) == .done ? "doing" : "done"
      let kinds = tracker == nil ? "added columns are of kind doing" : kinds(of: settings.added)
      return
        "\(kinds); for another kind, \(running: "column", "edit", first, "--kind", other)"
    }
    return Self.list(did("added"), settings.added, "column", hints: hints)
      + Self.list(did("added"), settings.addedMilestones, "milestone")
      + Self.list(did("removed"), settings.removed, "column")
      + unknownColumns.sorted { $0.key < $1.key }.map { column, count in
        .warning(
          """
          \(CountWords.words(count, "plan")) in '\(column.text.excerpt)', which is not a column: \
          the board shows it as a lane of its own
          """)
      }
  }

  private static func list(
    _ done: String, _ names: [String], _ kind: String, hints: [Hint] = []
  ) -> [Notice] {
    let list = names.map(\.excerpt).joined(separator: ", ")
    return names.isEmpty
      ? [] : [Notice("\(done) \(names.count == 1 ? kind : "\(kind)s") \(list)", hints: hints)]
  }

  /// Returns the kinds of columns in words: `kind todo: ideas; kind doing: build, later`.
  private func kinds(of ids: [String]) -> String {
    Column.Kind.allCases.compactMap { kind in
      let names = ids.filter { after.board.kind(of: $0) == kind }.map(\.excerpt)
      return names.isEmpty ? nil : "kind \(kind): \(names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// Reports values and links that were left out.
  private var ofIgnored: [Notice] {
    report.ignored.sorted { $0.key < $1.key }.map { words, count in
      .warning("\(words) was left out of \(CountWords.words(count, "plan"))")
    }
      + some(tracker?.closingLinks ?? 0, "link") {
        .warning(
          "\(did("left out")) \($0) of the source that would close a cycle with links here",
          hints: [
            """
            to take one of them, remove the link here with \
            \(pmgit: "edit", "ID", "--no-link", "KIND:ID")
            """
          ])
      }
  }

  /// Reports unknown members of plans, which may be typing errors such as `lables`.
  private var ofUnknown: [Notice] {
    let most = 10
    let more = report.unknown.count - most
    return report.unknown.sorted { $0.key < $1.key }.prefix(most).map { member, count in
      let plans = CountWords.words(count, "plan")
      return Notice(
        "\(did("kept")) '\(member.text.excerpt)' of \(plans) as it is: pmgit does not know it")
    } + (more > 0 ? [Notice("and \(more) more members that pmgit does not know")] : [])
  }

  private func ofDangling(_ isListed: Bool) -> [Notice] {
    some(report.danglingLinks.count, "link") {
      .warning(
        "\(did("kept")) \($0) to plans that are not here\(isListed ? "" : "; '--verbose' lists them")"
      )
    }
  }

  /// Reports what was changed here since the last import, and what is no longer in the source.
  private var ofBothSides: [Notice] {
    some(self.kept, "value") {
      Notice("\(did("kept")) \($0) changed here and not in the source")
    }
      + some(self.closed.count, "plan") {
        Notice("\(did("finished")) \($0) that the source no longer has")
      }
      + some(self.conflicts, "field") {
        isDryRun
          ? .warning("\($0) changed both here and in the source would have been in conflict")
          : .warning(
            "\($0) changed both here and in the source: in conflict until you decide",
            hints: ["see the values with \(pmgit: "resolve", "--list")"])
      }
      + some(report.relinked.count, "other plan") {
        Notice("\(did("linked")) \($0) to imported plans")
      }
  }
}
