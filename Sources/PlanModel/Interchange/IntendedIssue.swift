/// An issue that a bridge is going to create for a plan. The plan remembers the issue's values
/// beforehand. So the issue is found even if the bridge stops before it has recorded the alias.
package struct IntendedIssue {
  /// The alias of the memory until the issue has a number: `github:o/r#new`.
  private let alias: String
  private let item: ExactString

  /// Makes the names under which issues that will be created in a source are recorded.
  ///
  /// - Parameter source: The source: `github:o/r`. Its case does not matter.
  package init(in source: String) {
    alias = "\(source.lowercased())#new"
    item = TrackerMemory.item(for: alias)
  }

  /// Returns the edits that remember, before an issue is created, its values and the seal of its
  /// mark.
  ///
  /// Each clone with the plan recognizes the issue by the seal. Nobody else can write a mark that
  /// fits. Issues up to the number `newest` are never the new one, whatever somebody writes into
  /// them later.
  ///
  /// - Parameter newest: The highest number of an issue of the source that the board knows; 0 if it
  ///   knows none.
  package func edits(
    declaring title: String, _ body: [String], mark: IssueMark, after newest: Int,
    in document: PlanDocument
  ) -> [Edit] {
    let making = TrackerMemory.path(.making(mark.seal), of: item)
    // An earlier push may have made the issue already.
    let earlier = document.value(at: making)?.number?.integer
    let before = earlier ?? newest
    let write = { (field: PlanField, value: JSONValue) in
      let path = TrackerMemory.path(.init(of: field.path), of: self.item)
      return Edit.write(path, TrackerMemory.stored(value))
    }
    // The issue of an earlier push may have other values than those that are declared now.
    let again: [Edit] =
      earlier == nil ? [] : [.write(TrackerMemory.path(.makingAgain, of: item), .number(before))]
    return [
      .write(TrackerMemory.path(.alias, of: item), .string(alias)),
      .write(making, .number(min(before, newest))),
      write(.title, .string(title)), write(.body, .strings(body)),
    ] + again
  }

  /// Whether an issue with these values and this mark is declared, and no other one.
  package func isDeclared(
    _ title: String, _ body: [String], _ mark: IssueMark, in document: PlanDocument
  ) -> Bool {
    let declared = { (field: PlanField) in
      document[TrackerMemory.path(.init(of: field.path), of: self.item)].map(\.value)
    }
    return document.value(at: TrackerMemory.path(.making(mark.seal), of: item)) != nil
      && declared(.title) == [TrackerMemory.stored(.string(title))]
      && declared(.body) == [TrackerMemory.stored(.strings(body))]
  }

  /// Returns the edits that give the plan the alias of a created issue, and remember the values
  /// that the issue was created with.
  ///
  /// A declared value is remembered if the issue has it, or if only one issue was declared. If
  /// several were, such as by two clones, the value may be that of another one. Without the memory,
  /// values of plan and issue that differ are in conflict.
  ///
  /// - Parameters:
  ///   - mark: The mark in the text of the issue.
  ///   - said: The title and the lines of the text, as they were sent, or as the source has them
  ///     now.
  package func edits(
    adopting alias: String, mark: IssueMark, said: (title: String, body: [String]),
    in document: PlanDocument, on board: Board
  ) -> [Edit] {
    let real = TrackerMemory.item(for: alias)
    let isOnly = declarations(in: document) == 1
    var edits = [
      Edit.add(alias, to: .aliases),
      .write(TrackerMemory.path(.alias, of: real), .string(alias)),
      .write(TrackerMemory.path(.marker, of: real), .string(mark.text)),
      // New issues are open.
      .write(
        TrackerMemory.path(.init(of: PlanField.state.path), of: real), .optional(board.entry?.id)),
      .clear(TrackerMemory.path(.making(mark.seal), of: item)),
      .clear(TrackerMemory.path(.makingAgain, of: item)),
    ]
    let values = [PlanField.title: JSONValue.string(said.title), .body: .strings(said.body)]
    for (field, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let old = TrackerMemory.path(.init(of: field.path), of: item)
      let stored = TrackerMemory.stored(value)
      let declared = document[old].map(\.value)
      let place = TrackerMemory.path(.init(of: field.path), of: real)
      if declared.contains(stored) {
        edits.append(.write(place, stored))
      } else if isOnly, declared.count == 1 {
        edits.append(.write(place, declared[0]))
      }
      edits.append(.clear(old))
    }
    return edits
  }

  /// The number of issues that were declared and not found yet.
  private func declarations(in document: PlanDocument) -> Int {
    document.elements.count { path, elements in
      guard case .item(TrackerMemory.list, item, let name) = path else { return false }
      return TrackerMemory.Name(name).seal != nil && !elements.isEmpty
    }
  }
}

