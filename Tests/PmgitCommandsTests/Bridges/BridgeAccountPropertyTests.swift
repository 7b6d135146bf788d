import PlanModel
import PmgitTestSupport
import Testing

/// Two clones and a tracker assign and unassign people at random. Some are named like the login of
/// another one, and one account is said otherwise in between.
@Suite("Accounts of people in two clones")
struct BridgeAccountPropertyTests {
  /// The names of people by their logins: first, and after Ann's account is said otherwise.
  private static let names = [
    "annlee": "Ann Lee <ann@example.com>", "bobby": "Alex", "alex": "Alex Smith <as@example.com>",
    "cy": "cy",
  ]
  private static let laterName = "Annabel <al@example.com>"

  /// What was ever added to an issue, and what was ever removed from it, by logins.
  private struct Past {
    var added: Set<String> = []
    var removed: Set<String> = []
  }

  private let tracker = FakeTracker()

  private func rest(_ pair: BridgedPair) async throws {
    for _ in 0..<3 {
      for clone in [pair.one, pair.two] {
        try await clone("sync")
        try await clone("bridge", "push")
        try await clone("sync")
      }
    }
  }

  /// Assigns or unassigns somebody in a clone, and notes whom this has added and removed.
  private func edit(
    _ clone: CommandRunner, _ number: Int, _ option: String, _ name: String, _ past: inout Past,
    _ names: [String: String]
  ) async throws {
    let logins = { (people: Set<String>) in
      Set(names.filter { people.contains($0.value) || people.contains($0.key) }.map(\.key))
    }
    let before = try await Set(clone.assignees(of: number))
    _ = await clone.run(["edit", "github:octo/app#\(number)", option, name])
    let after = try await Set(clone.assignees(of: number))
    past.added.formUnion(logins(after.subtracting(before)))
    past.removed.formUnion(logins(before.subtracting(after)))
  }

  private func step(
    _ pair: BridgedPair, _ past: inout [Int: Past], _ names: [String: String],
    _ random: inout SeededGenerator
  ) async throws {
    let clone = Bool.random(using: &random) ? pair.one : pair.two
    let number = Int.random(in: 1...2, using: &random)
    let logins = names.keys.sorted()
    let login = logins[Int.random(in: logins.indices, using: &random)]
    let name = names[login] ?? login
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      tracker.issues[number]?.assignees.insert(login)
      past[number]?.added.insert(login)
    case 2:
      if tracker.issues[number]?.assignees.remove(login) != nil {
        past[number]?.removed.insert(login)
      }
    case 3, 4:
      try await edit(clone, number, "--assign", name, &past[number, default: Past()], names)
    case 5:
      try await edit(clone, number, "--no-assign", name, &past[number, default: Past()], names)
    case 6: _ = await clone.run(["sync"])
    default: _ = await clone.run(["bridge", Bool.random(using: &random) ? "pull" : "push"])
    }
  }

  private func check(
    _ pair: BridgedPair, _ past: [Int: Past], _ names: [String: String], _ words: String
  ) async throws {
    for (number, past) in past {
      let there = tracker.issues[number]?.assignees ?? []
      #expect(there.isSubset(of: past.added), "\(words), \(number): nobody has added these")
      #expect(
        there.isSuperset(of: past.added.subtracting(past.removed)),
        "\(words), \(number): nobody has removed these, \(past)")
      for clone in [pair.one, pair.two] {
        let expected = Set(there.map { names[$0] ?? $0 })
        #expect(try await Set(clone.assignees(of: number)) == expected, "\(words), \(number)")
      }
    }
    for clone in [pair.one, pair.two] {
      let calm = await clone.run(["bridge", "push"])
      #expect(calm.messages.contains("nothing to send"), "\(words): \(calm)")
    }
  }

  @Test("Two clones and the tracker come to rest, and nobody is lost or added", arguments: 1...8)
  func property(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for title in ["One", "Two"] { tracker.add(title) }
    let pair = try await BridgedPair(tracker, seed: seed)
    var names = Self.names
    for (login, name) in names.sorted(by: { $0.key < $1.key }) where login != name {
      try await pair.one("people", "account", "github:\(login)", name)
    }
    try await rest(pair)
    var past = [1: Past(), 2: Past()]
    for _ in 0..<16 { try await step(pair, &past, names, &random) }
    try await rest(pair)
    try await check(pair, past, names, "seed \(seed)")
    // Somebody who is assigned keeps it when the account is said otherwise.
    for number in past.keys {
      past[number] = Past(added: tracker.issues[number]?.assignees ?? [])
    }
    names["annlee"] = Self.laterName
    try await pair.one("people", "account", "github:annlee", Self.laterName)
    try await pair.one("sync")
    try await pair.two("sync")
    for _ in 0..<12 { try await step(pair, &past, names, &random) }
    try await rest(pair)
    try await check(pair, past, names, "seed \(seed), later")
  }
}
