import PlanActions
import PlanView

/// The reasons why a push to one board is refused, in words for the person who pushed.
struct RefusalText {
  private let refused: RefusedBoard

  /// The most findings that are listed.
  private static let longest = 20

  init(_ refused: RefusedBoard) { self.refused = refused }

  var text: String {
    let found = refused.found
    var lines = [
      "pmgit: '\(refused.branch)' is refused: \(CountWords.words(found.count, "problem"))"
    ]
    for one in found.prefix(Self.longest) {
      lines.append("  \(one.problem.message)")
      if let commit = one.commitWords { lines.append("    \(commit)") }
    }
    if found.count > Self.longest { lines.append("  and \(found.count - Self.longest) more") }
    // One hint for each kind of problem, because it also helps with the next plan.
    for code in found.prefix(Self.longest).map(\.problem.code).unique {
      let first = found.first { $0.problem.code == code }
      lines.append("hint: \(first?.hintWords(naming: refused.boardToName) ?? "")")
    }
    return lines.map { SafeText($0).string + "\n" }.joined()
  }
}