/// The mark in the text of an issue that a bridge creates for a plan. It begins with a name that
/// each clone can compute from the plan. It ends in a code that only the creating clone can
/// compute.
package struct IssueMark: Hashable, Sendable {
  package let text: String

  private static let nameLength = 16
  private static let secretLength = 24

  /// Creates the mark that is written in the text of an issue.
  package init(written text: String) { self.text = text }

  /// Creates the mark of a plan's next issue. The mark stays the same until the plan has the issue.
  ///
  /// - Parameters:
  ///   - source: The source: `github:o/r`. Its case does not matter.
  ///   - secret: The secret of the clone.
  package init(of plan: Plan, in source: String, secret: String) {
    let made = plan.createdIssues.filter { $0.source == source.lowercased() }.map(\.mark).sorted()
    let words = ["issue", plan.id.text, source.lowercased()] + made
    let code = SHA256.code(of: words.joined(separator: " "), by: Array(secret.utf8))
    text = Self.name(of: plan, in: source) + code.prefix(Self.secretLength)
  }

  /// Returns the beginning of the marks of a plan's issues, which differs between sources.
  /// Everybody who has the plan can compute it, so it proves nothing.
  package static func name(of plan: Plan, in source: String) -> String {
    let words = [
      "issue", plan.id.text, plan.created?.at?.description ?? "", plan.created?.by ?? "",
      source.lowercased(),
    ]
    return FNV1a.hex(of: CanonicalJSON.bytes(of: .strings(words)))
  }

  /// The beginning of the mark, which names the plan.
  package var name: String { String(text.prefix(Self.nameLength)) }

  /// A digest of the mark. The board has only this before the issue is created.
  package var seal: String {
    String(SHA256.hex(SHA256.digest(of: Array("pmgit issue mark \(text)".utf8))).prefix(32))
  }
}

extension Plan {
  /// The issues that bridges have created for the plan, from the memory of imports. The sources are
  /// in lower case.
  package var createdIssues: [(source: String, alias: String, mark: String)] {
    unknown.compactMap { path, value in
      guard case .item(TrackerMemory.list, let item, TrackerMemory.Name.marker.text) = path,
        let mark = value.string, let alias = alias(ofOrigin: item),
        let end = alias.lastIndex(of: "#")
      else { return nil }
      return (alias[..<end].lowercased(), alias, mark)
    }
  }

  /// The seals of issues that a bridge began to create for the plan, each with its source in lower
  /// case, and the highest number of an issue that the board knew then.
  package var issueSeals: [(source: String, seal: String, after: Int)] {
    unknown.compactMap { path, value in
      guard case .item(TrackerMemory.list, let item, let name) = path,
        let newest = value.number?.integer,
        let seal = TrackerMemory.Name(name).seal, let alias = alias(ofOrigin: item),
        let end = alias.lastIndex(of: "#")
      else { return nil }
      return (alias[..<end].lowercased(), seal, newest)
    }
  }

  private func alias(ofOrigin item: ExactString) -> String? {
    unknown[TrackerMemory.path(.alias, of: item)]?.string
  }

  /// Returns the last column of the plan in a source; nil if none is remembered.
  package func rememberedState(as alias: String) -> String? {
    origin(of: alias).flatMap { item in
      unknown[TrackerMemory.path(.init(of: PlanField.state.path), of: item)]?.string
    }
  }
}
