import PlanView

/// Which columns of the board are shown, and where.
struct LaneLayout: Hashable, Sendable {
  struct Shown: Hashable, Sendable {
    let lane: Int
    /// The first cell of the column on the screen.
    let column: Int
    let width: Int
    var isFolded = false
  }

  let lanes: [Shown]
  /// Whether some columns are not shown at all, so that a strip above lists all of them.
  let hasStrip: Bool
  /// The first column that is not folded; it is kept while the cursor moves.
  let first: Int

  /// The number of cells between two columns.
  static let gap = 1
  /// The smallest width of a column beside others.
  static let leastWidth = 18
  private static let foldedWidth = 6
  /// The smallest width for several columns. On a narrower terminal a strip lists the others.
  private static let leastWidthForSeveral = 50
  /// The greatest width. Wider titles are harder to read than wrapped ones.
  private static let mostWidth = 60

  /// Chooses the columns that are shown, and their widths.
  ///
  /// - Parameters:
  ///   - active: The column with the cursor, which is always shown.
  ///   - first: The first shown column so far.
  init(_ lanes: [BoardModel.Lane], active: Int, first: Int, widthInCells width: Int) {
    let all = Array(lanes.indices)
    let fitting =
      width < Self.leastWidthForSeveral
      ? 1 : max(1, (width + Self.gap) / (Self.leastWidth + Self.gap))
    if lanes.count <= fitting {
      self.init(all, folded: [], lanes, widthInCells: width, hasStrip: false, first: 0)
      return
    }
    if let folding = Self.folding(
      lanes, active: active, first: first, fitting: fitting, widthInCells: width)
    {
      self.init(
        all, folded: folding.folded, lanes, widthInCells: width, hasStrip: false,
        first: folding.first)
      return
    }
    let start = Self.start(first, of: fitting, among: lanes.count, with: active)
    self.init(
      Array(all[start..<min(lanes.count, start + fitting)]), folded: [], lanes,
      widthInCells: width, hasStrip: true, first: start)
  }

  /// Returns the beginning of a window that contains an index, moved as little as possible.
  private static func start(_ first: Int, of length: Int, among count: Int, with index: Int) -> Int
  {
    let least = max(0, index - length + 1)
    return min(max(first, least), index, max(0, count - length))
  }

  /// Returns the columns that are folded to their counts; nil if too few would stay unfolded.
  ///
  /// Columns without plans are folded before others.
  private static func folding(
    _ lanes: [BoardModel.Lane], active: Int, first: Int, fitting: Int, widthInCells width: Int
  ) -> (folded: Set<Int>, first: Int)? {
    let gaps = gap * (lanes.count - 1)
    let folded = foldedWidth * lanes.count
    let wide = (width - gaps - folded) / (leastWidth - foldedWidth)
    guard wide >= 2, wide >= fitting - 1 else { return nil }
    let filled = lanes.indices.filter { !lanes[$0].cards.isEmpty || $0 == active }
    guard let place = filled.firstIndex(of: active) else { return nil }
    let count = min(wide, filled.count)
    let before = filled.firstIndex { $0 >= first } ?? 0
    let start = start(before, of: count, among: filled.count, with: place)
    let open = Set(filled[start..<start + count])
    return (Set(lanes.indices).subtracting(open), filled[start])
  }

  private init(
    _ shown: [Int], folded: Set<Int>, _ lanes: [BoardModel.Lane], widthInCells width: Int,
    hasStrip: Bool, first: Int
  ) {
    let wide = max(1, shown.count { !folded.contains($0) })
    let gaps = Self.gap * max(0, shown.count - 1)
    let room = width - gaps - Self.foldedWidth * folded.count
    let each = min(Self.mostWidth, max(1, room / wide))
    // Remaining cells widen the first columns, unless these have the greatest width.
    var rest = each < Self.mostWidth ? max(0, room - each * wide) : 0
    var column = 0
    var result: [Shown] = []
    for lane in shown {
      let isFolded = folded.contains(lane)
      var cells = isFolded ? Self.foldedWidth : each
      if !isFolded, rest > 0 { (cells, rest) = (cells + 1, rest - 1) }
      cells = max(0, min(cells, width - column))
      result.append(Shown(lane: lane, column: column, width: cells, isFolded: isFolded))
      column += cells + Self.gap
    }
    self.lanes = result
    (self.hasStrip, self.first) = (hasStrip, first)
  }
}
