/// Merges comments.
extension TrackerMerge {
  /// How much earlier a comment may be dated in the tracker than here, since clocks differ.
  private static var clockError: Int64 { 10 * 60 * 1000 }

  /// Whether a comment of the tracker can be one that was written here and sent by another clone.
  /// Somebody else may have written the same words before.
  private func mayBeSent(_ comment: Comment, _ record: JSONObject) -> Bool {
    guard !isFirst, let there = comment.at,
      let here = record["at"]?.string.flatMap({ Timestamp($0) })
    else { return true }
    return there.milliseconds + Self.clockError >= here.milliseconds
  }

  /// The ids of the comments that a bridge was about to send.
  private var sentComments: Set<String> {
    Set(
      memory.compactMap { name, elements in
        elements.contains { $0.value == .bool(true) } ? name.sentComment : nil
      })
  }

  /// Merges comments. A comment's text is written once. So if a comment was edited in the tracker,
  /// it is removed here and a new one takes its place.
  mutating func takeComments(_ comments: [Comment]) {
    let records = document.records(in: "comments")
    let keys = Self.keys(of: comments) { ["comments"] + $0.text }
    // Two clones may import two versions of a comment, so the id depends on the text.
    let ids = zip(comments, keys).map { comment, key in
      comment.id.isEmpty ? key : ImportedItems.id(of: ["comments", key] + comment.text, 0)
    }
    let matches = matches(
      comments, keys, ids: ids, list: .comments, in: records, sent: sentComments,
      text: { .strings($0.text) }, mayBe: mayBeSent)
    for (index, comment) in comments.enumerated() {
      take(comment, as: keys[index], at: matches[index], orAs: ids[index], in: records)
    }
    let said = Set(keys)
    for (key, name) in listed(.comments) where !said.contains(key) && !isFirst {
      let known = known(name)
      remember(.null, as: name)
      guard known.elements.contains(where: { !$0.value.isNull }) else { continue }
      let gone = places(of: name) + [key]
      for id in gone where isLive(id, in: records) && !isShared(id, besides: name) {
        dropped.append(ExactString(id))
      }
      removeAgain(versionsOf: key, known, in: records)
    }
    removeDropped(from: .comments)
  }

  private func isLive(_ id: String, in records: Records) -> Bool {
    records[ExactString(id)].map { !$0.isRemovedItem } ?? false
  }

  /// Whether the tracker has a comment of the plan under another key too, because two clones have
  /// sent it at the same time. The comment stays until the tracker has neither.
  private func isShared(_ id: String, besides name: TrackerMemory.Name) -> Bool {
    listed(.comments).contains { key, other in
      let place = document[path(of: other.part("item"))].compactMap(\.value.string)
      return other != name && (place.isEmpty ? [key] : place).contains(id)
        && document[path(of: other)].contains { !$0.value.isNull }
    }
  }

  private mutating func take(
    _ comment: Comment, as key: String, at match: String?, orAs newID: String,
    in records: Records
  ) {
    let name = TrackerMemory.Name.item(key, in: .comments)
    let known = known(name)
    let isSilent = isSilent(name, key: key, in: records)
    let hash = TrackerMemory.hash(ofLines: comment.text)
    let places = places(of: name) + [key, match ?? key]
    if !isSilent, !known.contains(hash), known.elements.contains(where: { !$0.value.isNull }),
      isDeletedHere(places, by: known, in: records)
    {
      return
    }
    remember(hash, as: name)
    if isSilent, let match {
      // The comment may have been removed or edited here before the first import from the tracker.
      // It is restored only if the undo of an import removed it.
      if isDropped(match, from: .comments, by: known.elements + undone) {
        restore(match, in: .comments)
      }
      document[path(of: .sending(match))] = []
      if match != key { remember(.string(match), as: name.part("item")) }
      return
    }
    if known.contains(hash), known.isOne { return }
    write(comment, hash, as: key, orAs: newID, at: places, known, in: records)
  }

