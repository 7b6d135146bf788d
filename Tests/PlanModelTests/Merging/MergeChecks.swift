import PlanModel
import PmgitTestSupport

/// Invariants of every commit and every merge.
struct MergeChecks {
  /// Whether to make the slow checks for all commits and merges instead of some.
  private let thorough: Bool
  private var commits = 0
  private var merges = 0
  /// The first document that was seen for each set of changes.
  private var documents: [WriteHistory.Changes: PlanDocument] = [:]
  /// The document at each deletion, without its rank and the deletion, by the deletion's stamp.
  private var deleted: [Stamp: PlanDocument] = [:]
  /// The members of each removed item at its removal, by the value of `gone`.
  private var removed: [JSONValue: [ExactString: JSONValue]] = [:]

  init(thorough: Bool) { self.thorough = thorough }

  // MARK: - What was seen

  mutating func noteDeletion(of document: PlanDocument, stamp: Stamp) {
    deleted[stamp] = Self.content(of: document)
  }

  mutating func noteRemoval(
    of item: ExactString, in list: ExactString, from document: PlanDocument, by edit: Edit
  ) {
    guard case .write(_, let value) = edit else { return }
    removed[value] = Self.record(of: item, in: list, document)
  }

  // MARK: - Commits

  /// Returns what is wrong with a commit; nil if it is valid.
  mutating func wrong(
    _ commit: MergeReplicas.Commit, _ history: WriteHistory, _ unpromised: Set<ElementPath>,
    _ derivedAlike: Set<ElementPath>, _ tally: inout MergeTally
  ) -> String? {
    let document = commit.document
    if let difference = history.difference(
      of: document, in: commit.changes, besides: unpromised, derivedAlike: derivedAlike)
    {
      return difference
    }
    tally.conflicts += document.elements.values.filter { $0.count > 1 }.count
    // Values that were restored by hand, or derived twice, may depend on the order of merges.
    if unpromised.isEmpty, derivedAlike.isEmpty, let wrong = wrongFile(of: commit, &tally) {
      return wrong
    }
    return wrongDeletion(in: document, &tally) ?? wrongRemoval(in: document, &tally)
  }

  /// Checks that equal changes give equal bytes, and that reading and writing the file changes
  /// nothing.
  private mutating func wrongFile(
    of commit: MergeReplicas.Commit, _ tally: inout MergeTally
  ) -> String? {
    if let known = documents.updateValue(commit.document, forKey: commit.changes) {
      tally.comparisons += 1
      return PlanFile.bytes(of: known) == PlanFile.bytes(of: commit.document)
        ? nil : "has the changes of another commit, and other bytes"
    }
    commits += 1
    guard thorough || commits % 8 == 0 else { return nil }
    tally.filesReadBack += 1
    let file = PlanFile.bytes(of: commit.document)
    do {
      let read = try PlanFile.read(file)
      if read != commit.document { return "reads back as another document" }
      return PlanFile.bytes(of: read) == file ? nil : "is written differently when it was read"
    } catch {
      return "can't be read back: \(error)"
    }
  }

  /// Checks that a deletion holds exactly if nobody restored the plan and its content is as it was
  /// at a deletion.
  private func wrongDeletion(
    in document: PlanDocument, _ tally: inout MergeTally
  ) -> String? {
    let values = document[.field("deleted")]
    guard let shown = values.first, deleted[shown.stamp] != nil, shown.value != .null else {
      return nil
    }
    let content = Self.content(of: document)
    let mustHold =
      values.contains { deleted[$0.stamp] == content } && !values.contains { $0.value == .null }
    if mustHold { tally.heldDeletions += 1 } else { tally.lapsedDeletions += 1 }
    return document.deletionState?.holds == mustHold
      ? nil : "has a deletion that \(mustHold ? "does not hold" : "holds")"
  }

  /// Checks that a removed item is hidden exactly if its values are as at its removal.
  private func wrongRemoval(
    in document: PlanDocument, _ tally: inout MergeTally
  ) -> String? {
    for case .item("checklist", let item, "gone") in document.elements.keys {
      guard let id = PlanID("k7m2q9x4t1ab"),
        let gone = document.value(at: .item(list: "checklist", item: item, member: "gone")),
        let seen = removed[gone]
      else { continue }
      let isGone = Plan(document, id: id).removedItemIDs.contains(item.text)
      if isGone { tally.removedItems += 1 }
      if isGone != (Self.record(of: item, in: "checklist", document) == seen) {
        return "has the line \(item), which \(isGone ? "changed since" : "was removed")"
      }
    }
    return nil
  }

  private static func content(of document: PlanDocument) -> PlanDocument {
    var content = document
    for name in ["rank", "deleted"] as [ExactString] { content[.field(name)] = [] }
    for path in document.elements.keys {
      content[path] = content[path].filter { !$0.stamp.isDerived }
    }
    return content
  }

  private static func record(
    of item: ExactString, in list: ExactString, _ document: PlanDocument
  ) -> [ExactString: JSONValue] {
    var record: [ExactString: JSONValue] = [:]
    for case .item(list, item, let member) in document.elements.keys
    where member != "rank" && member != "gone" {
      record[member] = document.value(at: .item(list: list, item: item, member: member))
    }
    return record
  }

  // MARK: - Merges

  /// Returns a description of the merge law that a merge breaks; nil if it breaks none.
  mutating func brokenLaw(
    _ a: PlanDocument, _ b: PlanDocument, _ bases: [PlanDocument], _ merged: PlanDocument
  ) -> String? {
    merges += 1
    guard thorough || bases.count > 1 || merges % 3 == 0 else { return nil }
    if PlanMerge.merge(b, a, bases: bases) != merged { return "is not symmetric" }
    if bases.count > 1, PlanMerge.merge(a, b, bases: bases.reversed()) != merged {
      return "depends on the order of the bases"
    }
    if PlanMerge.merge(merged, a, bases: [a]) != merged { return "changes when merged again" }
    if PlanMerge.merge(merged, merged, bases: [merged]) != merged { return "is not idempotent" }
    return nil
  }
}
