import PmgitTestSupport

/// One thing that happens to the file of one plan. Steps can be in any order: a step that does not
/// apply does nothing.
enum RemovalStep: CustomStringConvertible {
  /// Creates the plan's file on a replica that has never seen the plan.
  case create(by: Int)
  /// Gives some fields of the plan new values, if its file is readable.
  case edit(by: Int, paths: [Int])
  /// Commits another file.
  case writeOther(by: Int)
  /// Removes the file by hand.
  case remove(by: Int)
  /// Writes one of two unreadable texts into the file.
  case breakFile(by: Int, text: Int)
  /// Writes the last readable version back, as `pmgit restore` does.
  case restore(by: Int)
  /// Merges a head that another replica had some commits ago.
  case pull(by: Int, from: Int, commitsAgo: Int)

  var description: String {
    switch self {
    case .create(let replica): "r\(replica) creates the plan"
    case .edit(let replica, let paths): "r\(replica) edits the paths \(paths)"
    case .writeOther(let replica): "r\(replica) writes another file"
    case .remove(let replica): "r\(replica) removes the file"
    case .breakFile(let replica, let text): "r\(replica) breaks the file, text \(text)"
    case .restore(let replica): "r\(replica) restores the plan"
    case .pull(let replica, let other, let ago):
      "r\(replica) pulls what r\(other) had \(ago) commits ago"
    }
  }
}

/// The steps of some replicas, drawn from a seed.
struct RemovalScript {
  let replicas: Int
  private(set) var steps: [RemovalStep] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    replicas = 2 + random.number(below: 3)
    if random.chance(80) {
      steps.append(.create(by: 0))
      for replica in 1..<replicas where random.chance(80) {
        steps.append(.pull(by: replica, from: 0, commitsAgo: 0))
      }
    }
    let length = 8 + random.number(below: 24)
    while steps.count < length { steps += Self.draw(replicas, using: &random) }
  }

  private static func draw(
    _ replicas: Int, using random: inout SeededGenerator
  ) -> [RemovalStep] {
    let replica = random.number(below: replicas)
    let other = (replica + 1 + random.number(below: replicas - 1)) % replicas
    switch random.number(below: 100) {
    case 0..<4: return [.create(by: replica)]
    case 4..<26: return [edit(by: replica, using: &random)]
    case 26..<32: return [.writeOther(by: replica)]
    case 32..<42: return [hiding(by: replica, using: &random)]
    case 42..<56: return [.restore(by: replica)]
    case 56..<62: return hiddenBelowBoth(replica, other, using: &random)
    case 62..<68:
      // Each merges the other's edit, but not the other's merge.
      return [
        edit(by: replica, using: &random), edit(by: other, using: &random),
        .pull(by: replica, from: other, commitsAgo: 0),
        .pull(by: other, from: replica, commitsAgo: 1),
      ]
    case 68..<90: return [.pull(by: replica, from: other, commitsAgo: 0)]
    default:
      return [.pull(by: replica, from: other, commitsAgo: 1 + random.number(below: 4))]
    }
  }

  private static func edit(by replica: Int, using random: inout SeededGenerator) -> RemovalStep {
    .edit(by: replica, paths: (0...random.number(below: 2)).map { _ in random.number(below: 4) })
  }

  private static func hiding(by replica: Int, using random: inout SeededGenerator) -> RemovalStep {
    random.chance(60)
      ? .remove(by: replica) : .breakFile(by: replica, text: random.number(below: 2))
  }

  /// Returns steps after which both replicas have a commit with the hidden file in their history.
  /// In between, each replica may restore the file, edit it, and hide it again.
  private static func hiddenBelowBoth(
    _ one: Int, _ other: Int, using random: inout SeededGenerator
  ) -> [RemovalStep] {
    var steps = [hiding(by: one, using: &random), .pull(by: other, from: one, commitsAgo: 0)]
    for replica in [one, other] {
      if random.chance(80) { steps.append(.restore(by: replica)) }
      if random.chance(70) { steps.append(edit(by: replica, using: &random)) }
      if random.chance(40) { steps.append(hiding(by: replica, using: &random)) }
    }
    return steps + [.pull(by: one, from: other, commitsAgo: 0)]
  }
}
