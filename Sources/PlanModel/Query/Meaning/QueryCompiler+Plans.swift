/// Values that name plans by ids, aliases, titles or links.
extension QueryCompiler {
  /// Returns the plan that a value names; throws if it names no plan or several.
  private func plan(_ value: QueryWord) throws(QueryError) -> PlanID {
    let found = context.plans.names.plans(called: value.text)
    if found.count == 1 { return found[0] }
    let shown = found.prefix(5).map(\.text).joined(separator: ", ")
    throw QueryError(
      found.isEmpty
        ? "no plan is called \(value.text.quotedForMessage)"
        : "\(value.text.quotedForMessage) means \(found.count) plans", at: value.range,
      hints: [
        found.isEmpty
          ? "name it by the beginning of its id, an alias, or words of its title in quotes"
          : "they are \(shown)" + (found.count > 5 ? ", …" : "")
      ], unknownPlan: found.isEmpty ? value.text : nil)
  }

  func relation(_ key: QueryKey, _ value: QueryWord) throws(QueryError) -> QueryCondition {
    let relations = context.plans.relations
    let word = value.text.lowercased()
    if ["none", "any", "*"].contains(word) {
      let any = relations.plans(having: key)
      return word == "none" ? .not(.oneOf(any)) : .oneOf(any)
    }
    let plan = try plan(value)
    switch key {
    case .parent: return .oneOf(relations.descendants(of: plan))
    case .childOf: return .oneOf(Set(relations.children(of: plan)))
    case .blocks: return .oneOf(Set(relations.blockers(of: plan)))
    default: return .oneOf(Set(relations.blocked(by: plan)))
    }
  }

  /// Parses `kind` or `kind:target`.
  mutating func link(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    // `Link` is not used, because it requires a target.
    let parts = value.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].isEmpty else {
      throw QueryError(
        "no kind of link before ':'", at: value.range,
        hints: ["known are \(Link.knownKinds.joined(separator: ", "))"])
    }
    let word = LinkWord(String(parts[0]))
    if let word, word.isReverse {
      let key = word.kind == Link.parentKind ? QueryKey.parent : .blocks
      throw QueryError(
        "links are stored on the other plan", at: value.range,
        hints: ["write \(key.rawValue):ID, or \(key.rawValue):any"])
    }
    let kind = word?.kind ?? parts[0].lowercased()
    if word == nil, !context.plans.linkKinds.contains(kind) {
      note(
        "no plan has a link of kind \(kind.quotedForMessage)",
        hint: "known are \(Link.knownKinds.joined(separator: ", "))")
    }
    guard parts.count == 2, !parts[1].isEmpty else { return .link(kind: kind, target: nil) }
    let target = String(parts[1])
    return .link(
      kind: kind,
      target: QueryCondition.LinkTarget(
        idPrefix: kind == Link.commitKind
          ? Self.commitPrefix(target) : PlanID.normalizedPrefix(target),
        alias: SearchText(target),
        ids: Set(context.plans.names.plans(called: target).map(\.text))))
  }

  /// Returns the text as the beginning of a commit's id; nil if no such id can begin with it.
  private static func commitPrefix(_ text: String) -> String? {
    text.utf8.count <= 40 && text.allSatisfy(\.isHexDigit) ? text.lowercased() : nil
  }

  mutating func repository(_ value: QueryWord) -> QueryCondition {
    if !context.plans.repositories.contains(where: { $0.isMeant(by: value.text) }) {
      note(
        "no plan has a commit of a repository \(value.text.quotedForMessage)",
        hint: "plans get them where several repositories share a board")
    }
    return .repository(value.text)
  }

  func id(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    guard let prefix = PlanID.normalizedPrefix(value.text) else {
      throw QueryError(
        "\(value.text.quotedForMessage) cannot be the beginning of an id", at: value.range)
    }
    return .id(prefix: prefix)
  }

  /// Parses an alias, or `~` and a part of an alias.
  mutating func alias(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    guard value.text.first == "~" else {
      let alias = SearchText(value.text)
      if !context.plans.foldedAliases.contains(alias.folded.text) { note(unknownAlias: value.text) }
      return .alias(alias)
    }
    let part = value.dropFirst(1)
    guard !part.text.isEmpty else {
      throw QueryError("no text behind '~'", at: value.range, hints: ["for example alias:~github"])
    }
    return .aliasPart(SearchText(part.text))
  }
}

extension PlanRelations {
  /// Returns the plans that match `KEY:any`: plans with a parent, plans that block others, or
  /// blocked plans.
  fileprivate func plans(having key: QueryKey) -> Set<PlanID> {
    switch key {
    case .parent, .childOf: children
    case .blocks: blockers
    default: blocked
    }
  }
}
