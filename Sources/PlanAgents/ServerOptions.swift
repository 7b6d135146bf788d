import PlanActions
package import PlanModel

/// The options of one run of the server, with the environment and the clocks of the process.
package struct ServerOptions: Sendable {
  /// A folder in the repository.
  package var folder: String
  /// The board; nil for the default board.
  package var board: BoardName?
  /// The name of the agent; nil for `PMGIT_AGENT`, or else the name that the client gives itself.
  package var agent: String?
  package var environment: [String: String]
  package var clock: @Sendable () -> Timestamp
  package var clocks: LocalClocks
  /// The name of this machine.
  package var machine: String
  /// The version of pmgit: `0.1.0`.
  package var version: String

  package init(
    folder: String, environment: [String: String], clock: @escaping @Sendable () -> Timestamp,
    clocks: LocalClocks, machine: String, version: String
  ) {
    (self.folder, self.environment) = (folder, environment)
    (self.clock, self.clocks) = (clock, clocks)
    (self.machine, self.version) = (machine, version)
  }

  /// Opens the board for a client, at the present time.
  ///
  /// - Parameters:
  ///   - client: The name that the client gives itself.
  ///   - named: Another board; nil for the one of the options.
  func workspace(for client: String?, board named: BoardName? = nil) throws -> Workspace {
    let participant = Participant(
      environment: environment, now: clock(), clock: clock, clocks: clocks,
      random: SystemRandomNumberGenerator())
    let workspace = try Workspace(at: folder, board: named ?? board, as: participant)
    if let agent {
      try participant.act(as: agent)
    } else {
      try participant.actAsAgentOfEnvironment()
    }
    if participant.actor == nil, let name = client.flatMap(AgentName.init) {
      try participant.act(
        as: name.text(in: workspace.linkedWorkTree, at: "\(machine):\(workspace.workTreeFolder)"))
    }
    return workspace
  }
}

/// The name of an agent, derived from the name that a client gives itself.
struct AgentName {
  private let text: String

  /// The most characters of a name.
  private static let longest = 40

  /// Keeps letters, digits and some signs, and puts a hyphen between other parts.
  ///
  /// - Returns: nil if nothing is left.
  init?(_ client: String) {
    let parts = client.prefix(10 * Self.longest).split { !Self.isKept($0) }
    let name = parts.joined(separator: "-").drop { !$0.isLetter && !$0.isNumber }
    // `me` means the person of git's identity, so it can't be the name of an agent.
    text = name.lowercased() == "me" ? "agent" : String(name.prefix(Self.longest))
    if text.isEmpty { return nil }
  }

  private static func isKept(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || "-_.".contains(character))
  }

  /// Returns the name with the linked work tree and a mark of the place, such as
  /// `claude-code/fix-login-k3p9`. So agents of one kind that work in two work trees, two clones or
  /// two machines have different names, and can't hold the same plan.
  ///
  /// - Parameters:
  ///   - workTree: The name of the linked work tree; nil in the main one.
  ///   - place: The machine and the folder of the work tree.
  func text(in workTree: String?, at place: String) -> String {
    let tree = workTree.flatMap(AgentName.init).map { "/\($0.text)" } ?? ""
    return "\(text)\(tree)-\(Self.mark(of: place))"
  }

  /// Returns four letters or digits. Two places have the same mark with a probability of 1 in 1.7
  /// million.
  private static func mark(of place: String) -> String {
    let digits = String(FNV1a.hash(of: Array(place.utf8)) % 1_679_616, radix: 36)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
