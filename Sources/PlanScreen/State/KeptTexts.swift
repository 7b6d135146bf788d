import PlanModel

/// The texts of prompts that were left by Escape. The same prompt for the same plan offers its text
/// again.
struct KeptTexts: Sendable {
  private var texts: [(purpose: LinePrompt.Purpose, text: String)] = []

  private static let most = 20

  /// Keeps the text of a prompt that is left, or forgets the one before if nothing was typed.
  ///
  /// - Returns: Whether the text is kept.
  mutating func keep(_ line: LinePrompt) -> Bool {
    forget(line)
    guard line.purpose != .query, !line.editor.isEmpty, line.editor.text != line.before else {
      return false
    }
    texts.append((line.purpose.place, line.editor.text))
    if texts.count > Self.most { texts.removeFirst() }
    return true
  }

  mutating func forget(_ line: LinePrompt) {
    texts.removeAll { $0.purpose == line.purpose.place }
  }

  /// Returns the text that was typed in a prompt before; nil if there is none.
  func text(for line: LinePrompt) -> String? {
    texts.last { $0.purpose == line.purpose.place }?.text
  }
}

extension LinePrompt.Purpose {
  /// The purpose without what differs each time the prompt opens.
  fileprivate var place: Self {
    switch self {
    case .title(let id, _): .title(id, seen: "")
    case .newPlan: .newPlan(column: nil)
    case .query, .due, .checklist, .link, .decision: self
    }
  }
}
