extension Plan {
  /// Reads the shown values out of a document.
  ///
  /// It never fails because of a value: one of the wrong type counts as absent, since a person may
  /// have typed it.
  package init(_ document: PlanDocument, id: PlanID) {
    self.init(id: id)
    for (path, elements) in document.elements {
      guard let shown = elements.first else { continue }
      if read(shown, at: path), shown.stamp.isWellFormed {
        updated = [updated, shown.stamp.time].compactMap(\.self).max()
      }
    }
    created = document.creation
    noteTimesOfCreation()
    sortSets()
    let checklist = document.records(in: "checklist")
    let comments = document.records(in: "comments")
    self.checklist =
      checklist.filter { !$0.value.isRemovedItem }
      .map(ChecklistItem.init).sorted { Rank.precedes(($0.rank, $0.id), ($1.rank, $1.id)) }
    self.comments =
      comments.filter { !$0.value.isRemovedItem }
      .map(Comment.init).sorted { Comment.precedes($0, $1) }
    for (item, record) in checklist.merging(comments, uniquingKeysWith: { $1 })
    where record.isRemovedItem {
      removedItemIDs.insert(item.text)
    }
    deletion = document.deletionState
    conflicts = (document.conflicts + [document.conflictOfDeletion].compactMap(\.self))
      .sorted { $0.path < $1.path }
    updated = updated ?? created?.at
  }

  /// Forgets the times of values that are as old as the plan, as those are that an undo brought back.
  private mutating func noteTimesOfCreation() {
    guard let made = created?.at else { return }
    if let time = stateSince, time <= made { stateSince = nil }
    if let time = ownerSince, time <= made { ownerSince = nil }
  }

  /// Reads one value.
  ///
  /// - Returns: Whether commands write and show the value, so that its stamp dates a change.
  private mutating func read(_ shown: StampedValue, at path: ElementPath) -> Bool {
    switch path {
    case .field(let name):
      guard let field = PlanField(name) else { return false }
      field.read(shown, into: &self)
      return field.isStampShown
    case .setMember(let name, let member):
      guard let set = PlanSet(name) else { return false }
      set.read(member.text, into: &self)
      return true
    case .item(let list, _, _): return list == "checklist" || list == "comments"
    case .other(let name):
      other[name] = shown.value
      return false
    }
  }

  /// Sorts the sets into the order of the file; a document is a dictionary.
  private mutating func sortSets() {
    labels.sort { ExactString($0) < ExactString($1) }
    assignees.sort { ExactString($0) < ExactString($1) }
    links.sort { ExactString($0.description) < ExactString($1.description) }
    aliases.sort { ExactString($0) < ExactString($1) }
  }
}

extension ChecklistItem {
  fileprivate init(id: ExactString, record: JSONObject) {
    self.init(
      id: id.text, text: record["text"]?.string ?? "", done: record["done"]?.bool ?? false,
      rank: record["rank"]?.string ?? "")
  }
}

extension Comment {
  fileprivate init(id: ExactString, record: JSONObject) {
    self.init(
      id: id.text, at: record["at"]?.string.flatMap(Timestamp.init),
      by: record["by"]?.string ?? "", text: record["text"]?.array?.compactMap(\.string) ?? [])
  }

  /// Returns whether a comment comes first: the oldest does, after those without a readable time.
  fileprivate static func precedes(_ left: Comment, _ right: Comment) -> Bool {
    if left.at != right.at {
      return (left.at?.milliseconds ?? .min) < (right.at?.milliseconds ?? .min)
    }
    return ExactString(left.id) < ExactString(right.id)
  }
}

extension PlanDocument {
  /// The creation of the plan.
  ///
  /// Two clones that import one id concurrently have both created it; the first creation counts,
  /// without a decision.
  var creation: Creation? {
    self[.field("created")].map { element in
      Creation(
        at: element.value.object?["at"]?.string.flatMap(Timestamp.init),
        by: element.value.object?["by"]?.string ?? "")
    }.min { ($0.at?.milliseconds ?? .max) < ($1.at?.milliseconds ?? .max) }
  }

  /// The paths in conflict, in their order.
  ///
  /// Concurrent deletions agree; a deletion and a restoration do not.
  package var conflicts: [Conflict] {
    var found: [Conflict] = []
    for (path, elements) in elements where elements.count > 1 && path.isReportedInConflict {
      var values: [Conflict.Candidate] = []
      var seen: Set<JSONValue> = []
      for element in elements where seen.insert(element.value).inserted {
        values.append(Conflict.Candidate(stamp: element.stamp, value: element.value))
      }
      let areDeletions = path == .field("deleted") && !seen.contains(.null)
      guard values.count > 1, !areDeletions else { continue }
      found.append(Conflict(path: path, values: values))
    }
    return found.sorted { $0.path < $1.path }
  }
}
