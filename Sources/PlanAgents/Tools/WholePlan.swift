import PlanActions
import PlanModel
import PlanView

/// A plan with its texts, as the tool `show` shows it to a model.
///
/// A long description is split into parts, and only the last comments are included.
struct WholePlan {
  private let detail: PlanDetail
  /// The first line of the description to include, from 1.
  private let line: Int

  /// The most bytes of a description that are included at once.
  private static let mostBytes = 6_000
  private static let mostCommentBytes = 1_500
  private static let mostItemBytes = 300
  /// The most items of the checklist, and the most links of a kind.
  private static let mostEntries = 50
  private static let mostComments = 10

  init(_ detail: PlanDetail, fromLine line: Int) { (self.detail, self.line) = (detail, line) }

  /// Returns the plan as JSON.
  ///
  /// - Parameter board: The board, for the members that lists show as well.
  func json(on board: SummarizedBoard) -> JSONObject {
    let plan = detail.plan
    var object = PlanSummary(plan, on: board).brief
    addBody(plan.body, to: &object)
    if !plan.checklist.isEmpty { object["checklist"] = .strings(Self.lines(of: plan.checklist)) }
    if !plan.comments.isEmpty { addComments(to: &object) }
    let relatives: [(ExactString, [JSONValue])] = [
      ("links", detail.links.map(Self.json)), ("blocks", detail.blocked.map(Self.json)),
      ("children", detail.children.map(Self.json)),
      (
        "commits",
        detail.commits.map { commit in
          let named = [String(commit.id.prefix(12)), commit.words ?? ""]
          return .strings(named + [commit.repository?.name].compactMap(\.self))
        }
      ),
    ]
    for (name, entries) in relatives where !entries.isEmpty {
      object[name] = .array(Array(entries.prefix(Self.mostEntries)))
    }
    object["created"] = .optional(plan.created?.at?.description)
    object["updated"] = .optional(plan.updated?.description)
    return object
  }

  /// Adds the description from `line` on, and the line at which the next part begins.
  private func addBody(_ body: [String], to object: inout JSONObject) {
    guard line <= body.count else {
      if line > 1 { object["bodyLines"] = .number(body.count) }
      return
    }
    var size = 0
    let part = body.dropFirst(line - 1).prefix { text in
      size += text.utf8.count + 1
      return size <= Self.mostBytes
    }
    let shown = part.isEmpty ? [Self.excerpt(body[line - 1], Self.mostBytes)] : Array(part)
    object["body"] = .string(Lines.joined(shown))
    let next = line + shown.count
    if line > 1 || next <= body.count { object["bodyLines"] = .number(body.count) }
    if next <= body.count { object["nextLine"] = .number(next) }
  }

  /// Returns the items with their numbers: `1 [x] Write a test`.
  private static func lines(of checklist: [ChecklistItem]) -> [String] {
    let lines = checklist.prefix(mostEntries).enumerated().map { index, item in
      "\(index + 1) [\(item.done ? "x" : " ")] \(excerpt(item.text, mostItemBytes))"
        + (item.wasRemoved ? " (removed meanwhile)" : "")
    }
    let more = checklist.count - lines.count
    return more > 0 ? lines + ["… and \(more) more"] : lines
  }

  private func addComments(to object: inout JSONObject) {
    let comments = detail.comments
    let shown = comments.suffix(Self.mostComments)
    object["comments"] = .objects(shown) { entry in
      [
        "at": .optional(entry.comment.at?.description), "by": .string(entry.author),
        "text": .string(Self.excerpt(Lines.joined(entry.comment.text), Self.mostCommentBytes)),
      ]
    }
    if shown.count < comments.count {
      object["earlierComments"] = .number(comments.count - shown.count)
    }
  }

  private static func json(_ linked: PlanDetail.LinkedPlan) -> JSONValue {
    guard let plan = linked.plan, case .object(var object) = json(plan) else {
      return .object(["kind": .string(linked.link.kind), "to": .string(linked.link.target)])
    }
    object["kind"] = .string(linked.link.kind)
    return .object(object)
  }

  private static func json(_ plan: PlanDetail.RelatedPlan) -> JSONValue {
    .object([
      "id": .string(plan.shortID), "title": .string(plan.title), "column": .string(plan.state),
    ])
  }

  /// Returns the beginning of a long text, with a remark on what is left out.
  private static func excerpt(_ text: String, _ most: Int) -> String {
    let count = text.utf8.count
    guard count > most else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: most)
    while end > text.startIndex, text.unicodeScalars.index(of: end) == nil {
      end = text.utf8.index(before: end)
    }
    return "\(text[..<end])… (\(most) of \(count) bytes)"
  }
}

extension String.UnicodeScalarView {
  /// Returns the place if a scalar begins there, or if it is the end; otherwise nil.
  fileprivate func index(of place: Index) -> Index? { place.samePosition(in: self) }
}
