import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

@Suite("Files of other tools")
struct SampleTests {
  @Test("A file becomes these lines of an import, and these are its losses", arguments: Sample.all)
  func lines(_ sample: Sample) throws {
    let plans = try sample.plans()
    let losses = plans.losses.sorted { $0.key < $1.key }.map { "lost \($0.value): \($0.key)\n" }
    let lines = String(decoding: plans.lines, as: UTF8.self)
    try expectSnapshot(
      losses.joined() + lines, named: sample.file.replacing(".", with: "-"))
  }

  @Test("A file is recognized as its format and no other", arguments: Sample.all)
  func recognition(_ sample: Sample) throws {
    #expect(TrackerFormat.recognizing(try sample.source()).map(\.id) == [sample.format])
  }

  @Test("Every line can be imported, and gives the same plan again", arguments: Sample.all)
  func imported(_ sample: Sample) throws {
    let plans = try sample.plans()
    let file = ImportFile(
      plans.importLines, board: Sample.board, me: "Me", keepsUnknownStates: true)
    #expect(file.problems == [])
    let read = ImportFile(plans.lines, board: Sample.board, me: "Me", keepsUnknownStates: true)
    #expect(file.lines.map(\.edits) == read.lines.map(\.edits))
    #expect(file.lines.map(\.links) == read.lines.map(\.links))
    #expect(try sample.plans().lines == plans.lines)
  }

  @Test("Importing twice changes nothing", arguments: Sample.all)
  func twice(_ sample: Sample) throws {
    var board = FilledBoard()
    board.board = Sample.board
    let lines = try sample.plans().lines
    try board.importLines(lines)
    let files = board.files
    try board.importLines(lines)
    #expect(board.files == files)
  }

  @Test("A file in another format is refused", arguments: Sample.all)
  func refused(_ sample: Sample) throws {
    let source = try sample.source()
    for format in TrackerFormat.all where format.id != sample.format {
      // A few formats read any text; the others must say why not.
      do throws(FormatError) {
        _ = try format.plans(of: source, Sample.options)
      } catch {
        if case .invalid(let reason) = error { #expect(!reason.isEmpty) }
      }
    }
  }

  @Test("Names of formats are distinct")
  func names() {
    #expect(Set(TrackerFormat.all.map(\.id)).count == TrackerFormat.all.count)
  }
}
