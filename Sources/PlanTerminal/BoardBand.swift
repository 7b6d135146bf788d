import PlanModel
import PlanView

/// Lanes that stand side by side.
struct BoardBand {
  /// The places of the lanes in the board.
  let lanes: [Int]
  /// The cells of a terminal that each lane takes.
  let widths: [Int]
  /// The places of the lanes that show their count alone.
  var folded: Set<Int> = []
  /// Whether the lane takes the whole width, one below the other.
  var isStacked = false

  /// The number of cells between two lanes.
  static let gap = 2
  /// The least width of a lane.
  private static let leastWidth = 18
  /// The least width of a lane where other lanes are folded to make room for it.
  private static let leastWidthBesideFolded = 16
  private static let foldedWidth = 7
  /// The greatest width of a lane; a wider title is harder to read than a wrapped one.
  private static let mostWidth = 60
  /// The width of a terminal below which lanes stand one below the other.
  private static let leastWidthSideBySide = 3 * leastWidth + 2 * gap

  /// Arranges the lanes of a board.
  ///
  /// All lanes stand side by side if they can. If not, those that are looked at least show their
  /// count alone; if that does not make room enough, the lanes stand in several bands.
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

  /// Returns one band in which as few lanes as needed are folded; nil if that is not enough.
  ///
  /// Lanes without plans are folded together, unless no lane has plans.
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

  /// The lanes with plans that can be folded, the first one first: finished work, then the stores
  /// before the last lane of work to do.
  private static func foldingOrder(_ lanes: [BoardModel.Lane]) -> [Int] {
    let filled = lanes.indices.filter { lanes[$0].matchCount > 0 }
    let done = filled.reversed().filter { lanes[$0].kind == .done }
    return done + filled.filter { lanes[$0].kind == .todo }.dropLast()
  }

  /// A count is never cut off.
  private static func foldedWidth(of lane: BoardModel.Lane) -> Int {
    max(foldedWidth, ColumnCountText.words(of: lane, isPartial: true).widthInCells)
  }
}
