/// Reads the contents of a plan file.
extension PlanFileShape {
  func contents() throws(JSONError) -> PlanContents {
    let root = try root()
    guard let index = root.format, case .number(let number) = text.value(index),
      let format = number.integer, format >= 1
    else { throw text.error("'format' must be a whole number from 1", at: root.format) }
    guard let id = root.id, text.tokens[id].kind == .string else {
      throw text.error("'id' must be a string", at: root.id)
    }
    let stamps = try stamps(root)
    let values = try inOrder(values(root))
    return PlanContents(
      format: format, id: text.string(id), text: text, values: values, stamps: stamps,
      conflicts: try conflicts(root))
  }

  // MARK: - Values

  /// Returns the values sorted by path, each path once.
  private func inOrder(_ leaves: [Leaf]) throws(JSONError) -> [Leaf] {
    for leaf in leaves { try checkDepth(leaf.value) }
    let isInOrder = leaves.indices.dropFirst().allSatisfy { leaves[$0 - 1].path < leaves[$0].path }
    guard !isInOrder else { return leaves }
    var unique: [Leaf] = []
    for leaf in leaves.sorted(by: { $0.path < $1.path }) where unique.last?.path != leaf.path {
      unique.append(leaf)
    }
    return unique
  }

  private func checkDepth(_ index: Int) throws(JSONError) {
    // Few texts are nested that deep, so most values need no check.
    guard text.depth > PlanFile.maximumValueDepth,
      text.value(index).isNested(deeperThan: PlanFile.maximumValueDepth)
    else { return }
    throw text.error("a value nested deeper than \(PlanFile.maximumValueDepth) levels", at: index)
  }

  // MARK: - Stamps and conflicts

  /// Returns the stamps in `stamps`, sorted by path.
  private func stamps(_ root: Root) throws(JSONError) -> [PlanContents.Stamps] {
    var found: [PlanContents.Stamps] = []
    for leaf in try leaves(under: "stamps", root.stamps) {
      if text.tokens[leaf.value].kind == .string {
        found.append((leaf.path, [Stamp(text.string(leaf.value))]))
        continue
      }
      let texts = try strings(leaf.value, named: leaf.path.components.last ?? "")
      guard !texts.isEmpty else { throw text.error("an empty list of stamps", at: leaf.value) }
      found.append((leaf.path, texts.map { Stamp(text.string($0)) }))
    }
    return found
  }

  /// Returns the values in `conflicts`.
  private func conflicts(_ root: Root) throws(JSONError) -> [PlanContents.Candidates] {
    var found: [PlanContents.Candidates] = []
    for leaf in try leaves(under: "conflicts", root.conflicts) {
      if case .setMember = leaf.path {
        throw text.error("a member of a set has no conflicts", at: leaf.value)
      }
      guard text.tokens[leaf.value].kind == .array else {
        throw text.error("conflicts must be a list", at: leaf.value)
      }
      var candidates: [StampedValue] = []
      for index in text.elements(of: leaf.value) { candidates.append(try candidate(index)) }
      found.append((leaf.path, candidates))
    }
    return found
  }

  private func candidate(_ index: Int) throws(JSONError) -> StampedValue {
    let members = text.tokens[index].kind == .object ? Array(text.members(of: index)) : []
    guard members.count == 2, text.tokens[members[0].value].kind == .string,
      text.string(members[0].key) == "at", text.string(members[1].key) == "value"
    else { throw text.error("a conflict must hold 'at' and 'value' alone", at: index) }
    try checkDepth(members[1].value)
    return StampedValue(
      stamp: Stamp(text.string(members[0].value)), value: text.value(members[1].value))
  }
}

extension JSONValue {
  func isNested(deeperThan levels: Int) -> Bool {
    switch self {
    case .array(let values):
      levels == 0 || values.contains { $0.isNested(deeperThan: levels - 1) }
    case .object(let object):
      levels == 0 || object.members.contains { $0.value.isNested(deeperThan: levels - 1) }
    case .null, .bool, .number, .string: false
    }
  }
}
