import PlanActions
import PlanModel

/// A page for an editor, as in `git commit --verbose`: a text, a scissors line, and below it
/// read-only notes.
struct EditorPage {
  /// The text that the editor opens.
  let text: String
  /// The text above the scissors line, to detect a change.
  private let original: [String]
  private let scissors: String

  /// - Parameters:
  ///   - lines: The lines that may be edited.
  ///   - notes: The lines below the scissors.
  init(_ lines: [String], notes: [String]) {
    let scissors = Self.scissors(besides: lines)
    self.scissors = scissors
    original = Lines.entered(Lines.joined(lines)).trimmingEmptyLines
    text = Lines.joined(lines + ["", scissors] + notes.map { $0.isEmpty ? "#" : "# \($0)" }) + "\n"
  }

  /// Returns a scissors line that differs from all lines: a text may contain one itself, like a
  /// pasted commit message.
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
  /// Makes the page of a conflict: the shown value or the merged texts, and below it all values.
  ///
  /// - Parameter proposed: The writer of each value, and the texts merged line by line.
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
