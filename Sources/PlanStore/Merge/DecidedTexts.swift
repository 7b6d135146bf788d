import Git
package import PlanModel

/// A text in conflict that a sync decided, by merging its two versions line by line.
package struct DecidedText: Hashable, Sendable {
  package let plan: PlanID
  /// The conflict that the merge decides.
  let conflict: Conflict
  let lines: [String]

  /// The field as people see it: `body` or `comments/c3f8z/text`.
  package var field: String { conflict.field }
}

/// Merges texts in which two people changed different places.
///
/// A merge of two heads keeps both texts as a conflict, because a merge by lines depends on the
/// order of merges. So a sync adds a commit that decides such conflicts, an ordinary edit by the
/// person who syncs. It is pushed together with the merge: of several clones that sync at the same
/// moment only one makes it.
extension BoardStore {
  /// The most unshared merges, the newest first, that are searched for such conflicts.
  private static let mostMerges = 100

  /// Decides the conflicts that unshared merges made of texts whose changes do not overlap.
  ///
  /// - Parameters:
  ///   - commit: The board to share.
  ///   - theirs: The remote's board; nil if the remote has none, so that nothing was merged.
  /// - Returns: The commit to share, and the texts that it decides; nil if there are none.
  /// - Throws: The errors of a change, for example if the commit can't be signed or if a work tree
  ///   that shows the board has changes of its own.
  /// - Complexity: Compares two trees for each unshared merge, up to `mostMerges`.
  func mergeTexts(
    at commit: ObjectID, without theirs: ObjectID?, by author: ChangeIdentity
  ) async throws -> (commit: ObjectID, texts: [DecidedText])? {
    guard let theirs else { return nil }
    let texts = try textsToDecide(at: commit, without: theirs)
    if texts.isEmpty { return nil }
    let before = try snapshot(at: commit)
    let message = try message(of: texts, on: before)
    let written = try await write(
      MadeChange(on: before, by: author) { transaction in
        // The texts are merged as they are, whatever the rules would do with an edit.
        transaction.skipsRules = true
        for text in texts {
          try transaction.edit(text.plan, [.write(text.conflict.path, .strings(text.lines))])
        }
        return (message, ())
      }, by: author)
    guard let decided = written.commit else { return nil }
    _ = try await worktreesToUpdate(from: try localTip(), to: decided)
    return (decided, texts)
  }

  /// Returns the texts of unshared merges that are still in conflict. If two merges give different
  /// texts for one conflict, a person has to decide.
  private func textsToDecide(at commit: ObjectID, without theirs: ObjectID) throws -> [DecidedText]
  {
    try requireHistory(of: commit, theirs)
    var (merges, texts) = (0, Set<DecidedText>())
    for id in try repository.commits(from: [commit], hiding: [theirs]) {
      let merge = try repository.commit(id)
      guard merge.parents.count == 2 else { continue }
      texts.formUnion(try mergedTexts(of: merge))
      merges += 1
      if merges == Self.mostMerges { break }
    }
    let places = Dictionary(grouping: texts) { Place(plan: $0.plan, path: $0.conflict.path) }
    return try places.values.compactMap { $0.count == 1 ? $0[0] : nil }
      .filter { text in
        guard let document = try document(.plan(text.plan), at: commit) else { return false }
        return !Plan(document, id: text.plan).isDeleted
          && document.conflicts.contains(text.conflict)
      }
      .sorted { ($0.plan, $0.conflict.path) < ($1.plan, $1.conflict.path) }
  }

  private struct Place: Hashable {
    let plan: PlanID
    let path: ElementPath
  }

  private func message(of texts: [DecidedText], on board: BoardSnapshot) throws -> CommitMessage {
    let lines = try texts.map { text in
      "merge \(try board.shortID(text.plan)): \(text.field), \(try board.plan(text.plan).title)"
    }
    return CommitMessage(
      subject: lines.count == 1 ? lines[0] : "merge \(lines.count) texts",
      lines: lines.count == 1 ? [] : lines, plans: Set(texts.map(\.plan)).sorted(),
      trailers: [CommitTrailer(.sync, "texts")])
  }

  /// Returns the texts in conflict in a merge of two commits that each side changed once, in places
  /// that do not overlap.
  private func mergedTexts(of merge: Commit) throws -> [DecidedText] {
    let bases = try repository.mergeBases(merge.parents[0], merge.parents[1])
    guard bases.count == 1 else { return [] }
    return try plansDifferent(from: merge.parents, in: merge).flatMap { id in
      let versions = try (bases + merge.parents).map { try document(.plan(id), at: $0) }
      guard let merged = try document(.plan(id), at: merge.id) else { return [DecidedText]() }
      return try merged.conflicts.compactMap { conflict in
        guard conflict.path.isText, conflict.values.count == 2 else { return nil }
        // A side in which the text was in conflict already waits for a person, and so does a text
        // that somebody wrote into the merge by hand.
        let texts = versions.compactMap { $0?.onlyText(at: conflict.path) }
        let lines = texts.compactMap(\.lines)
        guard lines.count == 3, Set(conflict.values.map(\.value)) == Set(texts[1...]),
          let merge = try LineMerge(ancestor: lines[0], sides: lines[1...].map { ($0, "") }),
          merge.isClean
        else { return nil }
        return DecidedText(plan: id, conflict: conflict, lines: merge.lines)
      }
    }
  }

  /// Returns the plans whose files in a commit differ from those in all of the parents.
  private func plansDifferent(from parents: [ObjectID], in commit: Commit) throws -> [PlanID] {
    var paths: [[UInt8]]?
    for parent in parents {
      let tree = try repository.commit(parent).tree
      let changed = try repository.treeDifferences(
        from: tree, to: commit.tree, under: "plans", checksDigests: false
      ).map(\.path)
      let known = Set(changed)
      paths = paths?.filter(known.contains) ?? changed
    }
    return (paths ?? []).compactMap { path in
      if case .plan(let id)? = BoardFile(path: path) { id } else { nil }
    }
  }
}

extension ElementPath {
  /// Whether the value is a text of several lines: a description, or the text of a comment.
  fileprivate var isText: Bool {
    switch self {
    case .field("body"), .item("comments", _, "text"): true
    default: false
    }
  }
}

extension PlanDocument {
  /// Returns the only value at a path, if it is a text of lines; nil in a conflict.
  fileprivate func onlyText(at path: ElementPath) -> JSONValue? {
    let values = self[path]
    return values.count == 1 && values[0].value.lines != nil ? values[0].value : nil
  }
}
