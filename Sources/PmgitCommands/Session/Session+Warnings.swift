import PlanActions
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Reports the past commit that a result shows, if any, the unreadable files whose plans are
  /// missing from the result, and notices.
  func report(on shown: ShownBoard, _ notices: [Notice] = []) {
    if let past = shown.past {
      let when = past.at.relativeWords(now: workspace.now)
      report("as of commit \(past.id.abbreviated), \(when): \(past.subject)")
    }
    if let settings = shown.missing.settings { warn(of: [settings], now: shown.now) }
    warn(of: shown.missing.plans, explains: false)
    if !shown.missing.plans.isEmpty {
      report(hint: "see what happened and how to fix it with \(pmgit: "status")")
    }
    report(notices)
  }

  /// Reports the period that a result covers.
  func report(on period: ShownPeriod) { report("period: \(period.words(on: workspace.clocks))") }

  /// Warns of files that can't be read. Reports since when they are broken, who broke them, and the
  /// remedies.
  ///
  /// The line that names the file is printed even if messages are suppressed, because the result is
  /// incomplete.
  ///
  /// - Parameters:
  ///   - now: The moment from which ages are counted; nil for the present.
  ///   - explains: Whether more than the first line is printed for each file.
  func warn(of files: [BrokenFile], now: Timestamp? = nil, explains: Bool = true) {
    few(files) { file in
      let words = StyledText("warning: '\(file.path)' can't be read: \(file.reason)" as String)
      context.output.message(context.terminal.message(words))
      guard explains else { return }
      if let story = file.story(now: now ?? workspace.now) { report("  \(story)") }
      for hint in file.allHints { report(hint: hint) }
    } rest: { count in
      context.output.message("warning: \(CountWords.words(count, "more file")) can't be read\n")
    }
  }

  /// Calls `each` with the first few items, and `rest` with the number of the others, if any.
  private func few<Item>(_ items: [Item], each: (Item) -> Void, rest: (Int) -> Void) {
    items.prefix(BrokenFile.mostExplained).forEach(each)
    let others = items.count - BrokenFile.mostExplained
    if others > 0 { rest(others) }
  }

  /// Warns of plans that were on the board before a sync and are gone now.
  func warn(ofRemoved files: [BrokenFile]) {
    few(files) { file in
      let story = file.story(now: workspace.now).map { ["  \($0)"] } ?? []
      warn(
        "plan '\(file.id?.text ?? file.path)' is gone: \(file.reason)", story, hints: file.allHints)
    } rest: { count in
      warn("\(CountWords.words(count, "more plan")) are gone")
    }
  }

  /// Warns of invalid values, which are not shown.
  func warn(ofValues problems: [Problem]) {
    few(problems) { problem in
      warn(problem.message, hints: problem.hints)
    } rest: { count in
      let rest = CountWords.words(count, "more value")
      warn(words(of: "\(rest) can't be shown; see \(pmgit: "doctor")"))
    }
  }

  /// Warns of a work tree that still shows the board as it was before this command.
  func warn(of worktree: StaleWorktreeNotice) {
    warn(
      "'\(worktree.folder)' was left behind: \(worktree.reason.message)",
      worktree.reason.detail.map { "  \($0)" }, hints: [worktree.hint])
  }
}
