import PlanModel

extension TrackerFormat {
  static let gitBug = TrackerFormat(
    id: "git-bug", name: "bugs of git-bug",
    recognizes: { source in
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.prefix(20).allSatisfy(isBug)
    },
    read: { source, plans throws(FormatError) in
      for record in try source.json.givenRecords() { try plans.read(record) }
    })
}

private func isBug(_ object: JSONObject) -> Bool {
  object["human_id"]?.string != nil && object["id"]?.string != nil
    && object["title"]?.string != nil
}

extension TrackerPlans {
  fileprivate mutating func read(_ object: JSONObject) throws(FormatError) {
    guard isBug(object) else { throw .invalid("expected bugs with 'human_id' and 'title'") }
    var bug = TrackerMembers(object)
    var plan = TrackerPlan(alias: "git-bug:\(bug.text("id") ?? "")")
    plan.title(bug.text("title"))
    let isClosed = bug.text("status") == "closed"
    if bug.has("status") { plan.kind(state(nil, isClosed ? .done : .todo)) }
    if bug.has("labels") { plan.lists("labels") }
    for label in bug.texts("labels") { plan.label(label) }
    plan.created(at: Self.time(bug.object("create_time")), by: Self.name(bug.object("author")))
    let edited = Self.time(bug.object("edit_time"))
    plan.updated(edited)
    // The list does not contain when a bug was closed. Its last change is the best estimate.
    if isClosed { plan.closed(edited) }
    if let count = bug.integer("comments") {
      // The first comment is the text of the bug.
      if count > 0 { plan.lose("texts: the list of git-bug has only their number") }
    } else if bug.has("comments") {
      plan.lists("comments")
      readComments(bug.objects("comments"), into: &plan)
    }
    bug.ignore("human_id", "actors", "participants", "metadata")
    plan.loseUnread(of: bug)
    add(plan)
  }

  private func readComments(_ comments: [TrackerMembers], into plan: inout TrackerPlan) {
    for (index, comment) in comments.enumerated() {
      var comment = comment
      let text = comment.text("message")
      if index == 0 {
        plan.body(text)
      } else {
        plan.comment(id: comment.text("id"), by: Self.name(comment.object("author")), at: nil, text)
      }
    }
  }

  /// Returns the moment in an object with `time` as a text, or with `timestamp` in seconds.
  private static func time(_ time: TrackerMembers?) -> Timestamp? {
    guard var time else { return nil }
    return time.time("time")
      ?? time.integer("timestamp").map { Timestamp(seconds: Int64($0)) }
  }

  private static func name(_ person: TrackerMembers?) -> String? {
    guard var person else { return nil }
    return [person.text("name"), person.text("login")].compactMap(\.self).first { !$0.isEmpty }
  }
}
