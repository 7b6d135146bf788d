import PlanActions
import PlanModel
import PlanView

/// A plan in an editor: the title and the body as in a commit message, a scissors line, and below
/// it all other fields, which are read back as well.
struct PlanPage {
  /// The text that the editor opens.
  let text: String
  private let scissors: String
  /// The lines of the page without notes, to detect a change.
  private let original: [String]
  private let board: Board

  private static let errorMark = "# pmgit: "
  /// The width of the notes and errors in cells.
  private static let width = 80
  private static let notes = [
    "# Above are the title and the body, below the other fields. Change any of them.",
    "# A field without a value is cleared; one whose line is gone stays as it is.",
    "# Separate names by commas. A new line of the checklist is '[ ] text'.",
  ]

  /// Whether the page can be saved unchanged.
  private let isComplete: Bool

  init(_ open: OpenPlan, isComplete: Bool = false) {
    (self.isComplete, board) = (isComplete, open.board)
    let plan = open.plan
    // Texts of a board may contain any characters, including line ends.
    let title = SafeText(plan.title).string
    let body = Lines.split(Lines.joined(plan.body))
    let above = body.isEmpty ? [title, ""] : [title, ""] + body + [""]
    scissors = EditorPage.scissors(besides: above)
    let fields = PlanForm.lines(of: plan, on: open.board)
    text = Lines.joined(above + [scissors] + Self.notes + fields) + "\n"
    original = Self.content(Lines.entered(Lines.joined(above + [scissors] + fields)), scissors)
  }

  /// Returns the edited form. Returns nil if everything was deleted, or if the page was left
  /// unchanged and can't be saved like that.
  func form(in edited: String) throws -> PlanForm? {
    let lines = Lines.entered(edited)
    let errors = lines.prefix { $0.hasPrefix(Self.errorMark) }.count
    let own = Array(lines.dropFirst(errors))
    let content = Self.content(own, scissors)
    if content == original, !isComplete { return nil }
    if content.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { return nil }
    guard let cut = own.firstIndex(of: scissors) else {
      guard !own.contains("checklist:") else {
        throw Problem.usage(
          "the line with '>8' between the body and the fields is gone",
          hints: ["put it back: \(scissors)"])
      }
      return try PlanForm(own.trimmingLastEmptyLines, fields: [], from: own.count, on: board)
    }
    return try PlanForm(
      own[..<cut].map(\.self).trimmingLastEmptyLines, fields: Array(own[(cut + 1)...]),
      from: errors + cut + 2, on: board)
  }

  /// Returns the text with the problem at its top, in place of an earlier problem.
  static func text(_ edited: String, refusedBy problem: Problem) -> String {
    let lines = Lines.entered(edited).drop { $0.hasPrefix(errorMark) }
    let hints = problem.hints.map { "hint: \($0.text(naming: nil))" }
    let errors = ([problem.message] + hints).flatMap { Lines.split($0) }
      .flatMap { StyledText($0).wrapped(toCells: width - errorMark.count, indent: 2) }
      .map { errorMark + $0.string }
    return Lines.joined(errors + lines)
  }

  /// Returns the lines above the scissors line, without empty ones at both ends, and the fields
  /// below it, without notes and blank lines.
  private static func content(_ lines: [String], _ scissors: String) -> [String] {
    guard let cut = lines.firstIndex(of: scissors) else { return lines.trimmingEmptyLines }
    let fields = lines[cut...].filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
    return Array(lines[..<cut]).trimmingEmptyLines + [scissors] + fields
  }
}

/// A page for an editor, as in `git commit --verbose`: a text, a scissors line, and below it
/// read-only notes.
struct EditorPage {
  /// The text that the editor opens.
  let text: String
  /// The text above the scissors line, to detect a change.
  private let original: [String]
  private let scissors: String

  /// Makes a page that a person edits.
  ///
  /// - Parameters:
  ///   - lines: The lines that may be edited.
  ///   - notes: The lines below the scissors.
  init(_ lines: [String], notes: [String]) {
    let scissors = Self.scissors(besides: lines)
    self.scissors = scissors
    original = Lines.entered(Lines.joined(lines)).trimmingEmptyLines
    text = Lines.joined(lines + ["", scissors] + notes.map { $0.isEmpty ? "#" : "# \($0)" }) + "\n"
  }

  /// Returns a scissors line that differs from all lines, because a text may contain one itself,
  /// such as a pasted commit message.
  static func scissors(besides lines: [String]) -> String {
    let dashes = "------------------------"
    let present = Set(lines)
    var scissors = "# \(dashes) >8 \(dashes)"
    while present.contains(scissors) { scissors += "-" }
    return scissors
  }

  /// Returns the text above the scissors line, without empty lines at the end; nil if it is
  /// unchanged.
  func changedLines(in edited: String) -> [String]? {
    let lines = Lines.entered(edited)
    let above = Array(lines.prefix { $0 != scissors })
    return above.trimmingEmptyLines == original ? nil : above.trimmingLastEmptyLines
  }
}

extension EditorPage {
  /// Creates the page of a conflict: the shown value or the merged texts, and below the scissors
  /// line all values.
  ///
  /// - Parameter proposed: The label of each value with its author, and the texts merged line by
  ///   line, if they can be merged.
  init(_ conflict: Conflict, _ proposed: ConflictPage) {
    let (labels, merge) = (proposed.labels, proposed.merged)
    var notes =
      switch merge {
      case nil: ["Above is the value that the board shows; write the one to keep in its place."]
      case let merge? where merge.isClean:
        ["Above are the texts merged line by line; write what to keep."]
      case _?:
        [
          "Above are the texts merged line by line. Where changes overlap, all are between",
          "markers: write what to keep, and remove the markers.",
        ]
      }
    for (value, label) in zip(conflict.values, labels) {
      notes.append("\(label):")
      notes += Self.lines(of: value.value).map { "  \($0)" }
    }
    self.init(merge?.lines ?? Self.lines(of: conflict.values[0].value), notes: notes)
  }

  private static func lines(of value: JSONValue) -> [String] {
    if case .array(let array) = value { return array.map { $0.string ?? "" } }
    return Lines.split(value.string ?? (value.isNull ? "" : CanonicalJSON.line(of: value)))
  }
}
