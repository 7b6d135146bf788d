import PlanModel

/// The text of a Backlog.md task. The lists of criteria become the checklist, the comments become
/// comments, and the rest is the body.
struct BacklogText {
  private var body: [String] = []
  private var checklist: [(text: String, isDone: Bool)] = []
  private var comments: [Comment] = []

  private struct Comment {
    var author: String?
    var created: String?
    var lines: [String] = []
    var text: String { Lines.joined(lines).trimmingBlankLines }
  }

  init(_ text: String) {
    let lines = Lines.split(text)
    var place = 0
    var isInChecklist = false
    var fence = MarkdownFence()
    while place < lines.count {
      let line = lines[place]
      place += 1
      if fence.take(line) {
        body.append(line)
      } else if let heading = MarkdownLine.heading(line), heading.level <= 2 {
        if heading.text.lowercased() == "comments", let end = commentsEnd(lines[place...]) {
          take(comments: lines[place..<end])
          place = min(end + 1, lines.count)
          isInChecklist = false
          continue
        }
        isInChecklist = ["acceptance criteria", "definition of done"].contains(
          heading.text.lowercased())
        if !isInChecklist { body.append(line) }
      } else if Self.isMarker(line) {
        continue
      } else if isInChecklist, let item = MarkdownLine.task(line) {
        checklist.append((Self.withoutNumber(item.text), item.isDone))
      } else if !isInChecklist || !line.allSatisfy(\.isWhitespace) {
        body.append(line)
      }
    }
  }

  func write(to plan: inout TrackerPlan) {
    plan.body(Lines.joined(body).trimmingBlankLines)
    for item in checklist { plan.check(item.text, done: item.isDone) }
    for comment in comments {
      let at = comment.created.flatMap(Self.moment)
      if at == nil, comment.created != nil { plan.lose(TrackerTime.unknownForm) }
      plan.comment(
        id: ContentID.hash(comment.created ?? "", comment.author ?? "", comment.text),
        by: comment.author.map(Self.person) ?? TrackerPlan.unknownPerson, at: at, comment.text)
    }
  }

  /// Whether a line only marks the beginning or the end of a section: `<!-- AC:BEGIN -->`.
  private static func isMarker(_ line: String) -> Bool {
    let line = line.trimmingSpaces
    return line.hasPrefix("<!--") && (line.hasSuffix(":BEGIN -->") || line.hasSuffix(":END -->"))
  }

  /// Returns the text of a criterion without its number: `Works` for `#1 Works`.
  private static func withoutNumber(_ text: String) -> String {
    guard text.hasPrefix("#") else { return text }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(1 + digits.count)
    return !digits.isEmpty && rest.hasPrefix(" ") ? String(rest.dropFirst()) : text
  }

  /// Returns the name of a person without a leading `@`: `ada` for `@ada`.
  static func person(_ name: String) -> String {
    name.hasPrefix("@") && name.utf8.count > 1 ? String(name.dropFirst()) : name
  }

  /// Parses a moment. Backlog.md writes moments in UTC, without a zone. Its first versions wrote
  /// days as `08-06-25`, with the day first.
  static func moment(_ text: String) -> Timestamp? { TrackerTime.moment(withYearFirst(text), .utc) }

  /// Returns when a task was finished: a moment, or the end of a local day.
  static func end(_ text: String, _ clocks: LocalClocks, now: Timestamp) -> Timestamp? {
    let day = CalendarDay(withYearFirst(text).trimmingSpaces)
    return day.map { TrackerTime.end(of: $0, clocks, now: now) } ?? moment(text)
  }

  private static func withYearFirst(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    let parts = (words.first ?? "").split { "-/.".contains($0) }
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }) else { return text }
    let time = words.dropFirst().first.map { " \($0)" } ?? ""
    return "20\(parts[2])-\(parts[1])-\(parts[0])\(time)"
  }
}

// MARK: - Comments

extension BacklogText {
  private static let beginning = "<!-- COMMENTS:BEGIN -->"
  private static let end = "<!-- COMMENTS:END -->"

  /// Returns the index of the line that ends the comments; nil if the section does not begin with
  /// the mark for comments. A person may have written a section with the same title.
  ///
  /// - Parameter lines: The lines after the heading.
  private func commentsEnd(_ lines: ArraySlice<String>) -> Int? {
    guard let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }),
      first.trimmingSpaces == Self.beginning
    else { return nil }
    return lines.firstIndex { $0.trimmingSpaces == Self.end } ?? lines.endIndex
  }

  /// Reads comments. Text after the last complete comment stays in the body.
  private mutating func take(comments lines: ArraySlice<String>) {
    let lines = Array(lines.drop { $0.trimmingSpaces != Self.beginning }.dropFirst())
    let mark = "<!-- COMMENT:BEGIN -->"
    if lines.contains(where: { $0.trimmingSpaces == mark }) {
      for part in lines.split(whereSeparator: { $0.trimmingSpaces == mark }) {
        takeOlder(Array(part.prefix { $0.trimmingSpaces != "<!-- COMMENT:END -->" }))
      }
      return
    }
    // Values, `---`, the text, `---`.
    let parts = lines.split(omittingEmptySubsequences: false) { $0.trimmingSpaces == "---" }
    for index in stride(from: 0, to: parts.count, by: 2) {
      guard index + 1 < parts.count else {
        body += parts[index]
        continue
      }
      var comment = Self.comment(parts[index])
      comment.lines = Array(parts[index + 1])
      comments.append(comment)
    }
  }

  /// Reads a comment of older versions: values, an empty line, and the text.
  private mutating func takeOlder(_ lines: [String]) {
    let isEmpty = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let lines = lines.drop(while: isEmpty)
    if lines.isEmpty { return }
    let end = lines.firstIndex(where: isEmpty) ?? lines.startIndex
    var comment = Self.comment(lines[..<end])
    comment.lines = Array(lines[end...])
    comments.append(comment)
  }

  private static func comment(_ values: ArraySlice<String>) -> Comment {
    var comment = Comment()
    for line in values {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = String(line[line.index(after: colon)...]).trimmingSpaces
      switch line[..<colon].lowercased() {
      case "author": comment.author = value
      case "created": comment.created = value
      default: break
      }
    }
    return comment
  }
}
