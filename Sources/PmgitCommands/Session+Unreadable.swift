import PlanModel
import PlanView

extension Session {
  /// Tells of files that can't be read: which, since when, by whom, and what to do.
  ///
  /// That something is missing from the answer is said even where messages are not wanted.
  func warn(of files: [BrokenFile]) {
    for file in files.prefix(Self.mostExplainedFiles) {
      context.output.message(
        SafeText("warning: '\(file.path)' can't be read: \(file.reason)").string + "\n")
      explain(file)
    }
    guard files.count > Self.mostExplainedFiles else { return }
    let rest = CountText.words(files.count - Self.mostExplainedFiles, "more file")
    context.output.message("warning: \(rest) can't be read\n")
  }

  /// Tells of plans that were on the board before a sync, and are not any more.
  func warn(ofRemoved files: [BrokenFile]) {
    for file in files.prefix(Self.mostExplainedFiles) {
      tell("warning: plan '\(file.id?.text ?? file.path)' is gone: \(file.reason)")
      explain(file)
    }
    guard files.count > Self.mostExplainedFiles else { return }
    let rest = CountText.words(files.count - Self.mostExplainedFiles, "more plan")
    tell("warning: \(rest) are gone")
  }

  private func explain(_ file: BrokenFile) {
    if let story = file.story(now: context.now) { tell("  \(story)") }
    for hint in file.allHints { tell("hint: \(hint)") }
  }
}
