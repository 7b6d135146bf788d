import PlanView

/// Lays out Markdown as styled lines.
struct MarkdownLines {
  private let width: Int

  init(widthInCells width: Int) { self.width = max(1, width) }

  /// Returns the text as styled lines.
  ///
  /// - Parameter lines: The lines of the text, which is untrusted.
  func lines(of lines: [String]) -> [StyledText] {
    self.lines(of: MarkdownReader.blocks(of: lines))
  }

  private func lines(of blocks: [MarkdownBlock], isTight: Bool = false) -> [StyledText] {
    let parts = blocks.map(lines).filter { !$0.isEmpty }
    return isTight
      ? parts.flatMap(\.self) : Array(parts.joined(separator: [StyledText()]))
  }

  private func lines(of block: MarkdownBlock) -> [StyledText] {
    switch block {
    case .paragraph(let inlines): wrapped(inlines, .plain)
    case .heading(_, let inlines): wrapped(inlines, .heading)
    case .code(_, let text):
      text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
        Flow.indented(
          StyledText(line, .label).wrapped(toCells: max(1, width - 2)), by: min(2, width - 1))
      }
    case .quote(let blocks):
      narrower(by: 2).lines(of: blocks).map { StyledText("│ ", .muted) + $0 }
    case .list(let start, let items): list(start, items)
    case .table(let table): self.table(table)
    case .rule: [StyledText(String(repeating: "─", count: min(width, 24)), .muted)]
    }
  }

  private func narrower(by cells: Int) -> MarkdownLines {
    MarkdownLines(widthInCells: width - cells)
  }

  private func list(_ start: Int?, _ items: [MarkdownItem]) -> [StyledText] {
    items.enumerated().flatMap { index, item in
      let mark: StyledText
      switch (item.isDone, start) {
      case (true?, _): mark = "\("[x]", .finished) "
      case (false?, _): mark = "[ ] "
      case (nil, let start?): mark = StyledText("\(start &+ index). ", .muted)
      case (nil, nil): mark = "\("•", .muted) "
      }
      let indent = mark.widthInCells
      let text = narrower(by: indent).lines(of: item.blocks, isTight: true)
      return (text.isEmpty ? [StyledText()] : text).enumerated().map { place, line in
        place == 0 ? mark + line : Flow.indented([line], by: indent)[0]
      }
    }
  }

  private func table(_ table: MarkdownTable) -> [StyledText] {
    let rows = ([table.heading] + table.rows).map {
      $0.map { words(for: $0, .plain).joined(by: " ") }
    }
    let count = table.heading.count
    let room = max(1, (width - 3 * max(0, count - 1)) / max(1, count))
    let widths = (0..<count).map { column in
      Flow.width(
        of: rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }, limit: room)
    }
    return rows.enumerated().flatMap { index, row -> [StyledText] in
      let cells = row.enumerated().map { column, cell in
        (index == 0 ? cell.styled(.heading) : cell).truncated(toCells: widths[column])
          .padded(toCells: widths[column])
      }
      let line = cells.joined(by: StyledText(" │ ", .muted)).truncated(toCells: width)
      guard index == 0 else { return [line.withoutSpacesAtEnd] }
      let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
      return [
        line.withoutSpacesAtEnd, StyledText(rule, .muted).truncated(toCells: width),
      ]
    }
  }

  // MARK: - Inline elements

  private func wrapped(_ inlines: [MarkdownInline], _ role: Role) -> [StyledText] {
    words(for: inlines, role).flatMap { $0.wrapped(toCells: width) }
  }

  /// Returns the styled text, split at line breaks.
  private func words(for inlines: [MarkdownInline], _ role: Role) -> [StyledText] {
    var lines = [StyledText()]
    func add(_ text: StyledText) { lines[lines.count - 1] += text }
    for inline in inlines {
      switch inline {
      case .text(let text): add(StyledText(text, role))
      case .code(let text): add(StyledText(text, .label))
      case .emphasis(let inner): append(words(for: inner, .found), to: &lines)
      case .strong(let inner): append(words(for: inner, .heading), to: &lines)
      case .struck(let inner): append(words(for: inner, .muted), to: &lines)
      case .link(let target, let inner):
        let shown = words(for: inner, .found)
        append(shown, to: &lines)
        if shown.map(\.string).joined(separator: " ") != SafeText(target).string {
          add(StyledText(" (\(target))", .muted))
        }
      case .lineBreak: lines.append(StyledText())
      }
    }
    return lines
  }

  private func append(_ more: [StyledText], to lines: inout [StyledText]) {
    guard let first = more.first else { return }
    lines[lines.count - 1] += first
    lines += more.dropFirst()
  }
}
