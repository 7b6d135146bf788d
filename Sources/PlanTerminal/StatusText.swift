import PlanModel
package import PlanView

/// The status of a board as text.
///
/// Lines for programs: `board`, `remote`, `ahead`, `behind`, `conflicts`, `overdue` and
/// `unreadable` with a value, which may be empty; `home` with its address if there is one; `column`
/// with id, count and limit; `bridge` with name, time and outcome of the last pull.
package struct StatusText: TextForm {
  private let status: StatusModel

  package init(_ status: StatusModel) { self.status = status }

  package var records: [PlainRecord] {
    let remote: [String?] =
      switch status.remote {
      case .none: [nil, nil, nil]
      case .neverSynced(let name): [name, nil, nil]
      case .tracked(let name, let ahead, let behind): [name, String(ahead), String(behind)]
      }
    return [
      PlainRecord(["board", status.board.text]), PlainRecord(["remote", remote[0]]),
      PlainRecord(["ahead", remote[1]]), PlainRecord(["behind", remote[2]]),
      PlainRecord(["conflicts", String(status.conflictCount)]),
      PlainRecord(["overdue", String(status.overdueCount)]),
      PlainRecord(["unreadable", String(status.unreadableCount)]),
    ]
      + (status.home.map { [PlainRecord(["home", $0])] } ?? [])
      + status.columns.map {
        PlainRecord(["column", $0.id, String($0.count), $0.limit.map { String($0) }])
      }
      + status.bridges.map {
        PlainRecord(["bridge", $0.name, $0.at?.description, $0.words])
      }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    var head: StyledText = "board \(status.board.text, .heading)"
    if let title = status.title, !title.isEmpty { head += ", \(title)" }
    let home = status.home.map { [StyledText("kept at \($0)")] } ?? []
    var lines = [head] + home + [status.remoteWords, StyledText()]
    let titles = status.columns.map { column in
      column.title.isEmpty ? StyledText("(no state)", .muted) : StyledText(column.title)
    }
    let titleWidth = Flow.width(of: titles, limit: max(8, width - 24))
    for (column, title) in zip(status.columns, titles) {
      let count = StyledText(
        count: column.count, limit: column.limit, isOverLimit: column.isOverLimit)
      let note: StyledText =
        column.isOverLimit
        ? StyledText("over its limit", .limitExceeded)
        : column.isKnown ? StyledText() : StyledText("unknown column", .conflict)
      lines.append(Flow.row([title, count, note], widths: [titleWidth, 9, width]))
    }
    if !status.bridges.isEmpty { lines.append(StyledText()) }
    lines += status.bridges.map { bridge in
      let at = bridge.timeWords.map { ", \($0)" } ?? ""
      return StyledText(
        "bridge \(bridge.name)\(at): \(bridge.words)", bridge.isFailed ? .conflict : .plain)
    }
    let warnings = [
      warning(PlanTokens.overdueMark, status.overdueCount, "plan", "overdue", .overdue),
      warning(PlanTokens.conflictMark, status.conflictCount, "conflict", "to decide", .conflict),
      warning(PlanTokens.overdueMark, status.unreadableCount, "file", "can't be read", .conflict),
    ].compactMap(\.self)
    if !warnings.isEmpty { lines += [StyledText()] + warnings }
    return lines.flatMap { $0.wrapped(toCells: width, indent: 2) }
  }

  /// Returns the line about things that need attention; nil if there are none.
  private func warning(
    _ mark: SafeText, _ count: Int, _ noun: String, _ words: String, _ role: Role
  ) -> StyledText? {
    guard count > 0 else { return nil }
    return StyledText("\(mark) \(CountWords.words(count, noun)) \(words)", role)
  }
}

extension TableText {
  /// Makes a table of the settings of a board and of a clone, in which long values are wrapped.
  ///
  /// Columns for programs: key, value.
  ///
  /// - Parameter settings: The keys and their values; nil for a setting without a value.
  package init(settings: [(key: String, value: String?)]) {
    self.init(
      rows: settings.map { key, value in
        let isSet = value?.isEmpty == false
        return [StyledText(key), isSet ? StyledText(value ?? "") : StyledText("not set", .muted)]
      },
      records: settings.map { PlainRecord([$0.key, $0.value]) }, nothing: "", last: .wrapped)
  }
}

/// The hooks of a repository and their states, as text.
///
/// Columns for programs: name, state in words.
package struct HookText: TextForm {
  private let hooks: [(name: String, state: String)]

  package init(_ hooks: [(name: String, state: String)]) { self.hooks = hooks }

  package var records: [PlainRecord] { hooks.map { PlainRecord([$0.name, $0.state]) } }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let names = hooks.map { StyledText($0.name) }
    let nameWidth = Flow.width(of: names, limit: width)
    return zip(hooks, names).flatMap { hook, name in
      Flow.row([name, StyledText(hook.state)], widths: [nameWidth, width])
        .wrapped(toCells: width, indent: 2)
    }
  }
}
