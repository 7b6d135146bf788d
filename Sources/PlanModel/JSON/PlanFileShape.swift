/// Finds the paths in the text of a plan file, and rejects sections with the wrong shape.
struct PlanFileShape {
  let text: JSONText

  /// A path, and the index of its value in the text.
  struct Leaf {
    let path: ElementPath
    let value: Int
  }

  /// The members of the outermost object.
  struct Root {
    var format: Int?
    var id: Int?
    var stamps: Int?
    var conflicts: Int?
    /// The members that hold values, sorted by key.
    var others: [(key: ExactString, value: Int)] = []
  }

  func root() throws(JSONError) -> Root {
    guard text.tokens[0].kind == .object else {
      throw text.error("a plan file must hold an object", at: 0)
    }
    var root = Root()
    for member in text.members(of: 0) {
      let key = text.string(member.key)
      switch key {
      case "format": root.format = member.value
      case "id": root.id = member.value
      case "stamps": root.stamps = member.value
      case "conflicts": root.conflicts = member.value
      default: root.others.append((key, member.value))
      }
    }
    return root
  }

  /// Returns the path and index of every value. For a set member, this is the index of its name.
  func values(_ root: Root) throws(JSONError) -> [Leaf] {
    var found: [Leaf] = []
    for (key, value) in root.others {
      switch key {
      case "fields": try addFields(of: value, to: &found)
      case "sets":
        for set in try object(value, named: key) {
          let name = text.string(set.key)
          for label in try strings(set.value, named: name) {
            found.append(
              Leaf(path: .setMember(set: name, member: text.string(label)), value: label))
          }
        }
      case "items": try addItems(of: value, to: &found)
      default: found.append(Leaf(path: .other(key), value: value))
      }
    }
    return found
  }

  /// Returns the paths in `stamps` or `conflicts` with the indices of their values; no paths if the
  /// index of the section is nil.
  func leaves(under name: ExactString, _ index: Int?) throws(JSONError) -> [Leaf] {
    guard let index else { return [] }
    var found: [Leaf] = []
    for member in try object(index, named: name) {
      let key = text.string(member.key)
      switch key {
      case "fields": try addFields(of: member.value, to: &found)
      case "sets": try addSets(of: member.value, to: &found)
      case "items": try addItems(of: member.value, to: &found)
      case "other": try addOthers(of: member.value, to: &found)
      default: throw text.error("unknown section '\(key)'", at: member.value)
      }
    }
    return found
  }

  // MARK: - Sections

  private func addFields(of fields: Int, to found: inout [Leaf]) throws(JSONError) {
    for field in try object(fields, named: "fields") {
      found.append(Leaf(path: .field(text.string(field.key)), value: field.value))
    }
  }

  private func addSets(of sets: Int, to found: inout [Leaf]) throws(JSONError) {
    for set in try object(sets, named: "sets") {
      let name = text.string(set.key)
      for member in try object(set.value, named: name) {
        let path = ElementPath.setMember(set: name, member: text.string(member.key))
        found.append(Leaf(path: path, value: member.value))
      }
    }
  }

  private func addItems(of lists: Int, to found: inout [Leaf]) throws(JSONError) {
    for list in try object(lists, named: "items") {
      let listName = text.string(list.key)
      for item in try object(list.value, named: listName) {
        let itemName = text.string(item.key)
        for member in try object(item.value, named: itemName) {
          let path = ElementPath.item(
            list: listName, item: itemName, member: text.string(member.key))
          found.append(Leaf(path: path, value: member.value))
        }
      }
    }
  }

  private func addOthers(of others: Int, to found: inout [Leaf]) throws(JSONError) {
    for other in try object(others, named: "other") {
      let key = text.string(other.key)
      guard !PlanFile.reservedMembers.contains(key) else {
        throw text.error("'\(key)' can't be a member of 'other'", at: other.value)
      }
      found.append(Leaf(path: .other(key), value: other.value))
    }
  }

  // MARK: - Kinds

  private func object(_ index: Int, named name: ExactString) throws(JSONError) -> JSONText.Members {
    guard text.tokens[index].kind == .object else {
      throw text.error("'\(name)' must be an object", at: index)
    }
    return text.members(of: index)
  }

  func strings(_ index: Int, named name: ExactString) throws(JSONError) -> JSONText.Elements {
    guard text.tokens[index].kind == .array,
      text.elements(of: index).allSatisfy({ text.tokens[$0].kind == .string })
    else { throw text.error("'\(name)' must be a list of strings", at: index) }
    return text.elements(of: index)
  }
}
