import PlanModel
import PlanView

/// Draws a chart's contents, inside the axes, in cells.
struct ChartPlot {
  private let chart: Chart
  private let values: ValueAxis
  private(set) var canvas: ChartCanvas

  init(_ layout: ChartLayout) {
    (chart, values) = (layout.chart, layout.values)
    canvas = ChartCanvas(columns: layout.columns, rows: layout.rows)
    switch chart.shape {
    case .areas: drawAreas()
    case .lines: drawLines()
    case .points:
      drawRules()
      drawPoints()
    case .bars: drawBars()
    }
  }

  /// Returns the row for a number among a given number of rows; the top row is 0.
  private func row(of number: Double, among rows: Int) -> Int {
    ChartLayout.row(of: number, top: values.top, among: rows)
  }

  /// Returns the column for a day among a given number of columns.
  private func place(of day: CalendarDay, among count: Int) -> Int {
    let length = max(1, chart.last - chart.first)
    return (day - chart.first) * max(0, count - 1) / length
  }

  // MARK: - Areas and lines

  /// Returns the value of a series that is nearest to one of `count` columns, with the values
  /// spread evenly over the columns. Returns 0 for an empty series.
  private func value(of series: Chart.Series, at place: Int, among count: Int) -> Double {
    let last = series.values.count - 1
    guard last >= 0 else { return 0 }
    let index = count > 1 ? (place * last + (count - 1) / 2) / (count - 1) : last
    return series.values[min(index, last)].number
  }

  private mutating func drawAreas() {
    for column in 0..<canvas.columns {
      var floor = 0.0
      let tops = chart.series.map { series in
        floor += value(of: series, at: column, among: canvas.columns)
        return floor
      }
      for row in 0..<canvas.rows {
        let middle = (Double(canvas.rows - row) - 0.5) / Double(canvas.rows) * values.top
        guard let index = tops.firstIndex(where: { $0 >= middle }) else { continue }
        canvas.put(
          ChartMarks.fill(index, of: chart.series.count), ChartMarks.role(chart.series[index].tone),
          column: column,
          row: row)
      }
    }
  }

  private mutating func drawLines() {
    for series in chart.series {
      var before: Int?
      for column in 0..<canvas.dotColumns {
        let number = value(of: series, at: column, among: canvas.dotColumns)
        let row = self.row(of: number, among: canvas.dotRows)
        let (high, low) = (min(before ?? row, row), max(before ?? row, row))
        before = row
        if ChartMarks.isDashed(series.tone), column % 4 >= 2 { continue }
        for row in high...low { canvas.dot(ChartMarks.role(series.tone), column: column, row: row) }
      }
    }
  }

  // MARK: - Points

  private mutating func drawRules() {
    for rule in chart.rules {
      let row = self.row(of: rule.number, among: canvas.rows)
      for column in 0..<canvas.columns { canvas.put("-", .muted, column: column, row: row) }
    }
  }

  private mutating func drawPoints() {
    for series in chart.series {
      for value in series.values {
        canvas.dot(
          ChartMarks.role(series.tone), column: place(of: value.day, among: canvas.dotColumns),
          row: row(of: value.number, among: canvas.dotRows))
      }
    }
  }

  // MARK: - Bars

  /// Returns the number of cells from one bar to the next.
  static func step(bars: Int, columns: Int) -> Int { min(16, max(1, columns / max(1, bars))) }

  private mutating func drawBars() {
    let bars = chart.series.first?.values ?? []
    let step = Self.step(bars: bars.count, columns: canvas.columns)
    let role = chart.series.first.map { ChartMarks.role($0.tone) } ?? .plain
    for (index, bar) in bars.enumerated() {
      let eighths = Int((bar.number / values.top * Double(canvas.rows * 8)).rounded())
      for row in 0..<canvas.rows {
        let filled = eighths - (canvas.rows - 1 - row) * 8
        guard filled > 0 else { continue }
        for column in 0..<(step > 2 ? step - 1 : step) {
          canvas.put(ChartMarks.eighth(filled), role, column: index * step + column, row: row)
        }
      }
    }
  }
}

/// A rectangle of terminal cells to draw in.
struct ChartCanvas {
  let columns: Int
  let rows: Int
  private var cells: [Cell]

  private struct Cell {
    var character: Character = " "
    var role = Role.plain
    /// The dots of a braille pattern, with Unicode's bits; 0 for no dots.
    var dots: UInt32 = 0
  }

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// The size in braille dots.
  var dotColumns: Int { columns * 2 }
  var dotRows: Int { rows * 4 }

  /// Puts a character into a cell. The top row is 0. Cells outside of the rectangle are ignored.
  mutating func put(_ character: Character, _ role: Role, column: Int, row: Int = 0) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    cells[row * columns + column].character = character
    cells[row * columns + column].role = role
  }

  /// Adds a braille dot. The top row is 0. Dots outside of the rectangle are ignored.
  mutating func dot(_ role: Role, column: Int, row: Int) {
    guard (0..<dotColumns).contains(column), (0..<dotRows).contains(row) else { return }
    let place = row / 4 * columns + column / 2
    cells[place].dots |= Self.bits[row % 4][column % 2]
    cells[place].role = role
  }

  /// The bits of the dots in a cell, by row and column.
  private static let bits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  /// Returns a row, padded with spaces to its full width.
  func line(_ row: Int) -> StyledText {
    var line = StyledText()
    var run = ""
    var role = Role.plain
    for cell in cells[row * columns..<(row + 1) * columns] {
      let character =
        cell.dots == 0
        ? cell.character : Unicode.Scalar(0x2800 + cell.dots).map(Character.init) ?? " "
      if cell.role != role {
        line.append(SafeText(run), role)
        (run, role) = ("", cell.role)
      }
      run.append(character)
    }
    line.append(SafeText(run), role)
    return line
  }
}

/// The characters and colours of a chart's series. The characters differ, so that the chart is
/// readable without colour.
enum ChartMarks {
  /// The fills of areas, from the darkest to the lightest.
  private static let shades: [Character] = ["█", "▓", "▒", "░"]
  private static let manyShades: [Character] = ["█", "▓", "#", "▒", "=", "░", ":", "."]

  /// Returns the fill of an area. The lowest one is darkest, and areas become lighter upwards, as
  /// columns do from the last one to the first.
  static func fill(_ place: Int, of count: Int) -> Character {
    switch count {
    case ...1: "█"
    // The first column is light and the last one dark, however many there are.
    case ...3: [shades[0], count == 2 ? shades[3] : shades[1], shades[3]][min(max(0, place), 2)]
    case 4: shades[min(max(0, place), 3)]
    default: manyShades[place % manyShades.count]
    }
  }

  static func role(_ tone: Chart.Tone) -> Role {
    switch tone {
    case .waiting: .waiting
    case .active: .active
    case .finished: .finished
    }
  }

  /// Bars with a height of 0 to 8 eighths of a cell.
  private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns the character for a bar's top cell.
  ///
  /// - Parameter filled: The number of eighths; values outside of 0 to 8 are replaced by these
  ///   limits.
  static func eighth(_ filled: Int) -> Character { eighths[min(max(filled, 0), 8)] }

  /// Whether a line is drawn with gaps, so that it differs from other lines without colour too.
  static func isDashed(_ tone: Chart.Tone) -> Bool { tone == .waiting }
}
