package import PlanModel

/// A format of files that another tool writes.
///
/// `all` is the table of formats. Detection, `--format`, help and completion loop over it. A new
/// format needs a file in `Formats`, a row here, and a page in docs/from of what becomes of its
/// members.
package struct TrackerFormat: Sendable {
  /// The name for `--format`: `github`.
  package let id: String
  /// The name for people: `GitHub issues`.
  package let name: String
  /// What `--from` must name. It is needed if several sources may use the same names for plans; nil
  /// if names are unique everywhere.
  package private(set) var origin: String?
  /// Whether a source is in this format. At most one format should recognize a source.
  let recognizes: @Sendable (TrackerSource) -> Bool
  /// Adds the plans of a source.
  let read: @Sendable (TrackerSource, inout TrackerPlans) throws(FormatError) -> Void
}

extension TrackerFormat {
  /// All formats, in the order of lists.
  package static let all: [TrackerFormat] = [
    .github, .gitlab, .gitea, .jira, .linear, .plane, .trello, .vikunja, .kanboard, .focalboard,
    .vibeKanban, .backlogMD, .beads, .tk, .tbd, .kanbanMD, .dstask, .taskwarrior, .todoTxt, .org,
    .markdown, .csv,
    .gitBug,
  ]

  package init?(id: String) {
    guard let format = Self.all.first(where: { $0.id == id }) else { return nil }
    self = format
  }

  /// Whether a file in a folder is read. A folder may have many other files, such as pictures.
  package static func readsFile(named name: String) -> Bool {
    [".md", ".yml", ".yaml", ".org"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns the formats that recognize a source; more than one if the source is ambiguous.
  package static func recognizing(_ source: TrackerSource) -> [TrackerFormat] {
    if source.hasTooManyLines { return [] }
    let found = all.filter { $0.id != csv.id && $0.recognizes(source) }
    // Tables of other tools may also have a column 'title'.
    return found.isEmpty && csv.recognizes(source) ? [csv] : found
  }

  /// Reads the plans of a source.
  ///
  /// - Throws: `FormatError` if the source is not in this format.
  package func plans(
    of source: TrackerSource, _ options: FormatOptions
  ) throws(FormatError) -> TrackerPlans {
    guard !source.hasTooManyLines else {
      throw .invalid("more than \(TrackerSource.maximumLines) lines")
    }
    try source.checkText()
    var plans = TrackerPlans(options: options)
    try read(source, &plans)
    guard !plans.isTooLong else {
      throw .invalid("more than \(TrackerSource.maximumPlans) plans")
    }
    plans.finish()
    return plans
  }
}

/// The values that a codec needs in addition to the bytes.
package struct FormatOptions: Sendable {
  /// The name of the source for aliases, if the file does not contain it: `OWNER/REPO`.
  package var origin: String?
  /// The member or field that each column of a CSV file stands for, by the name of the column.
  package var columns: [String: String] = [:]
  /// The local clocks, for times without a zone.
  package var clocks: LocalClocks
  package var now: Timestamp
  /// The board that receives the plans.
  package var board: Board

  package init(origin: String? = nil, clocks: LocalClocks, now: Timestamp, board: Board) {
    (self.origin, self.clocks, self.now, self.board) = (origin, clocks, now, board)
  }
}

/// The reason why a source can't be read as a format.
package enum FormatError: Error, Hashable, Sendable {
  /// The bytes are not in the format. The reason is lowercase, without a full stop.
  case invalid(String)
  /// The file does not name its source, so `--from` is needed.
  case missingOrigin
  /// A file is not a text.
  case binary(file: String, BinaryFile)
  /// A file is not UTF-8 on a line, counted from 1.
  case notUTF8(file: String, line: Int)
}
