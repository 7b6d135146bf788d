/// An issue that a bridge makes of a plan. The plan remembers what it says before it is made, so
/// that the issue is found if the bridge ends before the issue has an alias here.
package struct IntendedIssue {
  /// The name of the memory until the issue has a number.
  private let alias: String
  private let item: ExactString

  /// - Parameter source: The source: `github:o/r`. Its case does not matter.
  package init(in source: String) {
    alias = "\(source.lowercased())#new"
    item = ImportOrigin.item(for: alias)
  }

  private func path(_ name: ExactString, of item: ExactString) -> ElementPath {
    .item(list: ImportOrigin.list, item: item, member: name)
  }

  /// Returns the edits that remember what an issue will say, before it is made.
  package func edits(declaring title: String, _ body: [String]) -> [Edit] {
    let write = { (field: PlanField, value: JSONValue) in
      Edit.write(
        self.path(ImportOrigin.name(of: field.path), of: item), ImportOrigin.stored(value))
    }
    return [
      .write(path(ImportOrigin.alias, of: item), .string(alias)),
      write(.title, .string(title)), write(.body, .strings(body)),
    ]
  }

  /// Returns the edits that give the plan the alias of the issue, and what the issue said when it
  /// was made. If another clone made it, that is not known: then values that differ are in
  /// conflict.
  ///
  /// - Parameters:
  ///   - marker: The mark in the text of the issue.
  ///   - said: The title and the lines of the text, as the source says them now; nil if this bridge
  ///     has just made the issue. A value that was to be sent and differs from these is forgotten:
  ///     another clone may have made the issue, with a value of its own.
  package func edits(
    adopting alias: String, marker: String, said: (title: String, body: [String])?,
    in document: PlanDocument, on board: Board
  ) -> [Edit] {
    let real = ImportOrigin.item(for: alias)
    var edits = [
      Edit.add(alias, to: .aliases),
      .write(path(ImportOrigin.alias, of: real), .string(alias)),
      .write(path(ImportOrigin.marker, of: real), .string(marker)),
      // Issues are made open.
      .write(
        path(ImportOrigin.name(of: PlanField.state.path), of: real), .optional(board.entry?.id)),
    ]
    for field in [PlanField.title, .body] {
      let name = ImportOrigin.name(of: field.path)
      guard let value = document.value(at: path(name, of: item)), !value.isNull else { continue }
      let now = said.map { field == .title ? JSONValue.string($0.title) : .strings($0.body) }
      if now.map({ ImportOrigin.stored($0) == value }) ?? true {
        edits.append(.write(path(name, of: real), value))
      }
      edits.append(.clear(path(name, of: item)))
    }
    return edits
  }
}

extension Plan {
  /// Returns the mark of the issue that a bridge makes of the plan in a source. All clones know it,
  /// so that the issue is found again. It means nothing in another source, where somebody may have
  /// copied it.
  ///
  /// - Parameter source: The source: `github:o/r`. Its case does not matter.
  package func issueMarker(in source: String) -> String {
    let words = [id.text, created?.at?.description ?? "", created?.by ?? "", source.lowercased()]
    return ["issue", "mark"].map { part in
      FNV1a.hex(of: CanonicalJSON.bytes(of: .strings([part] + words)))
    }.joined()
  }

  /// The marks of the plan's issues, as imports remember them, each with its source in lower case.
  package var knownIssueMarkers: [(source: String, marker: String)] {
    unknown.compactMap { path, value in
      guard case .item(ImportOrigin.list, let item, ImportOrigin.marker) = path,
        let marker = value.string,
        let alias = unknown[
          .item(list: ImportOrigin.list, item: item, member: ImportOrigin.alias)]?.string,
        let mark = alias.lastIndex(of: "#")
      else { return nil }
      return (alias[..<mark].lowercased(), marker)
    }
  }

  /// Returns the column that a source said last about the plan; nil if none is remembered.
  package func rememberedState(as alias: String) -> String? {
    origin(of: alias).flatMap { item in
      unknown[
        .item(
          list: ImportOrigin.list, item: item,
          member: ImportOrigin.name(of: PlanField.state.path))]?.string
    }
  }
}
