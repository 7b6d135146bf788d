/// The part of a board that a reader may see: some plans and the settings that they use.
///
/// Its functions leave out everything else: links to other plans, milestones and fields that only
/// other plans have, rules and accounts. Unknown members are left out too, because they might name
/// other plans.
package struct BoardPart: Sendable {
  package let plans: Set<PlanID>
  /// The ids of the blobs of the plans' files, in hexadecimal digits.
  package let contents: Set<String>
  /// Whether all plans of the board that are not deleted are included. If so, all milestones,
  /// iterations and fields are included too.
  package let isWhole: Bool
  private var aliases: Set<AliasKey> = []
  private var phases: [PlanList: Set<ExactString>] = [.milestones: [], .iterations: []]
  /// The values of custom fields, by the names of fields and sets in plan files.
  private var values: [ExactString: Set<ExactString>] = [:]

  /// Chooses the part of a board that an excerpt contains.
  ///
  /// - Parameters:
  ///   - included: The plans with all their values.
  ///   - isWhole: Whether they are all plans of the board that are not deleted.
  package init(of included: [Plan], isWhole: Bool) {
    plans = Set(included.map(\.id))
    contents = Set(included.flatMap { $0.files.map(\.blob) })
    self.isWhole = isWhole
    for plan in included {
      aliases.formUnion(plan.aliases.map { AliasKey($0) })
      for kind in Phase.Kind.allCases {
        if let phase = plan.phase(kind) { phases[kind.list]?.insert(ExactString(phase)) }
      }
      for (path, value) in plan.unknown { note(value, at: path) }
    }
  }

  private mutating func note(_ value: JSONValue, at path: ElementPath) {
    switch path {
    case .field(let name) where CustomField.isMember(name):
      values[name, default: []].formUnion(value.string.map { [ExactString($0)] } ?? [])
    case .setMember(let set, let member) where CustomField.isMember(set):
      values[set, default: []].insert(member)
    default: break
    }
  }

  // MARK: - Documents

  /// Returns the document of an included plan without links to other plans and unknown members.
  package func plan(_ document: PlanDocument) -> PlanDocument {
    copy(document) { path in
      switch path {
      case .field(let name): PlanField(name) != nil || keepsField(name)
      case .setMember("links", let member): keeps(link: member)
      case .setMember(let set, _): PlanSet(set) != nil || keepsField(set)
      case .item(let list, _, let member): PlanList.knownMembers[list]?.contains(member) ?? false
      case .other: false
      }
    }
  }

  /// Returns the board's settings without rules, accounts, and what only other plans use.
  package func settings(_ document: PlanDocument) -> PlanDocument {
    var copy = copy(document) { path in
      switch path {
      case .field(let name): ["title", "fileLimit"].contains(name)
      case .item("columns", _, _), .item("views", _, _): true
      case .item("milestones", let item, _): isWhole || phases[.milestones]?.contains(item) == true
      case .item("iterations", let item, _): isWhole || phases[.iterations]?.contains(item) == true
      case .item("fields", let item, _): keepsField(Self.field(item))
      case .item, .setMember, .other: false
      }
    }
    if !isWhole { keepUsedOptions(of: &copy) }
    return copy
  }

  private func copy(_ document: PlanDocument, where isKept: (ElementPath) -> Bool) -> PlanDocument {
    var copy = PlanDocument(id: document.id, format: document.format)
    for (path, elements) in document.elements where isKept(path) { copy[path] = elements }
    return copy
  }

  private func keepsField(_ name: ExactString) -> Bool {
    CustomField.isMember(name) && (isWhole || values[name] != nil)
  }

  /// Returns the name that a custom field has in plan files: `custom.points` for `points`.
  private static func field(_ id: ExactString) -> ExactString {
    ExactString(CustomField.prefix + id.text)
  }

  private func keeps(link: ExactString) -> Bool {
    guard let link = Link(link.text), Link.knownKinds.contains(link.kind) else { return false }
    return PlanID(link.target).map(plans.contains) ?? aliases.contains(AliasKey(link.target))
  }

  /// Removes the options of custom fields that no included plan uses.
  private func keepUsedOptions(of document: inout PlanDocument) {
    for (path, elements) in document.elements {
      guard case .item("fields", let item, "options") = path else { continue }
      let used = values[Self.field(item)] ?? []
      document[path] = elements.map { element in
        let options = element.value.array?.compactMap(\.string) ?? []
        return StampedValue(
          stamp: element.stamp, value: .strings(options.filter { used.contains(ExactString($0)) }))
      }
    }
  }
}
