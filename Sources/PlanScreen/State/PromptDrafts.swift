import PlanModel

/// The texts of prompts that were left with Escape. When the same prompt for the same plan opens
/// again, its text is restored.
struct PromptDrafts: Sendable {
  private var kept: [LinePrompt] = []

  private static let most = 20

  /// Keeps a prompt that is left. If nothing was typed, the one kept before is forgotten.
  ///
  /// - Returns: Whether the prompt is kept.
  mutating func keep(_ line: LinePrompt) -> Bool {
    forget(line)
    guard line.purpose != .query, !line.editor.isEmpty, line.editor.text != line.before else {
      return false
    }
    kept.append(line)
    if kept.count > Self.most { kept.removeFirst() }
    return true
  }

  mutating func forget(_ line: LinePrompt) {
    kept.removeAll { $0.purpose.place == line.purpose.place }
  }

  /// Returns the prompt that was kept for the same purpose; nil if there is none.
  func line(like line: LinePrompt) -> LinePrompt? {
    kept.last { $0.purpose.place == line.purpose.place }
  }
}

extension LinePrompt.Purpose {
  /// The purpose without the parts that differ each time the prompt opens.
  fileprivate var place: Self {
    switch self {
    case .title(let id, _): .title(id, seen: "")
    case .newPlan: .newPlan(column: nil)
    case .query, .due, .field, .checklist, .link, .decision: self
    }
  }
}
