import Git

extension BoardRepository {
  func reference(_ name: String) throws(StoreError) -> ObjectID? {
    try StoreError.wrapping(try git.reference(name))
  }

  func symbolicTarget(of name: String) throws(StoreError) -> String? {
    try StoreError.wrapping(try git.symbolicTarget(of: name))
  }

  func references(under prefix: String) throws(StoreError) -> [NamedReference] {
    try StoreError.wrapping(try git.references(under: prefix))
  }

  func updateReference(
    _ name: String, to target: ObjectID, expecting expected: ObjectID?, reflog: String,
    who: Signature
  ) throws(StoreError) -> ReferenceUpdate {
    try StoreError.wrapping(
      try git.updateReference(name, to: target, expecting: expected, reflog: reflog, who: who))
  }

  func requireDirect(_ name: String, for operation: String) throws(StoreError) {
    try StoreError.wrapping(try git.requireDirect(name, for: operation))
  }

  func requireFree(_ name: String, for operation: String) throws(StoreError) {
    try StoreError.wrapping(try git.requireFree(name, for: operation))
  }

  func reflog(of name: String) throws(StoreError) -> [ReferenceMove] {
    try StoreError.wrapping(try git.reflog(of: name))
  }

  func lastMoveOfHead() throws(StoreError) -> HeadMove? {
    try StoreError.wrapping(try git.lastMoveOfHead())
  }

  // MARK: - History

  var shallowCommits: Set<ObjectID> {
    get throws(StoreError) { try StoreError.wrapping(try git.shallowCommits) }
  }

  func mergeBases(_ one: ObjectID, _ other: ObjectID) throws(StoreError) -> [ObjectID] {
    try StoreError.wrapping(try git.mergeBases(one, other))
  }

  func isAncestor(_ ancestor: ObjectID, of descendant: ObjectID) throws(StoreError) -> Bool {
    try StoreError.wrapping(try git.isAncestor(ancestor, of: descendant))
  }

  func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(StoreError) -> (ahead: Int, behind: Int) {
    try StoreError.wrapping(try git.aheadBehind(local: local, upstream: upstream))
  }

  func commits(
    from tips: [ObjectID], hiding hidden: [ObjectID] = [], limit: Int? = nil,
    order: CommitOrder = .newestFirst
  ) throws(StoreError) -> [ObjectID] {
    try StoreError.wrapping(try git.commits(from: tips, hiding: hidden, limit: limit, order: order))
  }
}
