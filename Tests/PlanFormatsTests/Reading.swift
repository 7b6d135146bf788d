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
  var plans: [JSONObject] { all.map(\.line.json) }

  var importLines: [ImportLine] { (0..<count).map(line(at:)) }

  /// The lines of the import in JSON Lines.
  var lines: [UInt8] {
    let settings = settings.map { [$0.json] } ?? []
    return (settings + plans).flatMap { Array(CanonicalJSON.line(of: .object($0)).utf8) + [0x0A] }
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

extension ImportLine {
  /// The line in JSON Lines, with the members that readers of trackers' files set.
  fileprivate var json: JSONObject {
    var object: JSONObject = [:]
    for set in given { object[set] = .array([]) }
    object["id"] = id.map { .string($0.text) }
    object["title"] = title.map(JSONValue.string)
    object["state"] = state.map(JSONValue.string)
    object["custom"] = custom
    for (kind, name) in phases { object[ExactString(kind.rawValue)] = .string(name) }
    for case .write(let path, let value) in edits {
      switch path {
      case .field(let name), .other(let name): object[name] = value.lines.map(Self.text) ?? value
      case .setMember(let set, let member):
        object[set] = .array((object[set]?.array ?? []) + [.string(member)])
      case .item: break
      }
    }
    if !links.isEmpty { object["links"] = .strings(links.map(\.description)) }
    if !aliases.isEmpty { object["aliases"] = .strings(aliases) }
    let times: [ExactString: Timestamp?] = [
      "updated": updated, "moved": moved, "closed": closed, "started": started,
    ]
    for case (let name, let time?) in times { object[name] = .string(time.description) }
    object["created"] = created.map { created in
      .object(["at": .optional(created.at?.description), "by": Self.person(created.by)])
    }
    for case (.field(let name), let time) in moments {
      var moments = object["moments"]?.object ?? [:]
      moments[name] = .string(time.description)
      object["moments"] = .object(moments)
    }
    addItems(to: &object)
    return object
  }

  private func addItems(to object: inout JSONObject) {
    for item in checklist {
      let members: JSONObject = ["text": .string(item.text), "done": .bool(item.done)]
      Self.add(members, item.id, "checklist", &object)
    }
    for comment in comments {
      Self.add(
        [
          "at": .optional(comment.at?.description), "by": Self.person(comment.by),
          "text": Self.text(comment.text),
        ], comment.id, "comments", &object)
    }
    for entry in time {
      Self.add(
        [
          "minutes": entry.minutes.map { .number($0) } ?? .null,
          "on": .optional(entry.day?.description),
        ], entry.id, "time", &object)
    }
  }

  private static func add(
    _ item: JSONObject, _ id: String, _ list: ExactString, _ object: inout JSONObject
  ) {
    var item = item
    if !id.isEmpty { item["id"] = .string(id) }
    object[list] = .array((object[list]?.array ?? []) + [.object(item)])
  }

  private static func text(_ lines: [String]) -> JSONValue { .string(Lines.joined(lines)) }

  private static func person(_ name: String) -> JSONValue { name.isEmpty ? .null : .string(name) }
}

extension Board {
  /// The settings of the board as a line of an import.
  fileprivate var json: JSONObject {
    var settings: JSONObject = [:]
    if !columns.isEmpty {
      settings["columns"] = .array(
        columns.map { column in
          .object([
            "id": .string(column.id), "title": .string(column.title),
            "kind": .string(column.kind.rawValue),
            "limit": column.limit.map { .number($0) } ?? .null,
            "from": column.from.isEmpty ? .null : .strings(column.from),
          ])
        })
    }
    if !phases.milestones.isEmpty {
      settings["milestones"] = .array(
        phases.milestones.map { phase in
          .object([
            "id": .string(phase.id), "title": .optional(phase.title),
            "due": .optional(phase.last?.description), "closed": .bool(phase.isClosed),
          ])
        })
    }
    return ["board": .object(settings)]
  }
}
