package import PlanModel
import PlanStore

/// A plan that a person edits, as it was at one commit of the board.
package struct OpenPlan {
  package let plan: Plan
  package let board: Board
  /// The board's commit. A draft keeps it, so that the same version can be opened again.
  package let commit: String
  /// For a resumed draft, a problem that describes how the plan changed since the draft was begun;
  /// nil if the plan did not change.
  package var news: Problem?
  fileprivate let basis: PlanDocument
  /// For a resumed draft, the plan in the version whose changes the person has already seen. nil
  /// for a new edit.
  fileprivate var known: PlanDocument?
}

extension Workspace {
  /// Returns a plan to edit in a form, and the version of the board that the person sees. The plan
  /// may change on the board before the form is sent.
  ///
  /// - Parameters:
  ///   - typed: The beginning of an id, an alias, or words of the title.
  ///   - commit: The board's commit at which a draft was begun; nil for the newest.
  /// - Throws: `Problem` with code `deleted` if the plan is deleted.
  package func openPlan(_ typed: String, at commit: String? = nil) throws -> OpenPlan {
    let snapshot =
      if let commit { try store.snapshot(at: store.tip(named: commit)) } else {
        try store.snapshot()
      }
    let id = try snapshot.resolve(typed)
    let document = try snapshot.existingDocument(id)
    var open = OpenPlan(
      plan: try Plan(document, id: id).live, board: snapshot.board,
      commit: CommitID(snapshot.commit).hex,
      basis: document)
    if commit != nil { try open.learn(from: store.snapshot()) }
    return open
  }

  /// Writes the changes that a person made in a form, even if the plan changed meanwhile.
  ///
  /// Only the differences from the version that the person saw are written. All other fields and
  /// their conflicts stay as they are now.
  ///
  /// - Throws: `Problem` with code `changedMeanwhile` if a field of the form was also changed on
  ///   the board since, because neither version may be lost. The problem of a wrong value names its
  ///   line in the form.
  package func edit(_ open: OpenPlan, as form: PlanForm) async throws -> PlanChanges {
    let (basis, plan, id) = (open.basis, open.plan, open.plan.id)
    try form.requireTitle()
    let (change, linked) = try await change(by: try author()) { transaction in
      let old = try transaction.livePlan(id)
      let document = try transaction.document(id)
      let formEdits = FormEdits(
        workspace: self, form: form, plan: plan, id: id, board: open.board,
        snapshot: transaction.before)
      let edits = try formEdits.edits(in: document, basis: basis)
      for case .write(let path, _) in edits
      where path.isOfOneWriter && document[path] != basis[path]
        && document[path] != open.known?[path]
      {
        throw Problem(
          code: .changedMeanwhile,
          message:
            "'\(path.fieldName)' of plan '\(id)' was changed elsewhere while you edited it",
          hints: [
            "\(pmgit: "edit", id, "--draft") reopens your text and shows what changed meanwhile"
          ])
      }
      try transaction.edit(id, edits)
      let linked = try formEdits.linkOthers(in: &transaction)
      let message = try CommitMessage(editOf: [old], in: transaction, linking: [id: linked])
      return (message, linked)
    }
    var changes = try PlanChanges(change, of: [id], as: ChangeWords("edited"), in: self)
    changes.notices += linked.notices
    return changes
  }

  /// Returns a plan that is not on the board yet, as the initial content of a form.
  package func draftPlan(_ request: AddPlan) throws -> OpenPlan {
    let snapshot = try store.snapshot()
    let id = PlanID.random(using: &participant.random)
    var document = PlanDocument(id: ExactString(id.text))
    let entry = snapshot.board.entry.map { [Edit.state($0.id)] } ?? []
    try request.fields.requireOwnLinks()
    let named = try request.fields.findingNames(in: self)
    document.apply(
      try entry + edits(for: request.with(named.fields), id, on: snapshot, basis: snapshot),
      stamp: .none)
    return OpenPlan(
      plan: Plan(document, id: id), board: snapshot.board, commit: CommitID(snapshot.commit).hex,
      basis: document)
  }

  /// Adds the plan that a form describes.
  ///
  /// - Parameter isAtTop: Whether the plan goes to the top of its column; otherwise it goes to the
  ///   bottom.
  package func add(_ form: PlanForm, isAtTop: Bool) async throws -> PlanChanges {
    try form.requireTitle()
    return try await make { author in
      adding(by: author, isAtTop: isAtTop) { [self] id, transaction in
        let blank = PlanDocument(id: ExactString(id.text))
        return try formEdits(form.asNew, of: id, on: transaction.before)
          .edits(in: blank, basis: blank)
      } linking: { [self] id, transaction in
        try formEdits(form.asNew, of: id, on: transaction.before).linkOthers(in: &transaction)
      }
    }
  }

  /// Returns the edits of a form for a new plan.
  private func formEdits(
    _ form: PlanForm, of id: PlanID, on snapshot: BoardSnapshot
  ) -> FormEdits {
    var blank = Plan(id: id)
    blank.values.state = snapshot.board.entry?.id ?? ""
    return FormEdits(
      workspace: self, form: form, plan: blank, id: id, board: snapshot.board, snapshot: snapshot)
  }
}

extension OpenPlan {
  /// Records what changed since the plan was opened.
  fileprivate mutating func learn(from now: BoardSnapshot) throws {
    let document = try now.existingDocument(plan.id)
    known = document
    let current = Plan(document, id: plan.id)
    guard current != plan else { return }
    let words = current.changeWords(since: plan, on: now.board)
    news = Problem(
      code: .changedMeanwhile, message: "changed elsewhere since you began: \(words)",
      hints: [
        "what you left as it was stays as it is there; of what both changed, yours wins",
        "see theirs with \(pmgit: "show", plan.id)",
      ])
  }
}

extension FieldChanges {
  /// Fails for links that a form can't show: links to commits, and links stored on other plans.
  fileprivate func requireOwnLinks() throws {
    for text in self[.links].added {
      let word = try TypedLink(text).word
      guard word.isReverse || word.kind == Link.commitKind else { continue }
      throw Problem.usage(
        "link '\(text.excerpt)' can't be written in an editor",
        hints: ["add the plan first, then link it with \(pmgit: "edit", "ID", "--link", text)"])
    }
  }
}

extension PlanForm {
  fileprivate func requireTitle() throws {
    guard title.allSatisfy(\.isWhitespace) else { return }
    throw Problem(
      code: .emptyTitle, message: "nothing was changed: the title is empty",
      hints: ["the first line is the title; the body follows an empty line"])
  }
}

extension ElementPath {
  /// Whether one of two concurrent changes of the path would hide the other.
  ///
  /// This is false for set members, which are added independently, and for ranks. It is also false
  /// for unknown members, which a form can't edit.
  fileprivate var isOfOneWriter: Bool {
    switch self {
    case .field(let name): name != "rank"
    case .item(_, _, let member): member != "rank"
    case .setMember, .other: false
    }
  }
}
