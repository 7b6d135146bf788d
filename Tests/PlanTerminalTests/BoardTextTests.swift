@testable import PlanModel
@testable import PlanTerminal
import PlanView
import PmgitTestSupport
import Testing

@Suite struct BoardTextTests {
  private func bands(_ columns: Int, plans: [Int: Int] = [:], width: Int) -> [String] {
    let plans = plans.flatMap { column, count in
      (0..<count).map { Samples.plan("a\(column)\($0)z", "x", in: "c\(column)") }
    }
    let board = BoardModel(
      plans, board: Samples.emptyBoard(columns: columns), viewpoint: Samples.viewpoint)
    return BoardBand.bands(of: board.lanes, toCells: width).map { band in
      band.lanes.map { band.folded.contains($0) ? "-" : "\($0 + 1)" }.joined()
    }
  }

  @Test(
    "Lanes stand side by side, fold those without plans, or stand in bands",
    arguments: [
      (1, 40, ["1"]), (2, 40, ["1", "2"]), (3, 58, ["123"]), (4, 80, ["1234"]),
      (5, 80, ["1234-"]), (6, 80, ["123---"]), (6, 120, ["123456"]), (7, 120, ["123456-"]),
      (2, 20, ["1", "2"]), (12, 80, ["1234", "5678", "9101112"]),
    ])
  func empty(columns: Int, width: Int, expected: [String]) {
    #expect(bands(columns, width: width) == expected)
  }

  @Test("Lanes with plans to look at are never folded")
  func filled() {
    let all = Dictionary(uniqueKeysWithValues: (1...6).map { ($0, 1) })
    #expect(bands(6, plans: all, width: 80) == ["123", "456"])
    #expect(bands(6, plans: [6: 1, 5: 2, 1: 1], width: 80) == ["1---56"])
  }

  @Test("Finished work is folded before the stores of work to do, the last store never")
  func folded() {
    let kinds: [Column.Kind] = [.todo, .todo, .doing, .doing, .done]
    let board = Board(
      columns: kinds.enumerated().map { Column(id: "c\($0)", title: "Column \($0)", kind: $1) })
    let plans = kinds.indices.map { Samples.plan("a\($0)zz", "x", in: "c\($0)") }
    let lanes = BoardModel(plans, board: board, viewpoint: Samples.viewpoint).lanes
    let folded = { (width: Int) in
      BoardBand.bands(of: lanes, toCells: width).map { $0.folded.sorted() }
    }
    #expect(folded(98) == [[]])
    #expect(folded(97) == [[4]])
    #expect(folded(79) == [[4]])
    #expect(folded(78) == [[0, 4]])
    #expect(folded(69) == [[], []])
  }

  @Test("A query that finds nothing is not an empty board")
  func filtered() {
    let note = { (isFiltered: Bool) in
      var options = BoardModel.Options()
      options.isFiltered = isFiltered
      return BoardText(
        BoardModel(
          [], board: Samples.emptyBoard, viewpoint: Samples.viewpoint, options: options)
      ).lines(widthInCells: 80).last?.string
    }
    #expect(note(true) == "no plans match")
    #expect(note(false) == "no plans yet; add one with: pmgit add TITLE")
  }

  @Test(
    "Every row has a boundary between characters where a column begins", arguments: [80, 100, 120])
  func aligned(width: Int) throws {
    let board = Samples.boardModel
    let bands = BoardBand.bands(of: board.lanes, toCells: width)
    let widths = try #require(bands.count == 1 ? bands.first?.widths : nil)
    var starts: [Int] = []
    for width in widths { starts.append((starts.last.map { $0 + 2 } ?? 0) + width) }
    for line in BoardText(board).lines(widthInCells: width).dropFirst(2) {
      var boundaries: Set<Int> = [0]
      var cells = 0
      for character in line.string {
        cells += TextWidth.cells(of: character)
        boundaries.insert(cells)
      }
      for start in starts where start < cells {
        #expect(boundaries.contains(start), "\(line.string)")
      }
    }
  }

  @Test("A query's board says how many match of how many, in a column over its limit")
  func partialCounts() {
    let model = Samples.boardModel { $0.labels.contains("bug") }
    let lines = BoardText(model).lines(widthInCells: 120).map(\.string)
    #expect(lines[2].contains("Todo 0 of 4"))
    #expect(lines[2].contains("In review 1 of 4/3 !"))
  }

  @Test("A board cut to a height is no higher, and its longest column fills it")
  func height() {
    for height in 12...60 {
      let lines = BoardText(Samples.boardModel, mostLines: height).lines(widthInCells: 120)
      #expect(lines.count <= height)
    }
    let compact = BoardText(Samples.boardModel, cards: .compact, mostLines: 9)
    #expect(compact.lines(widthInCells: 120).count == 9)
  }
}

@Suite("Random boards") struct BoardPropertyTests {
  private static let words = [
    "로그인", "화면이 멈춤", "가나다라마바사아자차카타파하", "—", "漢字を確認する", "…", "🚀🚀", "👩🏽‍💻", "＿", "·",
    "::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::", "\u{1B}[2J", "\u{202E}", "  ",
  ]

