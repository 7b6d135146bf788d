@testable import PlanModel

/// What is checked at the end of a run.
extension ReimportRun {
  /// A sentence about the first promise that is broken; nil if all are kept.
  var brokenPromise: String? {
    let known = Set(model.keys.map(\.issue))
    if Set(documents.keys) != Set(tracker.issues.filter { known.contains($0.number) }.map(\.id)) {
      return "there are \(documents.count) plans of \(known.count) issues"
    }
    for issue in tracker.issues {
      guard let document = documents[issue.id] else { continue }
      let found = brokenPromise(of: issue, document, Plan(document, id: issue.id))
      if let found { return "issue \(issue.number): \(found)" }
    }
    return nil
  }

  private func brokenPromise(
    of issue: SimulatedTracker.Issue, _ document: PlanDocument, _ plan: Plan
  ) -> String? {
    let isCurrent = issue.isListed && !plan.isDeleted
    let key = { Key(issue: issue.number, name: $0) }
    let registers = [
      ("title", ElementPath.field("title"), issue.title), ("body", .field("body"), issue.body),
      ("owner", .field("owner"), issue.owner ?? ""), ("state", .field("state"), issue.state),
    ]
    for (name, path, tracker) in registers {
      if let found = broken(key(name), document, path, tracker: isCurrent ? tracker : nil) {
        return found
      }
    }
    for label in SimulatedTracker.labels {
      let isThere = String(plan.labels.contains(label))
      let (key, tracker) = (key("label \(label)"), String(issue.labels.contains(label)))
      if isCurrent, !model.isEdited(key), isThere != tracker {
        return "the label \(label) is \(isThere), and in the tracker \(tracker)"
      }
      if isCurrent, let local = model.local(key), local.count == 1, local != [isThere] {
        return "the label \(label) is \(isThere), against the last edit here"
      }
    }
    return brokenLines(of: issue, document, plan, isCurrent)
      ?? brokenComments(of: issue, document, plan, isCurrent) ?? brokenAdditions(of: issue, plan)
  }

  /// Checks a value that has one or, in a conflict, several texts.
  private func broken(
    _ key: Key, _ document: PlanDocument, _ path: ElementPath, tracker: String?
  ) -> String? {
    let elements = document[path]
    let values = elements.isEmpty ? [""] : Set(elements.map { Self.text(of: $0.value) })
    let lost = model.required(key).subtracting(values)
    if let lost = lost.sorted().first {
      return "\(key.name) has lost '\(lost)': \(values.sorted())"
    }
    let shown = Set(elements.prefix(1).map { Self.text(of: $0.value) })
    let reported = document.conflicts.first { $0.path == path }.map { conflict in
      Set(conflict.values.map { Self.text(of: $0.value) })
    }
    // A value that an import had brought before the plan was edited does not compete with the edit.
    let events = Set(model.events(of: key))
    let seen = events.filter { model.events[$0].isLocal }.flatMap { model.events[$0].past }
      .filter { events.contains($0) && !model.events[$0].isLocal }.map { model.events[$0].value }
    let hidden = model.required(key).subtracting(reported ?? shown).subtracting(seen).sorted().first
    // A derived value beside a person's is shown as a conflict if the memory has another value, or
    // after the next import. The memory has no value where the tracker had none.
    let isReported = tracker != nil || key.silence == nil
    if isReported, !elements.isEmpty, let hidden {
      return "\(key.name) hides '\(hidden)': \(shown) is shown, \(reported ?? []) in conflict"
    }
    guard let tracker else { return nil }
    if !model.isEdited(key), values != [tracker] {
      return "\(key.name) is \(values.sorted()), and in the tracker '\(tracker)'"
    }
    if let local = model.local(key), values != local {
      return "\(key.name) is \(values.sorted()), and was only edited here: \(local.sorted())"
    }
    return nil
  }