  /// Writes a comment that is new or was edited in the tracker. The comments that it replaces are
  /// removed.
  private mutating func write(
    _ comment: Comment, _ hash: JSONValue, as key: String, orAs newID: String,
    at places: [String], _ known: Known, in records: Records
  ) {
    let name = TrackerMemory.Name.item(key, in: .comments)
    let text = JSONValue.strings(comment.text)
    let present = places.first { records[ExactString($0)]?["text"] == text }
    let id = present ?? newID
    let others = Set(places).subtracting([id]).sorted()
      .filter { isLive($0, in: records) && !isShared($0, besides: name) }
    let isNews = !known.contains(hash)
    if records[ExactString(id)] == nil {
      if isNews { add(comment, as: id, inPlaceOf: records[ExactString(places[0])]) }
    } else if !isLive(id, in: records), isNews || isDropped(id, from: .comments, by: known.elements)
    {
      restore(id, in: .comments)
    }
    dropped += others.map { ExactString($0) }
    removeAgain(versionsOf: key, besides: id, known, in: records)
    if name != .item(id, in: .comments) || !self.places(of: name).isEmpty {
      // It gets the stamp of the memory, also if it is the same comment as before. Otherwise a
      // merge would keep only the comment that another clone has written.
      let item = name.part("item")
      remember(.string(id), as: item)
      if !document[path(of: item)].isEmpty { refreshMemory(.string(id), as: item) }
    }
  }

  /// Removes again the versions of a comment that the last import from the tracker removed.
  ///
  /// A removal belongs to an import if it has the stamp of the memory, and this import has replaced
  /// the memory. With an old stamp, it would look like a person's removal to the next import.
  private mutating func removeAgain(
    versionsOf key: String, besides shown: String? = nil, _ known: Known, in records: Records
  ) {
    // Without a memory, no import has removed anything, and the list need not be read.
    let imports = known.elements.filter { $0.stamp != .none }
    if imports.isEmpty { return }
    for (id, record) in records where id.text != shown {
      guard isDropped(id.text, from: .comments, by: imports),
        let text = record["text"]?.lines, let gone = record["gone"],
        id.text == ImportedItems.id(of: ["comments", key] + text, 0)
      else { continue }
      replace(PlanList.comments.path(id.text, "gone"), by: gone)
    }
  }

  /// Whether a comment that the tracker has was removed here. A comment that was edited here was
  /// not: another one with its author and time has replaced it.
  private func isDeletedHere(_ places: [String], by known: Known, in records: Records) -> Bool {
    let there = places.filter { records[ExactString($0)] != nil }
    guard let old = there.first.flatMap({ records[ExactString($0)] }),
      there.allSatisfy({ !isLive($0, in: records) }),
      there.contains(where: { !isDropped($0, from: .comments, by: known.elements) })
    else { return false }
    guard let at = old["at"] else { return true }
    let others = Set(listed(.comments).flatMap { self.places(of: $0.name) + [$0.key] })
    return !records.contains { id, record in
      !record.isRemovedItem && record["at"] == at && record["by"] == old["by"]
        && !others.contains(id.text)
    }
  }

  /// Adds a comment.
  ///
  /// The author and time are written once. If the line does not give them, they come from the
  /// comment that is replaced. Otherwise only a new plan gets default values, because two clones
  /// would write different ones.
  private mutating func add(_ comment: Comment, as id: String, inPlaceOf old: JSONObject?) {
    let at = comment.at.map { JSONValue.string($0.description) } ?? old?["at"]
    let by = comment.by.isEmpty ? old?["by"] : .string(comment.by)
    var edits: [Edit] = [.write(PlanList.comments.path(id, "text"), .strings(comment.text))]
    if let at = at ?? (isNew ? .string(tracker.now.description) : nil) {
      edits.append(.write(PlanList.comments.path(id, "at"), at))
    }
    if let by = by ?? (isNew ? .string(tracker.person) : nil) {
      edits.append(.write(PlanList.comments.path(id, "by"), by))
    }
    document.apply(edits, stamp: stamp)
    if comment.text.isEmpty {
      // Writing an empty list does not change a missing value, but a comment must have a text.
      replace(PlanList.comments.path(id, "text"), by: .array([]))
    }
  }
}