  private struct Case {
    let board: BoardModel
    let form: CardForm?
    let width: Int
    let height: Int?

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let columns = (0..<1 + random.number(below: 9)).map { index in
        Column(
          id: "c\(index)", title: "열 \(index)", kind: random.pick(Column.Kind.allCases),
          limit: random.chance(30) ? 2 : nil)
      }
      let board = Board(title: random.chance(50) ? "판" : nil, columns: columns)
      let digits = Array("0123456789abcdefghjk")
      let plans = (0..<random.number(below: 90)).map { number in
        Samples.plan(
          "k\(digits[number / 20])\(digits[number % 20])z", "",
          in: random.chance(5) ? "어디" : random.pick(columns).id
        ) { plan in
          plan.values.title = (0..<random.number(below: 9)).map { _ in
            random.pick(BoardPropertyTests.words)
          }
          .joined(separator: random.chance(50) ? " " : "")
          plan.values.labels = Set(
            (0..<random.number(below: 3)).map { _ in random.pick(["ㄱ", "ㄴ", "ㄷ"]) }
          )
          .sorted()
          if random.chance(30) {
            plan.values.assignees = [random.pick(["김 <a@x>", "이", "박 <b@x>"])]
          }
          plan.values.created = nil
        }
      }
      var options = BoardModel.Options()
      height = random.chance(80) ? 5 + random.number(below: 60) : nil
      options.limits = random.chance(70) ? .standard(mostLines: height) : .all
      options.allPlans = plans
      options.isFiltered = random.chance(30)
      if random.chance(50) { options.grouping = random.pick([.assignee, .label, .priority]) }
      let shown = options.isFiltered ? plans.filter { _ in random.chance(50) } : plans
      self.board = BoardModel(
        shown, board: board, viewpoint: Samples.viewpoint, options: options)
      form = random.pick([nil, nil, .full, .compact])
      width = 20 + random.number(below: 180)
    }

    var lines: [StyledText] {
      BoardText(board, cards: form, mostLines: height).lines(widthInCells: width)
    }

    /// The number of plans that the text must account for: those in lanes that are not folded,
    /// counted once per group.
    var expected: Int {
      let folded = BoardBand.bands(of: board.lanes, toCells: width).reduce(into: Set<Int>()) {
        $0.formUnion($1.folded)
      }
      let cells = board.groups.map { $0.map(\.cells) } ?? [board.lanes.map(\.cell)]
      return cells.reduce(0) { sum, cells in
        sum + cells.indices.filter { !folded.contains($0) }.reduce(0) { $0 + cells[$1].count }
      }
    }
  }

  @Test(
    "No line is wider than the terminal or ends in a space", arguments: Seeds.batches(400, of: 50))
  func width(seeds: [UInt64]) {
    for seed in seeds {
      let random = Case(seed: seed)
      for line in random.lines {
        #expect(line.widthInCells <= random.width, "seed \(seed): \(line.string)")
        #expect(!line.string.hasSuffix(" "), "seed \(seed): \(line.string)|")
      }
    }
  }

  @Test("No plan is lost: each has a card or is counted", arguments: Seeds.batches(400, of: 50))
  func nothingLost(seeds: [UInt64]) {
    for seed in seeds {
      let random = Case(seed: seed)
      let text = random.lines.map(\.string).joined(separator: "\n")
      // A hidden group counts all its plans, including those in folded lanes.
      if text.contains("more group") { continue }
      let cards = text.matches(of: /k[0-9a-z]{2}z/).count
      let more = text.matches(of: /… ([0-9]+) m/).compactMap { Int($0.output.1) }.reduce(0, +)
      #expect(cards + more == random.expected, "seed \(seed):\n\(text)")
    }
  }

  @Test(
    "Groups that are left out are counted with their plans", arguments: Seeds.batches(400, of: 50))
  func hiddenGroups(seeds: [UInt64]) throws {
    for seed in seeds {
      let random = Case(seed: seed)
      guard let groups = random.board.groups, let last = random.lines.last?.string,
        let note = last.firstMatch(of: /^… ([0-9]+) more groups? with ([0-9]+)/)
      else { continue }
      let hidden = groups.suffix(try #require(Int(note.output.1)))
      #expect(hidden.reduce(0) { $0 + $1.count } == Int(note.output.2), "seed \(seed)")
      #expect(hidden.count < groups.count, "seed \(seed)")
    }
  }

  @Test(
    "A board is no higher than asked, if every part has its least",
    arguments: Seeds.batches(400, of: 50))
  func height(seeds: [UInt64]) {
    for seed in seeds {
      let random = Case(seed: seed)
      guard let height = random.height else { continue }
      let bands = BoardBand.bands(of: random.board.lanes, toCells: random.width).count
      // The title, and for each band its head, a gap, the head of a group and two lines of cards.
      let least = 2 + bands * 6 + 3
      #expect(random.lines.count <= max(height, least), "seed \(seed)")
    }
  }
}
