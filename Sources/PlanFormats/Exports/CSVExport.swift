import PlanModel
import PlanView

extension ExportFormat {
  /// A table of plans by RFC 4180, in UTF-8.
  ///
  /// A spreadsheet takes a cell for a formula if it begins with certain characters, such as `=`.
  /// Such a cell gets an apostrophe, which spreadsheets hide and `pmgit import` removes; see
  /// `CSVText`.
  static let csv = ExportFormat(id: "csv", name: "CSV") { export in
    var columns = CSVColumn.all(of: export.board)
    if let commit = export.commit {
      columns.append(CSVColumn(name: PlanExport.commitName) { _ in commit })
    }
    var text = CSVText.row(columns.map { CSVText.readable($0.name) })
    for plan in export.plans {
      text += CSVText.row(
        columns.map { column in
          let value = CSVText.readable(column.value(plan))
          return column.isNumber ? value : CSVText.harmless(value)
        })
    }
    return text
  }
}

/// A column of the table that `pmgit export --format csv` writes.
struct CSVColumn {
  let name: String
  /// Whether the values are numbers. These get no apostrophe, even if they are negative.
  var isNumber = false
  let value: (Plan) -> String

  /// The columns of every board, and one for each custom field.
  static func all(of board: Board) -> [CSVColumn] {
    var columns = [
      CSVColumn(name: "id") { $0.id.text },
      CSVColumn(name: "title") { $0.title },
      CSVColumn(name: "state") { $0.state },
    ]
    columns += PlanProperty.all.filter { $0.field != .lease }.map { property in
      CSVColumn(name: property.name, isNumber: property.kind == .number) {
        property.value(of: $0)?.text ?? ""
      }
    }
    columns += [
      CSVColumn(name: "assignees") { CSVList.cell($0.assignees) },
      CSVColumn(name: "labels") { CSVList.cell($0.labels) },
      CSVColumn(name: "links") { CSVList.cell($0.links.map(\.description)) },
      CSVColumn(name: "aliases") { CSVList.cell($0.aliases) },
    ]
    columns += board.fields.map { field in
      CSVColumn(name: field.key, isNumber: field.kind == .number) { plan in
        field.kind == .choices
          ? CSVList.cell(field.value(of: plan)?.texts ?? []) : field.value(of: plan)?.text ?? ""
      }
    }
    columns += [
      CSVColumn(name: "created") { $0.created?.at?.description ?? "" },
      CSVColumn(name: "creator") { $0.created?.by ?? "" },
      CSVColumn(name: "updated") { $0.updated?.description ?? "" },
      CSVColumn(name: "moved") { $0.stateSince?.description ?? "" },
      CSVColumn(name: "checklist") { plan in
        plan.checklist.map { "[\($0.done ? "x" : " ")] \($0.text)" }.joined(separator: "\n")
      },
      CSVColumn(name: "body") { Lines.joined($0.body) },
    ]
    return columns
  }
}

/// Several values in one cell of a CSV file: separated by commas, or by line breaks if one of them
/// has a comma.
enum CSVList {
  static func cell(_ values: [String]) -> String {
    guard values.contains(where: { $0.contains(",") }) else {
      return values.joined(separator: ", ")
    }
    // A single value with a comma needs a line break too, to be read as one value.
    return values.joined(separator: "\n") + (values.count == 1 ? "\n" : "")
  }

  static func values(_ cell: String) -> [String] {
    let lines = Lines.entered(cell)
    let parts = lines.count > 1 ? lines : cell.split(separator: ",").map { String($0) }
    return parts.map(\.trimmingSpaces).filter { !$0.isEmpty }
  }
}
