import PlanActions
import PlanDocuments
import PlanModel

/// The past of a published board: its moments, and how the cards of each moment differ from those
/// of the next one.
///
/// A page starts from the present cards and goes back, so a moment takes only as much space as its
/// changes. Computing a moment is also cheap: cards that can't differ from those of the next moment
/// are reused.
struct PublishedPast {
  let board: Workspace
  /// Returns the document with the cards of a board, in the form that the page has for the present.
  let cards: (PlansFound) throws -> JSONObject

  /// The largest number of published moments. If the board has more changes, only the last change
  /// of each day is published. If there are more days than this, the oldest are left out.
  static let mostMoments = 300
  /// The members of the cards document that a moment does not store as settings: members of every
  /// answer, and members that the moment stores elsewhere.
  private static let left: Set<ExactString> = [
    "board", "commit", "conflicts", "format", "past", "plans", "today", "unreadable",
  ]

  /// Returns the document with the moments, newest first.
  ///
  /// `frame` and `plans` contain the members that differ from the next moment; null means that the
  /// moment lacks the member. `gone` lists the plans that did not exist. Empty members of these
  /// three are left out.
  func document() throws -> JSONObject {
    var moments: [JSONValue] = []
    var next: (found: PlansFound, state: State)?
    for summary in Self.chosen(try board.moments(.max)) {
      let found = try board.find("", at: summary.id.hex, needsTexts: false)
      let concerned = try next.flatMap { try board.concerned(between: found, $0.found) }
      var state = State(
        try cards(concerned.map(found.only) ?? found), of: found, without: Self.left)
      if concerned != nil, let next { state.fill(from: next.state) }
      var moment: JSONObject = [
        "commit": .string(summary.id.hex), "at": .string(summary.at.description),
        "by": .string(summary.by), "subject": .string(summary.subject),
      ]
      if let next {
        state.write(differencesFrom: next.state, amongOnly: concerned, to: &moment)
      }
      moments.append(.object(moment))
      next = (found, state)
    }
    return ["moments": .array(moments)]
  }

  /// Returns the moments to publish, given all changes, newest first.
  static func chosen(_ changes: [CommitSummary]) -> [CommitSummary] {
    guard changes.count > mostMoments else { return changes }
    var days: Set<CalendarDay> = []
    return Array(changes.filter { days.insert($0.at.day).inserted }.prefix(mostMoments))
  }

  /// The cards and the settings of a board at a moment.
  private struct State {
    var frame: JSONObject
    var plans: [ExactString: JSONObject] = [:]
    /// The ids of the plans in board order.
    var order: [ExactString] = []

    /// Describes the state of a board at one moment.
    ///
    /// - Parameters:
    ///   - document: The settings, and the cards of all plans or of only some.
    ///   - found: All plans.
    init(_ document: JSONObject, of found: PlansFound, without left: Set<ExactString>) {
      frame = [:]
      for member in document.members where !left.contains(member.key) {
        frame[member.key] = member.value
      }
      let columns = (document["columns"]?.array ?? []).compactMap(\.object)
      frame["columns"] = .objects(columns) { column in
        var column = column
        // The page counts the plans.
        column["count"] = nil
        return column
      }
      for card in (document["plans"]?.array ?? []).compactMap(\.object) {
        guard let id = card["id"]?.string.map({ ExactString($0) }) else { continue }
        plans[id] = card
      }
      order = found.plans.lazy.filter { !$0.isDeleted }.map { ExactString($0.id.text) }
    }

    /// Adds the missing cards from another moment.
    mutating func fill(from next: State) {
      var all = next.plans
      all.merge(plans) { _, new in new }
      let there = Set(order)
      plans = all.count == order.count ? all : all.filter { there.contains($0.key) }
    }

    /// Writes the cards and settings that differ from the next moment.
    ///
    /// - Parameter concerned: The plans whose cards may differ; nil for all.
    func write(
      differencesFrom next: State, amongOnly concerned: Set<PlanID>?, to moment: inout JSONObject
    ) {
      var changed: JSONObject = [:]
      let may = concerned.map { Set($0.map { ExactString($0.text) }) }
      for id in order where may?.contains(id) ?? true {
        let members = Self.differences(of: plans[id] ?? [:], from: next.plans[id] ?? [:])
        if !members.isEmpty { changed[id] = .object(members) }
      }
      let frame = Self.differences(of: frame, from: next.frame)
      let gone = next.order.filter { plans[$0] == nil }
      if !changed.isEmpty { moment["plans"] = .object(changed) }
      if !frame.isEmpty { moment["frame"] = .object(frame) }
      if !gone.isEmpty { moment["gone"] = .array(gone.map { .string($0.text) }) }
    }

    private static func differences(of one: JSONObject, from other: JSONObject) -> JSONObject {
      var members: JSONObject = [:]
      for member in one.members where other[member.key] != member.value {
        members[member.key] = member.value
      }
      for member in other.members where one[member.key] == nil { members[member.key] = .null }
      return members
    }
  }
}
