import PlanFormats
import PlanModel

/// Checks that each text, read as a file of each other tool, is refused or becomes lines that can
/// be imported.
func checkFormats(of texts: [[UInt8]]) {
  let options = FormatOptions(
    origin: "o/r", clocks: .utc, now: Timestamp(milliseconds: 1_800_000_000_000),
    board: Board(.newBoard))
  for text in texts {
    let source = TrackerSource(name: "x", bytes: text)
    _ = TrackerFormat.recognizing(source)
    for format in TrackerFormat.all {
      guard let plans = try? format.plans(of: source, options) else { continue }
      let file = ImportFile(
        plans.records, board: options.board, me: "Ada", keepsUnknownStates: true)
      expect(file.problems.isEmpty, "a plan of \(format.id) can't be imported: \(file.problems)")
    }
  }
}
