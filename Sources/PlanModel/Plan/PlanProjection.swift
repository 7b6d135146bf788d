extension Plan {
  /// Reads the shown values out of a document.
  ///
  /// Never fails for the sake of a value: one of the wrong type counts as absent, since a person
  /// may have typed it.
  package init(_ document: PlanDocument, id: PlanID) {
    self.init(id: id)
    for (path, elements) in document.elements {
      guard let shown = elements.first else { continue }
      switch path {
      case .field(let name): read(field: name, shown)
      case .setMember(let set, let member): read(member: member.text, of: set)
      case .other(let name): other[name] = shown.value
      case .item: break
      }
      if path.isShown, shown.stamp.isWellFormed {
        updated = [updated, shown.stamp.time].compactMap(\.self).max()
      }
    }
    created = document.creation
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

  private mutating func read(field name: ExactString, _ shown: StampedValue) {
    let text = shown.value.string
    switch name {
    case "title": title = text ?? ""
    case "body": body = shown.value.array?.compactMap(\.string) ?? []
    case "state":
      state = text ?? ""
      stateSince = shown.stamp.time
    case "due": due = text.flatMap(CalendarDay.init)
    case "priority": priority = text.flatMap(Priority.init)
    case "owner": owner = text
    case "estimate": if case .number(let number) = shown.value { estimate = number }
    case "rank": rank = text ?? ""
    default: break
    }
  }

  private mutating func read(member: String, of set: ExactString) {
    switch PlanSet(rawValue: set.text) {
    case .labels?: labels.append(member)
    case .assignees?: assignees.append(member)
    case .links?: if let link = Link(member) { links.append(link) }
    case .aliases?: aliases.append(member)
    case nil: break
    }
  }

  /// A document is a dictionary; people get the order of the file.
  private mutating func sortSets() {
    labels.sort { ExactString($0) < ExactString($1) }
    assignees.sort { ExactString($0) < ExactString($1) }
    links.sort { ExactString($0.description) < ExactString($1.description) }
    aliases.sort { ExactString($0) < ExactString($1) }
  }
}

extension ElementPath {
  /// Whether commands write and show what is here, so that its stamp tells of a change. Of what is not,
  /// as of 'created', nobody could ever set a wrong one right by a later edit.
  fileprivate var isShown: Bool {
    switch self {
    case .field(let name): Self.shownFields.contains(name)
    case .setMember(let set, _): PlanSet(rawValue: set.text) != nil
    case .item(let list, _, _): list == "checklist" || list == "comments"
    case .other: false
    }
  }

  private static let shownFields: Set<ExactString> = [
    "title", "body", "state", "rank", "due", "priority", "owner", "estimate", "deleted",
  ]
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

  /// Oldest first; a comment without a readable time comes first.
  fileprivate static func precedes(_ left: Comment, _ right: Comment) -> Bool {
    if left.at != right.at {
      return (left.at?.milliseconds ?? .min) < (right.at?.milliseconds ?? .min)
    }
    return ExactString(left.id) < ExactString(right.id)
  }
}

extension PlanDocument {
  /// When the plan was made, and by whom.
  ///
  /// Two clones that import one id apart have both made it, and nobody is asked which of them did:
  /// it was the first.
  var creation: Creation? {
    self[.field("created")].map { element in
      Creation(
        at: element.value.object?["at"]?.string.flatMap(Timestamp.init),
        by: element.value.object?["by"]?.string ?? "")
    }.min { ($0.at?.milliseconds ?? .max) < ($1.at?.milliseconds ?? .max) }
  }

  /// The paths with several values that wait for a decision, in the order of the paths.
  ///
  /// Two people who delete a plan apart agree; a deletion and a restoration do not.
  package var conflicts: [Conflict] {
    var found: [Conflict] = []
    for (path, elements) in elements where path.isReportedInConflict {
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
