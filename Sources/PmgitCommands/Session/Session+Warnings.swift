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
    warn(ofMissing: shown.missing.plans)
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
  /// - Parameter now: The moment from which ages are counted; nil for the present.
  func warn(of files: [BrokenFile], now: Timestamp? = nil) {
    for file in files.prefix(BrokenFile.mostExplained) {
      warn(file.path, file.reason)
      explain(file, now: now)
    }
    warn(ofMore: files.count)
  }

  /// Warns, in one line each, of files whose plans are missing from a result.
  private func warn(ofMissing files: [BrokenFile]) {
    for file in files.prefix(BrokenFile.mostExplained) { warn(file.path, file.reason) }
    warn(ofMore: files.count)
    guard !files.isEmpty else { return }
    report(hint: "see what happened and how to fix it with \(pmgit: "status")")
  }

  private func warn(_ path: String, _ reason: String) {
    let words = StyledText("warning: '\(path)' can't be read: \(reason)" as String)
    context.output.message(context.terminal.message(words))
  }

  /// Reports how many files there are beyond those that were named.
  private func warn(ofMore count: Int) {
    guard count > BrokenFile.mostExplained else { return }
    let rest = CountWords.words(count - BrokenFile.mostExplained, "more file")
    context.output.message("warning: \(rest) can't be read\n")
  }

  private func explain(_ file: BrokenFile, now: Timestamp?) {
    if let story = file.story(now: now ?? workspace.now) { report("  \(story)") }
    for hint in file.allHints { report(hint: hint) }
  }

  /// Warns of plans that were on the board before a sync and are gone now.
  func warn(ofRemoved files: [BrokenFile]) {
    for file in files.prefix(BrokenFile.mostExplained) {
      let story = file.story(now: workspace.now).map { ["  \($0)"] } ?? []
      warn(
        "plan '\(file.id?.text ?? file.path)' is gone: \(file.reason)", story, hints: file.allHints)
    }
    guard files.count > BrokenFile.mostExplained else { return }
    warn("\(CountWords.words(files.count - BrokenFile.mostExplained, "more plan")) are gone")
  }

  /// Warns of invalid values, which are not shown.
  func warn(ofValues problems: [Problem]) {
    for problem in problems.prefix(BrokenFile.mostExplained) {
      warn(problem.message, hints: problem.hints)
    }
    guard problems.count > BrokenFile.mostExplained else { return }
    let rest = CountWords.words(problems.count - BrokenFile.mostExplained, "more value")
    warn(words(of: "\(rest) can't be shown; see \(pmgit: "doctor")"))
  }

  /// Warns of a work tree that still shows the board as it was before this command.
  func warn(of worktree: StaleWorktreeNotice) {
    warn(
      "'\(worktree.folder)' was left behind: \(worktree.reason.message)",
      worktree.reason.detail.map { "  \($0)" }, hints: [worktree.hint])
  }
}
