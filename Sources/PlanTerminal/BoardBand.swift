import PlanModel
import PlanView

/// Lanes that are shown side by side.
struct BoardBand {
  /// The indices of the lanes on the board.
  let lanes: [Int]
  /// The width of each lane in terminal cells.
  let widths: [Int]
  /// The indices of the folded lanes, which show only their title and count.
  var folded: Set<Int> = []
  /// Whether this is one lane of the full width, above or below other lanes.
  var isStacked = false

  /// The number of cells between two lanes.
  static let gap = 2
  /// The smallest width of a lane beside others, unless some of them are folded.
  private static let leastWidth = 18
  /// The smallest width of a lane beside folded lanes.
  private static let leastWidthBesideFolded = 16
  private static let foldedWidth = 7
  /// The greatest width of a lane. Wider titles are harder to read than wrapped ones.
  private static let mostWidth = 60
  /// The smallest terminal width for lanes side by side. On a narrower terminal they are stacked.
  private static let leastWidthSideBySide = 3 * leastWidth + 2 * gap

  /// Arranges the lanes of a board.
  ///
  /// On a narrow terminal the lanes are stacked. Otherwise they are side by side if there is room.
  /// If not, lanes are folded to their counts: empty lanes first, then done lanes, then todo lanes.
  /// If that is not enough, the lanes are split into several bands.
  static func bands(of lanes: [BoardModel.Lane], toCells width: Int) -> [BoardBand] {
    let places = Array(lanes.indices)
    guard lanes.count > 1 else {
      return places.map { BoardBand(lanes: [$0], widths: [min(mostWidth, width)]) }
    }
    if width < leastWidthSideBySide {
      return places.map { BoardBand(lanes: [$0], widths: [width], isStacked: true) }
    }
    let fitting = (width + gap) / (leastWidth + gap)
    if lanes.count <= fitting { return [equal(places, toCells: width)] }
    if let band = folding(lanes, toCells: width) { return [band] }
    let bandCount = (lanes.count + fitting - 1) / fitting
    let perBand = (lanes.count + bandCount - 1) / bandCount
    let laneWidth = equal(Array(places.prefix(perBand)), toCells: width).widths[0]
    return stride(from: 0, to: lanes.count, by: perBand).map { start in
      let part = Array(places[start..<min(start + perBand, lanes.count)])
      return BoardBand(lanes: part, widths: part.map { _ in laneWidth })
    }
  }

  private static func equal(_ places: [Int], toCells width: Int) -> BoardBand {
    let each = (width - gap * (places.count - 1)) / max(1, places.count)
    return BoardBand(lanes: places, widths: places.map { _ in min(mostWidth, max(1, each)) })
  }

  /// Returns one band with as few folded lanes as possible; nil if there is not enough room.
  ///
  /// Lanes without plans are folded together, unless all lanes are empty.
  private static func folding(_ lanes: [BoardModel.Lane], toCells width: Int) -> BoardBand? {
    let empty = lanes.indices.reversed().filter { lanes[$0].matchCount == 0 }
    var steps = foldingOrder(lanes).map { [$0] }
    if empty.count == lanes.count {
      steps = empty.map { [$0] }
    } else if !empty.isEmpty {
      steps.insert(empty, at: 0)
    }
    var folded: Set<Int> = []
    var taken = gap * (lanes.count - 1)
    for step in steps {
      for place in step where folded.insert(place).inserted {
        taken += foldedWidth(of: lanes[place])
      }
      let wide = lanes.count - folded.count
      guard wide > 0, (width - taken) / wide >= leastWidthBesideFolded else { continue }
      let widths = lanes.indices.map {
        folded.contains($0)
          ? foldedWidth(of: lanes[$0]) : min(mostWidth, (width - taken) / wide)
      }
      return BoardBand(lanes: Array(lanes.indices), widths: widths, folded: folded)
    }
    return nil
  }

  /// Returns the lanes with plans that can be folded: done lanes, then the todo lanes except
  /// the last one.
  private static func foldingOrder(_ lanes: [BoardModel.Lane]) -> [Int] {
    let filled = lanes.indices.filter { lanes[$0].matchCount > 0 }
    let done = filled.reversed().filter { lanes[$0].kind == .done }
    return done + filled.filter { lanes[$0].kind == .todo }.dropLast()
  }

  /// Returns the width of a folded lane, which must have room for the whole count.
  private static func foldedWidth(of lane: BoardModel.Lane) -> Int {
    max(foldedWidth, lane.countWords(isPartial: true).widthInCells)
  }
}
