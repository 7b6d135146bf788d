import PlanModel
import PlanStore
import PlanView

extension Session {
  /// Tells of files that can't be read: which, since when, by whom, and what to do.
  ///
  /// That something is missing from the answer is said even where messages are not wanted.
  func warn(of files: [BrokenFile]) {
    for file in files.prefix(Self.mostExplainedFiles) {
      warn(file.path, file.reason)
      explain(file)
    }
    warn(ofMore: files.count)
  }

  /// Tells of those files that are new in full, and of the others how many there are.
  func warn(of files: [BrokenFile], new paths: Set<String>, known count: Int) {
    warn(of: files.filter { paths.contains($0.path) })
    guard count > 0 else { return }
    tell(
      "\(CountText.words(count, "file")) can't be read, as before; "
        + "see 'pmgit status\(store.boardOption)'")
  }

  /// Tells in a line each of files whose plans are missing from an answer.
  func warn(ofMissing files: [BoardSnapshot.UnreadablePlan]) {
    for file in files.prefix(Self.mostExplainedFiles) { warn(file.path, file.reason) }
    warn(ofMore: files.count)
    guard !files.isEmpty else { return }
    tell("hint: see what happened, and what mends it, with 'pmgit status\(store.boardOption)'")
  }

  private func warn(_ path: String, _ reason: String) {
    context.output.message(SafeText("warning: '\(path)' can't be read: \(reason)").string + "\n")
  }

  /// Tells how many files there are beyond those that were named.
  private func warn(ofMore count: Int) {
    guard count > Self.mostExplainedFiles else { return }
    let rest = CountText.words(count - Self.mostExplainedFiles, "more file")
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
