import PlanModel
import PlanView

private let now = Timestamp(seconds: 1_795_165_200)
private let viewpoint = Viewpoint(now: now, today: now.day)
private let planID = PlanID("k7m2q9x4t1ab")

/// Shows a document in every possible way, as a plan and as a board's settings.
///
/// Nothing that is shown may contain characters that move the cursor, end a line or reorder text.
func checkView(of document: PlanDocument) {
  guard let id = PlanID(document.id.text) ?? planID else { return }
  let board = Board(document)
  let plan = Plan(document, id: id)
  let detail = PlanDetail(plan, board: board, viewpoint: viewpoint, others: [id: plan])
  checkSafety(detail.summary.title.string)
  let conflicts = ConflictList([plan], board: board, viewpoint: viewpoint)
  for value in conflicts.entries.flatMap(\.fields).flatMap(\.values) {
    checkSafety(value.words.string)
  }
  _ = BoardModel([plan], board: board, viewpoint: viewpoint)
  let exported = CanonicalJSON.line(
    of: .object(PlanJSON.object(plan, board: board, today: now.day)))
  expect(!exported.utf8.contains(UInt8(ascii: "\n")), "an exported plan has two lines")
  for (path, elements) in document.elements {
    let change = FieldChange(
      path: path, old: elements.last?.value, new: elements.first?.value, itemText: plan.title)
    for words in ChangeWords.words(for: [change], board: board) {
      checkSafety(words.string)
      checkSafety(words.truncated(toCells: 20).string)
      for line in words.wrapped(toCells: 20) { checkSafety(line.string) }
    }
  }
}

private func checkSafety(_ text: String) {
  let isSafe = text.unicodeScalars.allSatisfy { scalar in
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
  expect(isSafe, "a text that a terminal would not show as it is: \(text.debugDescription)")
}

/// Reads a text as Markdown. This must end, and links may only use web and mail addresses.
func checkMarkdown(_ text: String) {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  for block in MarkdownReader.blocks(of: lines) { checkLinks(in: block) }
}

private func checkLinks(in block: MarkdownBlock) {
  switch block {
  case .paragraph(let pieces), .heading(_, let pieces): checkLinks(in: pieces)
  case .quote(let blocks): for block in blocks { checkLinks(in: block) }
  case .list(_, let items): for block in items.flatMap(\.blocks) { checkLinks(in: block) }
  case .table(let table):
    for cell in ([table.heading] + table.rows).joined() { checkLinks(in: cell) }
  case .code, .rule: break
  }
}

private func checkLinks(in pieces: [MarkdownInline]) {
  for piece in pieces {
    switch piece {
    case .emphasis(let inner), .strong(let inner), .struck(let inner): checkLinks(in: inner)
    case .link(let target, let inner):
      let isSafe = ["http://", "https://", "mailto:"].contains { target.lowercased().hasPrefix($0) }
      expect(isSafe, "a link to \(target)")
      checkSafety(target)
      checkLinks(in: inner)
    case .text, .code, .lineBreak: break
    }
  }
}
