import PlanModel
import PlanStore
import PlanView

/// A file to attach to a plan.
package struct NewFile: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

extension Workspace {
  /// Attaches files to a plan, in one commit.
  ///
  /// A file that the plan already has under the same name, with the same content, is not attached
  /// again.
  ///
  /// - Parameter plan: The beginning of the plan's id, an alias, or words of its title.
  /// - Throws: `Problem` for an invalid name, or a file that is larger than the board allows.
  package func attach(_ files: [NewFile], to plan: String) async throws -> PlanChanges {
    guard !files.isEmpty else { throw Problem.usage("name at least one file") }
    for file in files { try Problem.check(nameOf: file) }
    return try await make { attaching(files, to: plan, by: $0) }
  }

  private func attaching(
    _ files: [NewFile], to typed: String, by author: ChangeIdentity
  ) -> PlanAction {
    { [self] transaction in
      let chosen = try choose([typed], on: transaction.basis)
      let plan = try transaction.livePlan(chosen.ids[0])
      let isFirst = try transaction.before.isWithoutFiles
      var attached: [Attachment] = []
      for file in files {
        try Problem.check(sizeOf: file, on: transaction.before.board)
        let new = Attachment(
          id: try transaction.document(plan.id).newItemID(in: .files, using: &participant.random),
          name: file.name, size: file.bytes.count,
          type: FileType.guess(file.bytes, name: file.name), at: now, by: author.person,
          blob: try transaction.addContent(file.bytes))
        let isThere = (plan.files + attached).contains { $0.isSameFile(as: new) }
        if isThere { continue }
        try transaction.edit(plan.id, Edit.attachment(new))
        attached.append(new)
      }
      let what =
        attached.count == 1 ? attached[0].name : CountWords.words(attached.count, "file")
      let message = CommitMessage(
        subject: "attach \(what) to \(try transaction.before.shortID(plan.id)): \(plan.title)",
        lines: attached.count > 1 ? attached.map(\.name) : [], plans: [plan.id])
      return (
        message,
        { [attached] in
          let names = Self.words(for: files.map(\.name))
          let wording = ChangeWords("attached \(names) to", unchanged: .attached)
          var changes = try PlanChanges($0, of: chosen, as: wording, in: self)
          changes.notices += Self.notices(of: attached, on: plan, isFirst: isFirst)
          return changes
        }
      )
    }
  }

  /// Returns notices about files that were just attached.
  ///
  /// - Parameters:
  ///   - plan: The plan before the change.
  ///   - isFirst: Whether the board had no attached file before.
  private static func notices(of attached: [Attachment], on plan: Plan, isFirst: Bool) -> [Notice] {
    let again = attached.indices.filter { index in
      (plan.files + attached[..<index]).contains { $0.name == attached[index].name }
    }
    var notices = again.map { index in
      Notice(
        "the plan has another file '\(attached[index].name.excerpt)', too",
        hints: ["see both with \(pmgit: "attach", plan.id, "--list")"])
    }
    if isFirst, !attached.isEmpty {
      notices.append(
        Notice.note(
          "the history keeps attached files for ever, also after they are removed, and "
            + "everybody who fetches the board gets them"))
    }
    return notices
  }

  /// Removes files from a plan, in one commit. The history keeps their contents.
  ///
  /// - Parameter names: The names of files, their ids, or the beginnings of their contents' ids.
  package func removeFiles(_ names: [String], from typed: String) async throws -> PlanChanges {
    try await make { _ in
      { [self] transaction in
        let chosen = try choose([typed], on: transaction.basis)
        let plan = try transaction.livePlan(chosen.ids[0])
        let removed = try names.flatMap { try plan.files(named: $0) }.unique
        let document = try transaction.document(plan.id)
        try transaction.edit(
          plan.id, document.removals(ofItems: removed.map { ExactString($0.id) }, in: "files"))
        let what = removed.count == 1 ? removed[0].name : CountWords.words(removed.count, "file")
        let message = CommitMessage(
          subject: "remove \(what) from \(try transaction.before.shortID(plan.id)): \(plan.title)",
          lines: removed.count > 1 ? removed.map(\.name) : [], plans: [plan.id])
        let wording = ChangeWords("removed \(Self.words(for: names)) from")
        return (
          message,
          {
            var changes = try PlanChanges($0, of: chosen, as: wording, in: self)
            changes.notices.append(
              Notice("the history keeps the content, and so does every clone of the board"))
            return changes
          }
        )
      }
    }
  }

  /// Returns the requested files in words: `'trace.log'`, or `2 files`.
  private static func words(for names: [String]) -> String {
    names.count == 1 ? "'\(names[0])'" : CountWords.words(names.count, "file")
  }
}

// MARK: - Rules

extension Problem {
  fileprivate static func check(nameOf file: NewFile) throws {
    guard let fault = AttachmentName.fault(of: file.name) else { return }
    throw Problem.usage(
      "'\(file.name.excerpt)' can't be the name of an attached file: it \(fault)",
      hints: ["give another name with --name"])
  }

  fileprivate static func check(sizeOf file: NewFile, on board: Board) throws {
    if file.bytes.count > board.mostFileBytes {
      throw Problem.fileTooLarge("'\(file.name.excerpt)'", limit: board.mostFileBytes)
    }
  }

  /// Returns the problem of a file that is larger than the board's limit.
  ///
  /// - Parameter file: The file as the subject of a sentence.
  package static func fileTooLarge(_ file: String, limit: Int) -> Problem {
    let higher = FileSize.words(min(max(1_000_000, limit * 2), Board.greatestFileLimit))
    return Problem(
      code: .fileTooLarge,
      message: "\(file) is larger than \(FileSize.words(limit)), the board's limit",
      hints: [
        limit < Board.greatestFileLimit
          ? "the history keeps files for ever; if you need it, raise the limit as with "
            + "\(pmgit: "config", "attachments", "--limit", higher)"
          : "keep larger files elsewhere, and link to them in a comment"
      ])
  }
}

extension Attachment {
  /// Whether both have the same name and the same content.
  fileprivate func isSameFile(as other: Attachment) -> Bool {
    ExactString(name) == ExactString(other.name) && blob == other.blob
  }
}
