import PlanActions
import PlanView

/// What is wrong with a push to one board, as the one who pushed it reads it.
struct RefusalText {
  private let refused: RefusedBoard

  /// After that many it is enough.
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
    // One of each kind: what helps one plan helps the next.
    for code in found.prefix(Self.longest).map(\.problem.code).unique {
      let first = found.first { $0.problem.code == code }
      lines.append("hint: \(first?.hintWords(naming: refused.boardToName) ?? "")")
    }
    return lines.map { SafeText($0).string + "\n" }.joined()
  }
}
