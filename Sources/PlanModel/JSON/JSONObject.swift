/// The members of an object, sorted by the bytes of their keys. Each key occurs once.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let key: ExactString
    package var value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  /// Creates an object from members in any order, with distinct keys.
  ///
  /// Inserting members one by one would move all later members each time.
  init(distinct members: [Member]) { self.members = members.sorted { $0.key < $1.key } }

  /// Creates an object from members with distinct keys that are sorted by key.
  init(sorted members: [Member]) { self.members = members }

  /// Creates an object from members in any order; nil if a key occurs twice.
  init?(unsorted: [Member]) {
    members = unsorted
    for index in members.indices.dropFirst() where members[index - 1].key >= members[index].key {
      members.sort { $0.key < $1.key }
      break
    }
    for index in members.indices.dropFirst() where members[index - 1].key == members[index].key {
      return nil
    }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }

  /// The value of a member; assigning nil removes the member.
  ///
  /// - Complexity: O(log n) comparisons to read, O(n) to insert.
  package subscript(key: ExactString) -> JSONValue? {
    get {
      let index = position(of: key)
      return index < members.count && members[index].key == key ? members[index].value : nil
    }
    set {
      let index = position(of: key)
      let found = index < members.count && members[index].key == key
      switch (found, newValue) {
      case (true, let value?): members[index].value = value
      case (true, nil): members.remove(at: index)
      case (false, let value?): members.insert(Member(key: key, value: value), at: index)
      case (false, nil): break
      }
    }
  }

  /// Returns the index of the first member whose key is not less than `key`.
  private func position(of key: ExactString) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object in source code. If a key occurs twice, the last value is used.
  package init(dictionaryLiteral elements: (ExactString, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
