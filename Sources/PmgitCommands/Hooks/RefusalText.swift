import PlanStore
import Git
import PlanActions
import PlanView

/// What is wrong with a push to one board, as the one who pushed it reads it.
struct RefusalText {
  private let found: [FoundProblem]
  private let branch: String

  /// After that many it is enough.
  private static let longest = 20

  init(_ found: [FoundProblem], branch: String) { (self.found, self.branch) = (found, branch) }

  var text: String {
    var lines = ["pmgit: '\(branch)' is refused: \(CountWords.words(found.count, "problem"))"]
    for one in found.prefix(Self.longest) {
      lines.append("  \(one.problem.message)")
      if let commit = one.commitWords { lines.append("    \(commit)") }
    }
    if found.count > Self.longest { lines.append("  and \(found.count - Self.longest) more") }
    // One of each kind: what helps one plan helps the next.
    for code in found.prefix(Self.longest).map(\.problem.code).unique {
      let first = found.first { $0.problem.code == code }
      lines.append("hint: \(first?.hintWords(naming: board) ?? "")")
    }
    return lines.map { SafeText($0).string + "\n" }.joined()
  }

  /// The board, where commands of the one who pushed it may mean another one.
  private var board: String? {
    let name = String(branch.trimmingPrefix("pmgit/"))
    return name == "main" ? nil : name
  }
}

extension FoundProblem {
  /// The commit that did it, in a line.
  var commitWords: String? {
    commit.map { "commit \($0.id.abbreviated()) by \($0.author.formatted): \($0.subject)" }
  }

  /// All that helps, in one line.
  func hintWords(naming board: String?) -> String {
    problem.hints.map { $0.text(naming: board) }.joined(separator: "; ")
  }
}
