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

  /// The rows of the table of each format, in the order of the formats: a member in the file, and
  /// what it becomes.
  private static let tables: [[(there: String, here: String)]] =
    (page ?? "").split(separator: "\n## ").compactMap { section in
      let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { !$0.hasPrefix("### ") }
      guard let header = lines.firstIndex(of: "| in the file | here |") else { return nil }
      return lines[(header + 2)...].prefix { $0.hasPrefix("| ") }.map { row in
        let cells = row.dropFirst(2).dropLast(2).split(separator: " | ")
        return (String(cells[0]), cells.dropFirst().joined(separator: " | "))
      }
    }

  @Test("The page has a table of what each format carries over")
  func tables() {
    #expect(Self.tables.count == TrackerFormat.all.count)
    #expect(Self.tables.allSatisfy { $0.count > 5 })
    let columns = Self.tables[TrackerFormat.all.firstIndex { $0.id == "csv" } ?? 0].map(\.there)
    #expect(CSVMember.allCases.map(\.rawValue).filter { !columns.contains($0) } == [])
  }

  /// The members of a plan that a sample of the format must show, because the table promises them.
  @Test("Samples have the members that the table names", arguments: Sample.all)
  func samples(_ sample: Sample) throws {
    let place = try #require(TrackerFormat.all.firstIndex { $0.id == sample.format })
    let table = Self.tables[place]
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
