import PlanModel
import PlanStore
import PlanView

/// A conflict as an editor shows it to the person who decides it.
///
/// It has the author of each value. If the values are texts, it also has their line-by-line merge.
package struct ConflictPage {
  /// The label of each value: its number, author and age.
  package let labels: [String]
  /// The merged text; nil if the values can't be merged by lines.
  package let merged: MergedText?

  /// Refuses an edited text that still contains a conflict marker.
  package func requireDecided(_ lines: [String]) throws(Problem) {
    guard let merged, lines.contains(where: merged.isMarker) else { return }
    throw Problem(
      code: .undecided, message: "the text still has markers of changes that overlap",
      hints: ["remove the lines that begin with <, = and >, and keep what is right; then try again"]
    )
  }
}

extension Problem {
  package static func notMergeable(_ field: String) -> Problem {
    .usage(
      "the values of '\(field)' can't be merged line by line",
      hints: ["use --take, --value or --edit"])
  }
}

/// Texts merged line by line, as a proposal for the person who decides.
package struct MergedText {
  private let merge: LineMerge

  fileprivate init(_ merge: LineMerge) { self.merge = merge }

  /// The merged lines; overlapping changes are shown between markers.
  package var lines: [String] { merge.lines }
  /// Whether no changes overlap.
  package var isClean: Bool { merge.isClean }

  fileprivate func isMarker(_ line: String) -> Bool { merge.isMarker(line) }
}

extension Workspace {
  package func page(for open: OpenConflict) throws -> ConflictPage {
    let (plan, conflict) = (open.subject.plan, open.conflict)
    let origins = try open.shown.snapshot.origins(of: [ConflictGroup(plan: plan, [conflict])])
    let labels = conflict.values.enumerated().map { index, candidate in
      let place = PlacedValue(plan: plan, path: conflict.path, element: candidate.element)
      let who = origins[place].map { Person($0.by).fullName }
      let time = candidate.at.map { RelativeTime.words(for: $0, now: now) }
      return ([String(index + 1)] + [who, time].compactMap(\.self)).joined(separator: ", ")
    }
    let merge = try store.lineMerge(of: conflict, on: plan, labels: labels, origins: origins)
    return ConflictPage(labels: labels, merged: merge.map { MergedText($0) })
  }
}
