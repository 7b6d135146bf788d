import PlanModel
import PlanView

private let now = Timestamp(seconds: 1_795_165_200)

/// Reads a text as a person may type it on a command line: as queries, dates, ids and ranks.
///
/// It may be accepted or refused, but in bounded time and without a crash.
func checkTypedText(_ text: String) {
  let board = Board(.newBoard)
  let context = QueryContext(
    now: now, me: Person("Ada <ada@example.org>"), board: board,
    views: ["v": text, "w": "view:v OR x"])
  do {
    let query = try Query.parse(text, context: context)
    if let id = PlanID("k7m2q9x4t1ab") {
      _ = query.select(from: [Plan(PlanDocument(id: "x"), id: id)])
    }
  } catch {
    expect(!"\(error)".isEmpty, "an error without words")
  }
  // A day must be read as it was written.
  if let day = try? DueDate.parse(text, today: now.day) {
    expect(CalendarDay(day.description) == day, "\(day) is not read as it is written")
  }
  if let time = Timestamp(text) {
    expect(Timestamp(time.description) == time, "\(time) is not read as it is written")
  }
  if let span = try? PastMoment.span(text, now: now, clocks: LocalClocks(minutesAheadOfUTC: 540)) {
    expect(span.start <= span.end, "\(text) ends before it begins")
  }
  let line = QuickLine(text, today: now.day)
  for mark in line.marks where mark.kind != .due {
    let again = QuickLine("x \(mark.typed)", today: now.day).marks
    expect(again == [mark], "\(mark.typed) is not read as it is written")
  }
  _ = Period(text)
  _ = PlanID.normalizedPrefix(text)
  _ = Link(text)
  _ = Person(text).fullName
  _ = try? Validation.title(text)
  _ = try? Validation.columnID(text)
  _ = try? Validation.number(text, field: "estimate")
  checkRanks(text.split(separator: "\n").map(String.init))
}

/// Inserts between ranks that may come from strangers. The new ranks must be valid and in order.
private func checkRanks(_ lines: [String]) {
  var random = CountingGenerator()
  let ranks = lines.prefix(8).sorted { Rank.precedes(($0, ""), ($1, "")) }
  for index in 0...ranks.count {
    let insertion = Rank.insertion(at: index, in: ranks, using: &random)
    var column = ranks
    column.replaceSubrange(insertion.rekeyed, with: insertion.keys)
    column.insert(insertion.key, at: index)
    expect(Rank.isValid(insertion.key), "a position that is none: \(insertion.key)")
    for (left, right) in zip(column, column.dropFirst()).prefix(index + 1) {
      expect(!Rank.precedes((right, ""), (left, "")), "\(right) before \(left) in \(ranks)")
    }
  }
}

/// Imports the texts as lines; the plans written by an import must be readable.
func checkImport(of texts: [[UInt8]]) {
  let board = Board(.newBoard)
  var random = CountingGenerator()
  // One wrong line makes the whole file fail, so only the valid texts are imported.
  let sound = texts.filter { ImportFile($0, board: board, me: "Ada").problems.isEmpty }
  let file = ImportFile(Array(sound.joined(separator: [0x0A])), board: board, me: "Ada")
  let ranks = Rank.spread(file.lines.count, at: now, after: nil, using: &random)
  let plan = try? ImportPlan(
    file, existing: [], board: board, ranks: ranks, now: now, person: "Ada", using: &random)
  for step in plan?.steps ?? [] {
    let document = step.document(from: PlanDocument(id: ExactString(step.id.text)), stamp: .none)
    guard let read = checkPlanFile(PlanFile.bytes(of: document)) else { continue }
    expect(read == document, "an imported plan is read as another one")
    checkView(of: read)
  }
}

/// Draws the same numbers for every input, so that a failure can be repeated.
private struct CountingGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state ^ (state >> 29)
  }
}
