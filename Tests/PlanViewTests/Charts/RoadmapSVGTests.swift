import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanView

@Suite("Roadmaps as SVG")
struct RoadmapSVGTests {
  private static func text(
    _ roadmap: Roadmap, remark: String = "board main", zoom: RoadmapZoom? = nil
  ) -> String {
    RoadmapSVG(roadmap, remark: remark, zoom: zoom, viewpoint: RandomRoadmap.viewpoint).text
  }

  @Test(
    "Every roadmap is well-formed, has no script and loads nothing", arguments: Seeds.each(40),
    [RoadmapZoom?.none, .days, .weeks, .months])
  func wellFormed(seed: UInt64, zoom: RoadmapZoom?) throws {
    var random = SeededGenerator(seed: seed)
    let journeys = RandomRoadmap.journeys(random.number(below: 40), using: &random)
    let past = random.chance(20) ? [] : Array(repeating: 1, count: 30)
    let source = RandomRoadmap.source(journeys, past: past)
    let roadmap = Roadmap(source, by: random.pick(RoadmapGrouping.allCases)).limited(toRows: 20)
    let text = Self.text(roadmap, remark: RandomText.scalars(30, using: &random), zoom: zoom)
    let file = try XMLChecker(text)
    #expect(file.elements.first == "svg" && !file.elements.contains("script"))
    #expect(!text.contains("NaN") && !text.contains("nan") && !text.contains("inf\""))
    #expect(text.split(separator: "http").count == 2, "only the namespace is an address")
    #expect(!text.contains("url(") || !text.replacing("url(#", with: "").contains("url("))
    let titles = file.texts["title"] ?? []
    for row in roadmap.rows {
      let words = row.words(RandomRoadmap.viewpoint.shortID)
      #expect(titles.contains(SafeText(words).string))
      #expect(file.texts["desc"]?.first?.contains(SafeText(words).string) == true)
    }
    let heights = text.matches(of: /height="(-?[0-9.]+)"/).compactMap { Double($0.output.1) }
    #expect(heights.allSatisfy { $0 > 0 })
  }

  @Test(
    "A hostile title is shown as it is and does nothing",
    arguments: [
      "</title><script>alert(1)</script>", "\" onload=\"alert(1)", "]]> & &amp; <![CDATA[",
      "a\u{0}b\u{1B}[31m\u{202E}c", "'; url(javascript:x)", String(repeating: "한", count: 3000),
    ])
  func hostile(title: String) throws {
    var plan = Build.plan("k7m2", in: "todo")
    plan.values.title = title
    plan.values.milestone = title
    plan.values.owner = title
    let journey = PlanJourney(plan, events: [], now: RandomJourneys.now)
    for grouping in RoadmapGrouping.allCases {
      let roadmap = Roadmap(RandomRoadmap.source([journey]), by: grouping)
      let file = try XMLChecker(Self.text(roadmap, remark: title))
      #expect(!file.elements.contains("script"))
      let shown = SafeText(title).string
      #expect(file.texts["title"]?.contains { $0.contains(shown) } == true)
    }
  }

  @Test("An arrow leads from each blocker to the plan that it blocks, strong on the critical path")
  func arrows() throws {
    var plans = [Build.plan("a"), Build.plan("b"), Build.plan("c")]
    plans[1].values.links = [Link(kind: "blocked-by", target: plans[0].id.text)]
    plans[2].values.links = plans.prefix(2).map { Link(kind: "blocked-by", target: $0.id.text) }
    let journeys = plans.map { PlanJourney($0, events: [], now: RandomJourneys.now) }
    for past in [[], Array(repeating: 1, count: 30)] {
      let roadmap = Roadmap(RandomRoadmap.source(journeys, past: past), by: RoadmapGrouping.none)
      let text = Self.text(roadmap)
      #expect(text.split(separator: "marker-end=\"url(#arrow)\"").count == 2)
      #expect(text.split(separator: "marker-end=\"url(#strong-arrow)\"").count == 3)
    }
  }

  @Test("Colours are given for light and for dark; a board without plans says so")
  func themes() throws {
    let text = Self.text(Roadmap(RandomRoadmap.source([]), by: .milestone))
    #expect(text.contains("@media (prefers-color-scheme: dark)"))
    #expect(text.contains("role=\"img\"") && text.contains("aria-labelledby=\"title desc\""))
    #expect(try XMLChecker(text).texts["text"]?.contains("nothing to show yet") == true)
  }
}
