import PmgitTestSupport

@testable import PlanModel

/// A tracker that people use besides pmgit. Its texts are written once each.
struct SimulatedTracker {
  struct Line {
    let id: Int
    var text: String
    var isDone = false
  }

  struct Note {
    let id: Int
    var text: String
  }

  struct Issue {
    let number: Int
    var title: String
    var body = ""
    var owner: String?
    var state = "todo"
    var labels: Set<String> = []
    var lines: [Line] = []
    var notes: [Note] = []
    /// Whether the tracker's exports have the issue.
    var isListed = true

    var alias: String { "github:o/r#\(number)" }
    var id: PlanID { PlanID.imported(as: alias) }
  }

  static let labels = ["bug", "later", "ui"]
  static let states = ["todo", "doing", "done"]

  private(set) var issues: [Issue] = []
  private var count = 0

  init(issues number: Int) { for _ in 0..<number { addIssue() } }

  private mutating func text(_ word: String) -> String {
    count += 1
    return "\(word) \(count) tracker"
  }

  private mutating func addIssue() {
    var issue = Issue(number: issues.count + 1, title: text("title"))
    issue.lines = [Line(id: next(), text: text("line"))]
    issue.notes = [Note(id: next(), text: text("comment"))]
    issue.labels = ["bug"]
    issues.append(issue)
  }

  private mutating func next() -> Int {
    count += 1
    return count
  }

  /// An edit in the tracker. Numbers choose an issue and a part of it, and always name something.
  enum Edit: CustomStringConvertible {
    case add
    case title(Int), body(Int), owner(Int), list(Int)
    case move(Int, to: Int)
    case label(Int, Int)
    case addLine(Int), addNote(Int)
    case line(Int, Int), tick(Int, Int), removeLine(Int, Int)
    case note(Int, Int), removeNote(Int, Int)
    /// Somebody writes the title of the plan in a clone into the issue.
    case adopt(Int, clone: Int)

    static func random(using random: inout SeededGenerator) -> Edit {
      let (issue, part) = (random.number(below: 3), random.number(below: 3))
      return switch random.number(below: 16) {
      case 0: .add
      case 1, 2: .title(issue)
      case 3: .body(issue)
      case 4: .owner(issue)
      case 5: .list(issue)
      case 6: .move(issue, to: part)
      case 7, 8: .label(issue, part)
      case 9: .addLine(issue)
      case 10: .addNote(issue)
      case 11: .line(issue, part)
      case 12: .tick(issue, part)
      case 13: random.chance(50) ? .removeLine(issue, part) : .removeNote(issue, part)
      case 14: .note(issue, part)
      default: .adopt(issue, clone: random.number(below: 2))
      }
    }

    var description: String {
      switch self {
      case .add: "in the tracker an issue is added"
      case .title(let issue): "in the tracker issue \(issue) gets a title"
      case .body(let issue): "in the tracker issue \(issue) gets a text"
      case .owner(let issue): "in the tracker issue \(issue) gets an owner"
      case .list(let issue): "in the tracker issue \(issue) is hidden or listed again"
      case .move(let issue, let state): "in the tracker issue \(issue) moves to \(states[state])"
      case .label(let issue, let label):
        "in the tracker label \(labels[label]) of \(issue) is toggled"
      case .addLine(let issue): "in the tracker issue \(issue) gets a line"
      case .addNote(let issue): "in the tracker issue \(issue) gets a comment"
      case .line(let issue, let line): "in the tracker line \(line) of \(issue) gets a text"
      case .tick(let issue, let line):
        "in the tracker line \(line) of \(issue) is ticked or unticked"
      case .removeLine(let issue, let line): "in the tracker line \(line) of \(issue) is removed"
      case .note(let issue, let note): "in the tracker comment \(note) of \(issue) is edited"
      case .removeNote(let issue, let note): "in the tracker comment \(note) of \(issue) is removed"
      case .adopt(let issue, let clone):
        "in the tracker issue \(issue) gets the title of clone \(clone)"
      }
    }

    private var number: Int {
      switch self {
      case .add: 0
      case .title(let issue), .body(let issue), .owner(let issue), .list(let issue),
        .move(let issue, _), .label(let issue, _), .addLine(let issue), .addNote(let issue),
        .line(let issue, _), .tick(let issue, _), .removeLine(let issue, _), .note(let issue, _),
        .removeNote(let issue, _), .adopt(let issue, _):
        issue
      }
    }

    func issue(of count: Int) -> Int { number % count }
  }

  /// - Parameter adopted: The title of an issue's plan in a clone; nil if it has none.
  mutating func edit(_ edit: Edit, adopted: (Issue, _ clone: Int) -> String?) {
    let index = edit.issue(of: issues.count)
    var issue = issues[index]
    switch edit {
    case .add:
      if issues.count < 3 { addIssue() }
      return
    case .title: issue.title = text("title")
    case .body:
      issue.body = text("body") + "\nwith two lines, longer than what is kept as it is, so a hash"
    case .owner: issue.owner = issue.owner == nil ? text("owner") : nil
    case .list: issue.isListed.toggle()
    case .move(_, let state): issue.state = Self.states[state]
    case .label(_, let label):
      if issue.labels.remove(Self.labels[label]) == nil { issue.labels.insert(Self.labels[label]) }
    case .addLine: issue.lines.append(Line(id: next(), text: text("line")))
    case .addNote: issue.notes.append(Note(id: next(), text: text("comment")))
    case .line(_, let line):
      if !issue.lines.isEmpty { issue.lines[line % issue.lines.count].text = text("line") }
    case .tick(_, let line):
      if !issue.lines.isEmpty { issue.lines[line % issue.lines.count].isDone.toggle() }
    case .removeLine(_, let line):
      if !issue.lines.isEmpty { issue.lines.remove(at: line % issue.lines.count) }
    case .note(_, let note):
      if !issue.notes.isEmpty { issue.notes[note % issue.notes.count].text = text("comment") }
    case .removeNote(_, let note):
      if !issue.notes.isEmpty { issue.notes.remove(at: note % issue.notes.count) }
    case .adopt(_, let clone):
      if let title = adopted(issue, clone) { issue.title = title }
    }
    issues[index] = issue
  }

  /// The time of a comment.
  static func time(of note: Int) -> Int64 { 1_791_000_000_000 + Int64(note) * 1000 }

  /// The lines of an export.
  var export: [String] {
    issues.filter(\.isListed).map { issue in
      let object: JSONObject = [
        "title": .string(issue.title), "body": .string(issue.body),
        "owner": .optional(issue.owner), "state": .string(issue.state),
        "labels": .strings(issue.labels.sorted()), "aliases": .strings([issue.alias]),
        "created": .object(["at": .string("2026-10-01T00:00:00Z"), "by": .string("Kim")]),
        "checklist": .array(
          issue.lines.map { line in
            .object([
              "id": .string("l\(line.id)"), "text": .string(line.text), "done": .bool(line.isDone),
            ])
          }),
        "comments": .array(
          issue.notes.map { note in
            .object([
              "id": .string("n\(note.id)"), "text": .string(note.text), "by": .string("Kim"),
              "at": .string("\(Timestamp(milliseconds: Self.time(of: note.id)))"),
            ])
          }),
      ]
      return CanonicalJSON.line(of: .object(object))
    }
  }
}
