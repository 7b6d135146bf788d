import PlanModel

/// The texts of prompts that were left with Escape. When the same prompt for the same plan opens
/// again, its text is restored.
struct PromptDrafts: Sendable {
  struct Kept: Sendable {
    fileprivate let purpose: LinePrompt.Purpose
    let text: String
    /// The value of the field when the prompt opened.
    let before: String
  }

  private var texts: [Kept] = []

  private static let most = 20

  /// Keeps the text of a prompt that is left. If nothing was typed, the text kept before is
  /// forgotten.
  ///
  /// - Returns: Whether the text is kept.
  mutating func keep(_ line: LinePrompt) -> Bool {
    forget(line)
    guard line.purpose != .query, !line.editor.isEmpty, line.editor.text != line.before else {
      return false
    }
    texts.append(
      Kept(purpose: line.purpose.place, text: line.editor.text, before: line.before))
    if texts.count > Self.most { texts.removeFirst() }
    return true
  }

  mutating func forget(_ line: LinePrompt) {
    texts.removeAll { $0.purpose == line.purpose.place }
  }

  /// Returns the kept text of a prompt; nil if there is none.
  func text(for line: LinePrompt) -> Kept? {
    texts.last { $0.purpose == line.purpose.place }
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
