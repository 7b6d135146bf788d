import Foundation
import PlanModel
import Testing

@testable import PlanFormats

@Suite("docs/from-other-tools.md and docs/from")
struct FormatDocumentTests {
  /// Returns the text of a page of `docs`, or nil if there is no such page.
  private static func page(_ path: String) -> String? {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/\(path)").standardizedFileURL
    return try? String(contentsOf: file, encoding: .utf8)
  }

  @Test("The page lists the pages of the formats, in their order")
  func formats() throws {
    let page = try #require(Self.page("from-other-tools.md"))
    let listed = page.matches(of: /\[([a-z-]+)\]\(from\/([a-z-]+)\.md\)/).map {
      [String($0.output.1), String($0.output.2)]
    }
    #expect(listed == TrackerFormat.all.map { [$0.id, $0.id] })
  }

  /// The rows of the table of a format: members in the file, and what they become. Empty if the
  /// page of the format has no table.
  private static func table(_ format: String) -> [(there: String, here: String)] {
    let lines = (page("from/\(format).md") ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    guard let header = lines.firstIndex(of: "| in the file | here |") else { return [] }
    return lines[(header + 2)...].prefix { $0.hasPrefix("| ") }.map { row in
      let cells = row.dropFirst(2).dropLast(2).split(separator: " | ")
      return (String(cells[0]), cells.dropFirst().joined(separator: " | "))
    }
  }

  @Test("Each format has a page with a table of what it carries over")
  func tables() {
    for format in TrackerFormat.all {
      #expect(Self.table(format.id).count > 5, "\(format.id)")
    }
    let columns = Self.table("csv").flatMap { $0.there.components(separatedBy: ", ") }
    #expect(CSVMember.allCases.map(\.rawValue).filter { !columns.contains($0) } == [])
  }

  /// The members of a plan that a sample of the format must show, because the table promises them.
  @Test("Samples have the members that the table names", arguments: Sample.all)
  func samples(_ sample: Sample) throws {
    let table = Self.table(sample.format)
    try #require(!table.isEmpty)
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
    where table.contains(where: { $0.here.contains(words) }) {
      let isThere = plans.contains { $0.members.contains { $0.key.text == member } }
      #expect(isThere, "no sample of \(sample.format) has '\(member)'")
    }
  }
}
