import PlanFormats
package import PlanModel
import PlanStore

/// A request for plans in the format of another tool.
package struct PlanExports: Sendable {
  /// The name of pmgit's own JSON Lines.
  package static let own = "pmgit"

  /// The names for `--format`.
  package static let ids = [own] + ExportFormat.all.map(\.id)

  /// Returns the format with a name, or of files with that ending; nil if there is none.
  package static func format(ofFilesEndingIn ending: String) -> String? {
    let others = ["json": own, "jsonl": own, "md": "markdown", "ics": "ical"]
    return others[ending] ?? ids.first { $0 == ending }
  }

  fileprivate let format: ExportFormat
  fileprivate let asToDos: Bool

  /// Parses the options of an export.
  ///
  /// - Parameters:
  ///   - name: The name of the format; nil for pmgit's own.
  ///   - asToDos: Whether a calendar gets to-dos in place of events.
  ///   - withSettings: Whether the settings of the board are wanted, too.
  /// - Returns: nil for pmgit's own format.
  /// - Throws: `Problem` for an unknown format, and for options that the format does not have.
  package init?(_ name: String?, asToDos: Bool, withSettings: Bool) throws {
    let format = name.flatMap { ExportFormat(id: $0) }
    guard let name, name != Self.own, let format else {
      if let name, name != Self.own {
        throw Problem.usage(
          "'\(name.excerpt)' is not a format",
          hints: ["the formats are \(Self.ids.joined(separator: ", "))"])
      }
      guard !asToDos else { throw Self.noToDos }
      return nil
    }
    guard format.hasToDos || !asToDos else { throw Self.noToDos }
    guard !withSettings else {
      throw Problem.usage(
        "only JSON Lines have the settings of a board", hints: ["leave out --format or --settings"])
    }
    (self.format, self.asToDos) = (format, asToDos)
  }

  private static var noToDos: Problem {
    Problem.usage("'--todos' is for calendars", hints: ["add --format ical"])
  }
}

extension Workspace {
  /// Returns plans in the format of another tool. Their texts must have been read.
  package func text(of found: PlansFound, as export: PlanExports) throws -> String {
    let shown = found.shown
    let viewed = PlanExport(
      found.plans, board: shown.board, title: shown.board.title ?? shown.name.text,
      now: shown.now, clocks: clocks, commit: "\(shown.snapshot.commit)",
      asToDos: export.asToDos)
    return export.format.text(of: viewed)
  }

  /// Returns a calendar (RFC 5545) with the due days of the open plans that were found.
  ///
  /// - Parameter address: Returns the address at which a plan is shown; nil if it is not known.
  package func calendar(
    of found: PlansFound, titled title: String, address: @escaping @Sendable (PlanID) -> String?
  ) -> String {
    let board = found.shown.board
    let open = found.plans.filter { board.kind(of: $0.state) != .done && !$0.isDeleted }
    return ExportFormat.iCalendar.text(
      of: PlanExport(
        open, board: board, title: title, now: now, clocks: clocks, address: address))
  }
}