  private func brokenLines(
    of issue: SimulatedTracker.Issue, _ document: PlanDocument, _ plan: Plan, _ isCurrent: Bool
  ) -> String? {
    if Set(plan.checklist.map(\.text)).count < plan.checklist.count {
      return "a line is there twice"
    }
    for presence in model.keys.sorted(by: { $0.name < $1.name })
    where presence.issue == issue.number && presence.name.hasPrefix("line ") {
      let words = presence.name.split(separator: " ")
      guard words.count == 2 else { continue }
      let (id, tracker) = ("l\(words[1])", issue.lines.first { "\($0.id)" == words[1] })
      let text = Key(issue: issue.number, name: "\(presence.name) text")
      let done = Key(issue: issue.number, name: "\(presence.name) done")
      let isVisible = plan.checklist.contains { $0.id == id }
      let isInTracker = isCurrent && tracker != nil
      for (key, member, value) in [
        (text, "text", tracker?.text), (done, "done", tracker.map { String($0.isDone) }),
      ] {
        let path = PlanList.checklist.path(id, member)
        // The tracker has listed the line at some time.
        guard !document[path].isEmpty else { return "\(key.name) is not there" }
        if let found = broken(key, document, path, tracker: isInTracker && isVisible ? value : nil)
        {
          return found
        }
      }
      let isRemoved = model.isEdited(presence)
      let isEdited = model.isEdited(text) || model.isEdited(done)
      if isCurrent, !isRemoved, !isEdited, isVisible != (tracker != nil) {
        return "\(presence.name) is \(isVisible ? "" : "not ")here, against the tracker"
      }
      // A text that is the tracker's last one is no edit of the line, also if somebody has chosen
      // it in a conflict.
      let last = model.known(text, in: Set(model.events.indices))
      let edits = model.events(of: text).filter { index in
        model.events[index].isLocal && !model.isReplaced(index)
          && last != [model.events[index].value]
      }
      // A merge may hide a line that was edited here and removed by an import in another clone. The
      // next import restores it.
      if isCurrent, !edits.isEmpty, !isRemoved, !isVisible {
        return "an edited \(presence.name) was removed"
      }
      if isCurrent, model.local(presence) != nil, !isEdited, isVisible,
        model.imported[text]?.count == 1, model.imported[done]?.count == 1
      {
        return "\(presence.name) was removed here and is back"
      }
    }
    return nil
  }

  private func brokenComments(
    of issue: SimulatedTracker.Issue, _ document: PlanDocument, _ plan: Plan, _ isCurrent: Bool
  ) -> String? {
    let texts = plan.comments.map { $0.text.joined(separator: "\n") }
    // With those that are in conflict with the shown one.
    let candidates = plan.comments.flatMap { comment in
      document[PlanList.comments.path(comment.id, "text")].map { Self.text(of: $0.value) }
    }
    if Set(texts).count < texts.count { return "a comment is there twice" }
    for key in model.keys.sorted(by: { $0.name < $1.name })
    where key.issue == issue.number && key.name.hasPrefix("comment ") {
      let tracker = issue.notes.first { "comment \($0.id)" == key.name }?.text
      let visible = model.imported[key, default: []].filter(texts.contains)
      if isCurrent, !model.isEdited(key), visible != Set([tracker].compactMap(\.self)) {
        return "\(key.name) is \(visible.sorted()), and in the tracker \(tracker ?? "not there")"
      }
      let events = model.events(of: key)
      let removals = events.filter { model.events[$0].isLocal }
      for index in events where !model.events[index].isLocal {
        let event = model.events[index]
        // What removes or edits a comment also holds for the same one that another clone got
        // independently.
        let same = events.filter {
          !model.events[$0].isLocal && model.events[$0].value == event.value
        }
        let isReplaced = events.contains { later in
          let next = model.events[later]
          return next.isLocal
            ? next.value == "gone \(event.value)" : !next.past.isDisjoint(with: same)
        }
        if event.isFresh, !isReplaced, !event.value.isEmpty, !candidates.contains(event.value) {
          return "\(key.name) has lost '\(event.value)'"
        }
      }
      for removal in removals {
        let text = String(model.events[removal].value.dropFirst("gone ".count))
        let isOver = events.allSatisfy { index in
          let event = model.events[index]
          return event.isLocal || event.value != text
            || model.events[removal].past.contains(index)
        }
        if isOver, texts.contains(text) { return "'\(text)' was removed here and is back" }
      }
    }
    return nil
  }

  private func brokenAdditions(of issue: SimulatedTracker.Issue, _ plan: Plan) -> String? {
    for addition in added where addition.issue == issue.number {
      let isThere =
        addition.isLine
        ? plan.checklist.contains { $0.text == addition.text }
        : plan.comments.contains { $0.text == [addition.text] }
      if !isThere { return "'\(addition.text)' is lost" }
    }
    return nil
  }
}
