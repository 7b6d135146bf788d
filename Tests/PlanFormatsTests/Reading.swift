import PlanModel

@testable import PlanFormats

/// Reads a text as a file of a format, an hour ahead of UTC.
func plans(
  _ format: TrackerFormat, _ name: String, _ text: String, from origin: String? = nil,
  board: Board = ToolFixture.board
) throws -> TrackerPlans {
  try plans(
    format, TrackerSource(name: name, bytes: Array(text.utf8)), from: origin, board: board)
}

/// Reads a folder with files by their paths.
func plans(
  _ format: TrackerFormat, folder files: [(path: String, text: String)],
  from origin: String? = nil
) throws -> TrackerPlans {
  let files = files.map { TrackerFile(path: $0.path, bytes: Array($0.text.utf8)) }
  return try plans(format, TrackerSource(folder: "folder", files: files), from: origin)
}

private func plans(
  _ format: TrackerFormat, _ source: TrackerSource, from origin: String?,
  board: Board = ToolFixture.board
) throws -> TrackerPlans {
  var options = ToolFixture.options
  (options.origin, options.board) = (origin, board)
  return try format.plans(of: source, options)
}

extension TrackerPlans {
  /// The plans as objects, without settings.
  var plans: [JSONObject] { all.map(\.line) }

  /// The records of the import in JSON Lines.
  var lines: [UInt8] {
    records.flatMap { Array(CanonicalJSON.line(of: .object($0)).utf8) + [0x0A] }
  }

  /// The texts of a set or a field of each plan.
  func texts(_ member: ExactString) -> [[String]] {
    plans.map { plan in
      plan[member]?.array?.compactMap(\.string) ?? plan[member]?.string.map { [$0] } ?? []
    }
  }

  var aliases: [String] { texts("aliases").compactMap(\.first) }
  var states: [String] { texts("state").compactMap(\.first) }
}
