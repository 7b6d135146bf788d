import PlanModel

@testable import PlanFormats

/// A small source of another tool, written by hand, and what is read from it.
struct ToolFixture: Sendable, CustomStringConvertible {
  let format: TrackerFormat
  /// The files of a folder by path; a single file if there is only one, unless `isFolder`.
  let files: [(path: String, text: String)]
  let isFolder: Bool
  /// The lines of the import.
  let lines: String
  let losses: [String: Int]
  /// What `--from` names.
  let origin: String?

  init(
    _ format: TrackerFormat, _ path: String, _ text: String, from origin: String? = nil,
    lines: String, losses: [String: Int] = [:]
  ) {
    self.init(format, [(path, text)], isFolder: false, origin, lines: lines, losses: losses)
  }

  init(
    _ format: TrackerFormat, folder files: [(path: String, text: String)],
    from origin: String? = nil, lines: String, losses: [String: Int] = [:]
  ) {
    self.init(format, files, isFolder: true, origin, lines: lines, losses: losses)
  }

  private init(
    _ format: TrackerFormat, _ files: [(path: String, text: String)], isFolder: Bool,
    _ origin: String?, lines: String, losses: [String: Int]
  ) {
    (self.format, self.files, self.isFolder, self.origin) = (format, files, isFolder, origin)
    (self.lines, self.losses) = (lines, losses)
  }

  func plans() throws -> TrackerPlans { try format.plans(of: source, options) }

  var options: FormatOptions {
    var options = Self.options
    options.origin = origin
    return options
  }

  var description: String { format.id }

  var source: TrackerSource { Self.source(of: files.map { ($0, Array($1.utf8)) }, isFolder) }

  static func source(
    of files: [(path: String, bytes: [UInt8])], _ isFolder: Bool
  ) -> TrackerSource {
    isFolder
      ? TrackerSource(folder: "folder", files: files.map { TrackerFile(path: $0, bytes: $1) })
      : TrackerSource(name: files[0].path, bytes: files[0].bytes)
  }

  static let board = Board(.newBoard)
  static let now = Timestamp(milliseconds: 1_795_168_951_120)

  /// An hour ahead of UTC.
  static let options = FormatOptions(
    clocks: LocalClocks(minutesAheadOfUTC: 60), now: now, board: board)

  /// The fixtures of the formats that are lists, folders, or exports of programs.
  static let all = [
    backlogMD, beads, tk, tbd, kanbanMD, dstask, taskwarrior, todoTxt, org, markdown, obsidian,
    taskell, csv, gitBug, gitBugList,
  ]
}
