import PlanModel

extension ExportFormat {
  /// A table of plans by RFC 4180, in UTF-8.
  ///
  /// A spreadsheet takes a cell for a formula if it begins with one of a few characters. Such a
  /// cell gets an apostrophe, which spreadsheets hide and `pmgit import` removes; see `CSVFormula`.
  static let csv = ExportFormat(id: "csv", name: "CSV") { export in
    var columns = CSVColumn.all(of: export.board)
    if let commit = export.commit {
      columns.append(CSVColumn(name: ExportedPlan.commit) { _ in commit })
    }
    var text = CSVColumn.row(columns.map { CSVColumn.readable($0.name) })
    for plan in export.plans {
      text += CSVColumn.row(
        columns.map { column in
          let value = CSVColumn.readable(column.value(plan))
          return column.isNumber ? value : CSVFormula.harmless(value)
        })
    }
    return text
  }
}

/// A column of the table that `pmgit export --format csv` writes.
struct CSVColumn {
  let name: String
  /// Whether the values are numbers, which are no formulas even if they are negative.
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

  /// Returns a text without control characters, except ends of lines and tabs. They must be gone
  /// before a cell is looked at: what follows them may be a formula.
  static func readable(_ text: String) -> String {
    let isKept = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory != .control || "\n\r\t".unicodeScalars.contains(scalar)
    }
    guard !text.unicodeScalars.allSatisfy(isKept) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(isKept)))
  }

  /// Returns a row with its end of line.
  static func row(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  /// Returns a cell in quotes if it needs them. Those with a semicolon or a tab have them too,
  /// because spreadsheets of some countries take these for the separator.
  private static func quoted(_ cell: String) -> String {
    var scalars = String.UnicodeScalarView()
    var needsQuotes = cell.unicodeScalars.first == " " || cell.unicodeScalars.last == " "
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "\"":
        scalars.append(scalar)
        needsQuotes = true
      case ",", ";", "\n", "\r", "\t", "'": needsQuotes = true
      default: break
      }
      scalars.append(scalar)
    }
    let text = String(scalars)
    return needsQuotes ? "\"\(text)\"" : text
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

/// Protects cells of a CSV file from being run as formulas.
enum CSVFormula {
  /// The characters with which a formula begins, also in wide forms.
  private static let starts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// Returns a cell with an apostrophe before it if it looks like a formula, or like one that has
  /// apostrophes already. So `original` is exact.
  static func harmless(_ cell: String) -> String { isFormula(cell) ? "'\(cell)" : cell }

  /// Returns a cell without the apostrophe of `harmless`.
  static func original(_ cell: String) -> String {
    cell.unicodeScalars.first == "'" && isFormula(cell)
      ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// Whether a cell is any number of apostrophes and a character that begins a formula. White
  /// space before it does not count: some programs skip it.
  private static func isFormula(_ cell: String) -> Bool {
    let rest = cell.unicodeScalars.drop { $0 == "'" }
    if let first = rest.first, starts.contains(first) { return true }
    return rest.first { $0 != " " && $0 != "\u{A0}" }.map { starts.contains($0) } ?? false
  }
}
