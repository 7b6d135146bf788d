import Foundation
import PlanModel
import Testing

@testable import PlanFormats

/// A file of another tool below `Samples`, written by hand.
struct Sample: Sendable, CustomTestStringConvertible {
  let file: String
  let format: String

  var testDescription: String { file }

  static let all: [Sample] = [
    Sample(file: "github.json", format: "github"),
    Sample(file: "github-rest.json", format: "github"),
    Sample(file: "github-project.json", format: "github"),
    Sample(file: "gitlab.ndjson", format: "gitlab"),
    Sample(file: "gitlab.json", format: "gitlab"),
    Sample(file: "gitea.json", format: "gitea"),
    Sample(file: "jira.csv", format: "jira"),
    Sample(file: "jira-semicolons.csv", format: "jira"),
    Sample(file: "jira.json", format: "jira"),
    Sample(file: "linear.csv", format: "linear"),
    Sample(file: "plane.json", format: "plane"),
    Sample(file: "plane.csv", format: "plane"),
    Sample(file: "plane-old.csv", format: "plane"),
    Sample(file: "trello.json", format: "trello"),
    Sample(file: "vikunja.json", format: "vikunja"),
    Sample(file: "kanboard.jsonl", format: "kanboard"),
    Sample(file: "focalboard.jsonl", format: "focalboard"),
    Sample(file: "focalboard-old.jsonl", format: "focalboard"),
    Sample(file: "vibe-kanban.csv", format: "vibe-kanban"),
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Samples")

  /// The source that a person names: a file, or a folder with its files.
  func source() throws -> TrackerSource {
    let place = Self.folder.appending(path: file)
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
    guard isFolder.boolValue else {
      return TrackerSource(name: file, bytes: Array(try Data(contentsOf: place)))
    }
    let paths = try FileManager.default.subpathsOfDirectory(atPath: place.path)
    let files = try paths.compactMap { path -> TrackerFile? in
      let inner = place.appending(path: path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: inner.path, isDirectory: &isFolder)
      if isFolder.boolValue { return nil }
      return TrackerFile(path: path, bytes: Array(try Data(contentsOf: inner)))
    }
    return TrackerSource(folder: file, files: files)
  }

  /// A board with the columns of a new board, and fields and iterations that samples have.
  static let board: Board = {
    var board = Board(columns: [
      Column(id: "todo", title: "Todo", kind: .todo),
      Column(id: "doing", title: "Doing", kind: .doing),
      Column(id: "done", title: "Done", kind: .done),
    ])
    board.fields = [
      CustomField(id: "team", title: "Team", kind: .choice, options: ["Core", "Apps"]),
      CustomField(id: "size", title: "Size", kind: .choice, options: ["S", "L"]),
      CustomField(id: "project", title: "Project", kind: .text),
    ]
    var iteration = Phase(.iteration, "2026-12-07")
    (iteration.first, iteration.last) = (
      CalendarDay(year: 2026, month: 12, day: 7), CalendarDay(year: 2026, month: 12, day: 20)
    )
    iteration.title = "Sprint 2"
    board.phases = Phases([iteration])
    return board
  }()

  /// Clocks nine hours ahead of UTC.
  static let options = FormatOptions(
    origin: "o/r", clocks: LocalClocks(minutesAheadOfUTC: 540),
    now: Timestamp("2026-11-20T09:00:00Z") ?? Timestamp(milliseconds: 0), board: board)

  func plans() throws -> TrackerPlans {
    try plans(of: source())
  }

  /// The formats whose files may lack the name of their source.
  private static let nameless: Set<String> = ["github", "gitlab", "kanboard", "vikunja"]

  /// Reads a source like the sample.
  func plans(of source: TrackerSource) throws -> TrackerPlans {
    let format = try #require(TrackerFormat(id: format))
    var options = Self.options
    if !Self.nameless.contains(format.id) { options.origin = nil }
    return try format.plans(of: source, options)
  }
}
