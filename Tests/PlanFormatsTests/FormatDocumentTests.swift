import Foundation
import PlanModel
import Testing

@testable import PlanFormats

@Suite("docs/from-other-tools.md")
struct FormatDocumentTests {
  private static let page: String? = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/from-other-tools.md").standardizedFileURL
    return try? String(contentsOf: file, encoding: .utf8)
  }()

  @Test("The page lists the formats")
  func formats() throws {
    let rows = TrackerFormat.all.map { "| \($0.id) | \($0.name) | \($0.writtenBy) |\n" }
    let table = "| `--format` | reads | written by |\n| --- | --- | --- |\n" + rows.joined()
    #expect(try #require(Self.page).contains(table + "\n"), "the page lacks\n\(table)")
  }

  @Test(
    "The page has the table of what a format carries over", arguments: TrackerFormat.all.map(\.id))
  func carried(_ id: String) throws {
    let format = try #require(TrackerFormat(id: id))
    let rows = format.carried.map { "| \($0.there) | \($0.here) |\n" }
    let table = "| in the file | here |\n| --- | --- |\n" + rows.joined()
    #expect(try #require(Self.page).contains(table + "\n"), "the page lacks\n\(table)")
  }

  /// The members of a plan that a sample of the format must show, because the table promises them.
  @Test("Samples have the members that the table names", arguments: Sample.all)
  func samples(_ sample: Sample) throws {
    let format = try #require(TrackerFormat(id: sample.format))
    let plans = try Sample.all.filter { $0.format == sample.format }.flatMap {
      try $0.plans().plans
    }
    let promised = [
      ("alias `", "aliases"), ("labels", "labels"), ("`due`", "due"), ("comments", "comments"),
      ("`milestone`", "milestone"), ("`estimate`", "estimate"), ("`priority`", "priority"),
      ("`start`", "start"), ("checklist", "checklist"), ("link", "links"), ("done", "closed"),
      ("who created it", "created"), ("`iteration`", "iteration"), ("custom field", "custom"),
    ]
    for (words, member) in promised
    where format.carried.contains(where: { $0.here.contains(words) }) {
      let isThere = plans.contains { $0.members.contains { $0.key.text == member } }
      #expect(isThere, "no sample of \(format.id) has '\(member)'")
    }
  }
}
