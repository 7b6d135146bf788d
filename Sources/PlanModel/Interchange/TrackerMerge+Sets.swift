extension TrackerMerge {
  /// Merges one member of a set.
  ///
  /// - Parameters:
  ///   - path: The path at which to add the member.
  ///   - others: Other paths at which the member may be.
  mutating func takeMember(
    _ isThere: Bool, at path: ElementPath, or others: [ElementPath] = [],
    named name: TrackerMemory.Name
  ) {
    let known = known(name, silence: .bool(false))
    if isThere || memory[name] != nil { remember(.bool(isThere), as: name) }
    var present = ([path] + others).filter { !document[$0].isEmpty }
    if known.contains(.bool(isThere)), known.isOne, !isFirst {
      let imported = present.flatMap { document[$0] }
      let isOld = imported.allSatisfy(known.isImported) && known.isOlder(than: imported)
      if isThere, path.isLabel, isOld {
        // Somebody removed the label in a clone that did not have this import yet.
        document.apply(present.map(Edit.clear), stamp: stamp)
        present = []
      }
      if isThere, present.isEmpty {
        notes.kept.append(ImportNotes.Kept(path: path, here: .null, tracker: .bool(true)))
      }
    } else if isThere {
      if present.isEmpty {
        document.apply([.write(path, .bool(true))], stamp: stamp)
      } else if path.isLabel, document[path].allSatisfy(known.isImported) {
        // As in `take`: the label gets the stamp of the memory.
        replace(path, by: .bool(true))
      }
    } else {
      // The memory says that the tracker removed the member. If this were recorded like a person's
      // removal, a merge would drop the member where another clone has imported it.
      for path in present where known.isOne || document[path].allSatisfy(known.isOrigin) {
        document[path] = []
      }
    }
  }

  /// Adds aliases in the spelling that the plan has. None is removed, since the plan is found by
  /// them.
  mutating func takeAliases() {
    var known: [AliasKey: ElementPath] = [:]
    for (path, elements) in document.elements where !elements.isEmpty {
      guard case .setMember("aliases", let member) = path else { continue }
      let key = AliasKey(member.text)
      known[key] = known[key].map { min($0, path) } ?? path
    }
    for alias in tracker.line.aliases {
      let (key, exact) = (AliasKey(alias), PlanSet.aliases.path(of: alias))
      let path = document[exact].isEmpty ? known[key] ?? exact : exact
      if key == origin.alias {
        if isFirst { document.apply([.write(path, .bool(true))], stamp: stamp) }
      } else {
        takeMember(true, at: path, named: TrackerMemory.Name(of: path))
      }
      if known[key] == nil { known[key] = path }
    }
  }

  /// A link to an alias, in any spelling.
  private struct LinkKey: Hashable {
    let kind: String
    let target: AliasKey

    init(_ link: Link) { (kind, target) = (link.kind, AliasKey(link.target)) }
  }

  /// Adds the links of the line, and returns them.
  private mutating func takeLinks() -> Set<LinkKey> {
    let known = knownLinks
    var said: Set<LinkKey> = []
    for link in tracker.line.links where said.insert(LinkKey(link)).inserted {
      let link = known[LinkKey(link)] ?? link
      let path = PlanSet.links.path(of: link.description)
      takeMember(true, at: resolved(link), or: [path], named: TrackerMemory.Name(of: path))
    }
    return said
  }

  /// The tracker's links in the memory, each in the spelling that was recorded first.
  private var knownLinks: [LinkKey: Link] {
    var known: [LinkKey: Link] = [:]
    for name in memory.keys.sorted() {
      guard let link = name.member(of: .links).flatMap({ Link($0) }) else { continue }
      if known[LinkKey(link)] == nil { known[LinkKey(link)] = link }
    }
    return known
  }

  mutating func takeSets() {
    var said: Set<TrackerMemory.Name> = []
    if let accounts = tracker.accounts { takeAssignees(accounts) }
    let hasAccounts = tracker.accounts != nil
    for path in tracker.members {
      if hasAccounts, case .setMember("assignees", _) = path { continue }
      let name = TrackerMemory.Name(of: path)
      if said.insert(name).inserted { takeMember(true, at: path, named: name) }
    }
    let links = takeLinks()
    // Members that the tracker had before, but no longer has.
    for name in memory.keys.sorted() where !said.contains(name) {
      guard let (set, member) = name.setMember, tracker.line.given.contains(set),
        set != "aliases"
      else { continue }
      if hasAccounts, set == "assignees" { continue }
      let path = ElementPath.setMember(set: set, member: member)
      if set == "links", let link = Link(member.text) {
        if links.contains(LinkKey(link)) { continue }
        takeMember(false, at: resolved(link), or: [path], named: name)
      } else if set != "checklist", set != "comments" {
        takeMember(false, at: path, named: name)
      }
    }
  }

  private func resolved(_ link: Link) -> ElementPath {
    PlanSet.links.path(of: tracker.resolve(link).description)
  }
}

extension ElementPath {
  /// Whether the path is a label. Imports rename assignees and links, so their stamps show less.
  fileprivate var isLabel: Bool { if case .setMember("labels", _) = self { true } else { false } }
}
