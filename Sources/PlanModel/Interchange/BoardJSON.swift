/// The JSON form of a board's settings.
///
/// Keys are only ever added. Absent values are null, and absent lists are empty.
package enum BoardJSON {
  /// Returns the first line of an export with settings. Its form is
  /// `{"board":{"name","title","columns","views"},"format"}`.
  ///
  /// Columns are in board order, views are sorted by name.
  package static func line(_ board: Board, name: BoardName) -> JSONObject {
    let views = board.views.sorted { ExactString($0.key) < ExactString($1.key) }
    return [
      "format": .number(1),
      "board": .object([
        "name": .string(name.text), "title": .optional(board.title),
        "columns": .array(board.columns.map { .object(column($0)) }),
        "views": .array(
          views.map { .object(["name": .string($0.key), "query": .string($0.value)]) }),
      ]),
    ]
  }

  package static func column(_ column: Column) -> JSONObject {
    [
      "id": .string(column.id), "title": .string(column.title),
      "kind": .string(column.kind.rawValue),
      "limit": column.limit.map(JSONValue.number) ?? .null, "from": .strings(column.from),
    ]
  }
}
