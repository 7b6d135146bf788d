import Git
import PlanModel
import PlanStore
package import PlanView

/// A request for the plans that were finished between two moments.
package struct ListFinished: Sendable {
  /// `FROM..TO`, each a moment, a commit of the board, or a commit or a tag of the code; without `TO`
  /// up to now.
  package let range: String
  /// In the query language; empty for all plans.
  package let query: String

  package init(_ range: String, query: String = "") { (self.range, self.query) = (range, query) }
}

/// The plans that were finished between two moments: done at the later one, and not at the earlier one.
package struct FinishedListed {
  /// The board at the later moment.
  package let shown: ShownBoard
  /// The board at the earlier moment; nil if there was none yet.
  package let from: ShownBoard?
  /// By label; what has none comes last.
  package let groups: [FinishedGroup]
  package let notices: [Notice]
  /// The files of the later moment that can't be read, whose plans are missing.
  package let missing: MissingFiles
  /// Those of the earlier moment, whose plans may have been done before.
  package let missingBefore: MissingFiles?
}

extension Workspace {
  package func finished(_ request: ListFinished) throws -> FinishedListed {
    let (first, last) = try bounds(of: request.range)
    let from = try pastBoard(first)
    let to: ShownBoard? = if let last { try pastBoard(last) } else { try board() }
    guard let to else {
      throw Problem.usage("there was no board yet at '\((last ?? "").excerpt)'")
    }
    let contents = try contents(of: to)
    let shown = contents.shown
    if let from, from.now > shown.now {
      throw Problem.usage("'\(request.range.excerpt)' ends before it begins")
    }
    let before = try from.map { try self.contents(of: $0) }
    let query = try query(request.query, in: contents)
    let wereDone = Set(
      (before?.plans ?? []).filter { $0.isDone(on: before?.shown.board ?? shown.board) }.map(\.id))
    let finished = contents.plans.filter {
      $0.isDone(on: shown.board) && !wereDone.contains($0.id)
    }
    return FinishedListed(
      shown: shown, from: from, groups: groups(query.select(from: finished)),
      notices: query.notes.map(Notice.init) + (from == nil ? [.noBoardYet(first)] : []),
      missing: contents.missing, missingBefore: before?.missing)
  }

  /// Returns each plan once, in the group of the first of its labels by name.
  private func groups(_ plans: [Plan]) -> [FinishedGroup] {
    let byLabel = Dictionary(grouping: plans) { plan in
      plan.labels.map { LabelKey($0) }.min()
    }
    let labels = byLabel.keys.compactMap(\.self).sorted()
    let rest = byLabel[nil] ?? []
    return labels.map { FinishedGroup(label: $0.label.text, plans: byLabel[$0] ?? []) }
      + (rest.isEmpty ? [] : [FinishedGroup(label: nil, plans: rest)])
  }

  // MARK: - Moments

  private func bounds(of range: String) throws(Problem) -> (first: String, last: String?) {
    guard let dots = range.firstRange(of: "..") else {
      throw Problem.usage(
        "'\(range.excerpt)' is no range",
        hints: ["write FROM..TO, or FROM.. for up to now: \(pmgit: "changelog", "\(range)..")"])
    }
    let (first, last) = (String(range[..<dots.lowerBound]), String(range[dots.upperBound...]))
    guard !first.isEmpty else {
      throw Problem.usage(
        "'\(range.excerpt)' does not say where it begins",
        hints: ["write FROM..TO, as in \(pmgit: "changelog", "2026-11-01..yesterday")"])
    }
    return (first, last.isEmpty ? nil : last)
  }

  /// Returns the board as it was at a moment, at a commit of its own, or when a commit of the code was made.
  ///
  /// - Returns: nil if there was no board yet.
  private func pastBoard(_ typed: String) throws -> ShownBoard? {
    do {
      return try board(at: typed)
    } catch StoreError.noBoardThen {
      return nil
    } catch StoreError.noCommit {
      guard let moment = try momentOfCode(typed) else { throw StoreError.noCommit(typed: typed) }
      do { return try board(at: moment.description) } catch StoreError.noBoardThen { return nil }
    }
  }

  /// Returns when a commit of the code was made; nil if git knows none by that name.
  private func momentOfCode(_ typed: String) throws -> Timestamp? {
    try git { () throws(GitError) in
      guard let commit = try store.repository.commit(named: typed) else { return nil }
      return min(Timestamp(seconds: try store.repository.commit(commit).committer.seconds), now)
    }
  }
}

/// A label in the order of its letters, whatever their case.
private struct LabelKey: Hashable, Comparable {
  let label: ExactString

  init(_ label: String) { self.label = ExactString(label) }

  private var order: (ExactString, ExactString) { (ExactString(label.text.lowercased()), label) }

  static func < (left: LabelKey, right: LabelKey) -> Bool { left.order < right.order }
}

extension Plan {
  fileprivate func isDone(on board: Board) -> Bool {
    !isDeleted && board.kind(of: state) == .done
  }
}

extension Notice {
  fileprivate static func noBoardYet(_ typed: String) -> Notice {
    Notice("note: there was no board yet at '\(typed)'; all that was finished since is listed")
  }
}
