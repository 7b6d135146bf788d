@testable import PlanModel
import PlanTerminal
import PlanView
import PmgitTestSupport
import Testing

@Suite("Roadmaps on a terminal")
struct RoadmapTextTests {
  private static func random(_ seed: UInt64) -> (Roadmap, SeededGenerator) {
    var random = SeededGenerator(seed: seed)
    let journeys = RandomJourneys(random.number(below: 30), using: &random)
      .planned(linked: 30, using: &random)
    let plans = journeys.map(\.plan)
    let board = RandomJourneys.board
    let today = RandomJourneys.now.day
    let source = RoadmapSource(
      journeys, wanted: Set(plans.map(\.id)), board: board, stages: RandomJourneys.stages,
      relations: PlanRelations(plans, board: board, aliases: AliasIndex(plans)),
      people: PeopleIndex(board.people(on: plans)),
      forecast: Forecast(past: random.chance(20) ? [] : Array(repeating: 1, count: 30)),
      lack: nil, since: today + -28, today: today, clocks: .utc)
    return (Roadmap(source, by: random.pick(RoadmapGrouping.allCases)), random)
  }

  @Test(
    "No line is wider than the terminal, and every row has its id, with every zoom",
    arguments: Seeds.each(100))
  func width(seed: UInt64) {
    var (roadmap, random) = Self.random(seed)
    let width = 20 + random.number(below: 200)
    let limit = 1 + random.number(below: 40)
    for zoom in [RoadmapZoom?.none] + RoadmapZoom.allCases {
      let lines = RoadmapText(
        roadmap, remark: "board 한글", zoom: zoom, limit: limit, viewpoint: RoadmapSamples.viewpoint
      ).lines(widthInCells: width)
      #expect(lines.allSatisfy { $0.widthInCells <= width && $0 == $0.withoutSpacesAtEnd })
      for row in roadmap.limited(toRows: limit).rows {
        let id = row.plan.id.text.prefix(4)
        // The line of a parent that its group is named after begins with its marks.
        let own = lines.indices.filter { index in
          lines[index].string.drop { " *!".contains($0) }.hasPrefix(id)
        }
        #expect(!own.isEmpty)
        // The line of a group is not followed by one of its own parent.
        let isRow = { (index: Int) in lines[index].string.dropFirst(3).hasPrefix(id) }
        #expect(!own.contains { own.contains($0 + 1) && !isRow($0) && isRow($0 + 1) })
      }
    }
  }

  @Test("Today is in one column, whatever letters the titles have")
  func columns() {
    for width in [40, 80, 120, 200] {
      let lines = RoadmapSamples.text(RoadmapSamples.roadmap()).lines(widthInCells: width)
      var columns: Set<Int> = []
      for line in lines {
        var cell = 0
        for character in line.string {
          // The legend has the line of today, too.
          if character == "│", cell > 20, !line.string.contains("today") { columns.insert(cell) }
          cell += TextWidth.cells(of: character)
        }
      }
      #expect(columns.count == 1, "\(width): \(lines.map(\.string).joined(separator: "\n"))")
    }
  }
}
