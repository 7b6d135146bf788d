import PlanModel
import PlanView

extension Screen {
  /// Parses the line of a new plan; nil before the board is read. Labels that look like colours are
  /// treated as text.
  func quickLine(_ text: String) -> QuickLine? {
    content.map { QuickLine(text, today: $0.viewpoint.today) }
  }

  /// Returns what the line of a new plan sets, such as `#bug  @sam  Fri 2026-11-27`; nil if it sets
  /// only a title.
  func quickNote(_ text: String) -> String? {
    let marks = quickLine(text)?.marks ?? []
    let words = marks.map { mark in
      if mark.kind == .due { return "due " + (dayWords(mark.value) ?? mark.value) }
      return QuickLine.Mark(mark.kind, mark.value).typed
    }
    return words.isEmpty ? nil : words.joined(separator: "  ")
  }

  /// Offers days and priorities for the last word in the line of a new plan. Labels, people and
  /// milestones are asked for by `quickQuestion`.
  func offerMarks(to line: inout LinePrompt) {
    let (before, word) = line.lastWord
    var words: [String] = []
    if word.first == "!" {
      words = Priority.allCases.reversed().map { "!" + $0.rawValue }
    } else if word.count >= 2, !before.isEmpty {
      words = ["today", "tomorrow"] + Self.weekdays
    }
    let found = words.filter { Completion.begins($0, with: word) }
    line.offer(
      found.map { text in
        Completion(before + text, about: word.first == "!" ? "" : dayWords(text) ?? "")
      })
  }

  /// Returns the query whose completions fit the last word in the line of a new plan; nil if there
  /// are none.
  func quickQuestion(_ line: LinePrompt) -> String? {
    let word = line.lastWord.word
    if let first = word.first, "#@".contains(first) { return word }
    if word.first == "^" { return Self.milestone + word.dropFirst() }
    let colon = word.firstIndex(of: ":")
    return colon.flatMap { QuickLine.Kind.keys[word[..<$0].lowercased()] == nil ? nil : word }
  }

  private static let milestone = "milestone:"

  /// Offers completions in the prompt that asked for them.
  mutating func offer(_ words: [Completion], for typed: String) {
    guard case .line(var line) = prompt else { return }
    switch line.purpose {
    case .query where line.editor.typed == typed: line.offer(words)
    case .newPlan where quickQuestion(line) == typed:
      let (before, word) = line.lastWord
      // 'none' and 'any' have a meaning only in queries.
      let values = words.filter { !$0.text.hasSuffix(":none") && !$0.text.hasSuffix(":any") }
      line.offer(
        values.map { offer in
          let text =
            word.first == "^" ? "^" + offer.text.dropFirst(Self.milestone.count) : offer.text
          return Completion(before + text, about: offer.about, goesOn: offer.goesOn)
        })
    default: return
    }
    prompt = .line(line)
  }
}

extension LinePrompt {
  /// The word before the cursor, and the text before it.
  fileprivate var lastWord: (before: String, word: String) {
    let typed = editor.typed
    let start = typed.lastIndex(of: " ").map { typed.index(after: $0) } ?? typed.startIndex
    return (String(typed[..<start]), String(typed[start...]))
  }
}
