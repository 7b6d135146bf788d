import Git
import PlanModel
import PlanStore

/// The files that pmgit writes into the work tree for agent clients.
///
/// They are the only files that pmgit writes into the code's work tree, and only on request. Files
/// that pmgit did not write are never changed, except that a removal takes pmgit's part out of
/// them.
package struct AgentSetup {
  fileprivate let files: WorkTreeFiles
  fileprivate let board: BoardName
  /// Whether the commands in the files name the board.
  fileprivate let isNamed: Bool

  /// Whether pmgit wrote a file, and whether its content is the present one.
  package enum State: String, Sendable {
    case absent
    /// pmgit wrote the file, with the present content or with other content.
    case installed, outdated
    /// The file has lines that pmgit did not write, and already contains pmgit's part.
    case byHand = "by-hand"
    /// pmgit did not write the file, and the file does not mention pmgit or can't be read.
    case foreign
  }

  package struct File: Sendable {
    package let path: String
    /// The clients that read the file; empty for common instructions that no client in use reads.
    package let clients: [AgentClient]
    package let state: State
  }

  /// A change to one file, made or only shown.
  package struct Change: Sendable {
    package let path: String
    /// The content before; nil if there is no file.
    package let before: [UInt8]?
    /// The content after; nil if the file is removed.
    package let after: [UInt8]?
  }

  /// A file that pmgit did not write and that lacks pmgit's part, with what to do by hand.
  package struct Refusal: Sendable {
    package let path: String
    package let problem: Problem
  }

  /// What was done, or would be done.
  package struct Outcome: Sendable {
    package fileprivate(set) var changes: [Change] = []
    package fileprivate(set) var refusals: [Refusal] = []
    /// The files with lines that pmgit did not write and with pmgit's part, which are not changed.
    package fileprivate(set) var byHand: [String] = []
  }
}

extension Workspace {
  /// Returns the files of agents' clients.
  ///
  /// - Parameter isNamed: Whether the commands in the files name the board.
  /// - Throws: `Problem` in a bare repository, which has no work tree.
  package func agentSetup(naming isNamed: Bool = false) throws -> AgentSetup {
    guard let workTree = store.repository.workTree else {
      throw Problem(
        code: .bareRepository,
        message: "'\(store.repository.gitDirectory)' has no work tree for the files of agents",
        hints: ["run it in a clone, where agents work"])
    }
    return AgentSetup(files: try WorkTreeFiles(in: workTree), board: name, isNamed: isNamed)
  }
}

// MARK: - Which files

extension AgentSetup {
  /// The clients that have files in the work tree.
  package var present: [AgentClient] {
    AgentClient.allCases.filter { $0.traces.contains(where: files.exists) }
  }

  /// Returns the files of clients, each once.
  ///
  /// - Parameter clients: The clients; empty for those that are used in the work tree. In this case
  ///   the common instructions are included if they exist, or if no client is used.
  private func files(of clients: [AgentClient]) -> [OwnFile] {
    let used = clients.isEmpty ? present : clients.unique
    var paths = used.map(\.instructions).unique
    let isCommon = files.exists(AgentClient.commonInstructions) || used.isEmpty
    if clients.isEmpty, isCommon, !paths.contains(AgentClient.commonInstructions) {
      paths.insert(AgentClient.commonInstructions, at: 0)
    }
    return paths.map { path in
      AgentClient.instructions(
        at: path, for: used.filter { $0.instructions == path }, board: board, isNamed: isNamed)
    } + used.map(settings)
  }

  private func settings(of client: AgentClient) -> OwnFile {
    client.settingsFile(naming: isNamed ? board : nil)
  }

  /// Returns the state of each file, for all clients.
  package func states() throws -> [File] {
    try files(of: AgentClient.allCases).map { file in
      File(path: file.path, clients: file.clients, state: try state(of: file))
    }
  }

  private func state(of file: OwnFile) throws -> State {
    file.state(of: try files.content(of: file.path))
  }
}

// MARK: - Changing

extension AgentSetup {
  /// Writes the missing files of clients, and updates those that an older pmgit wrote.
  ///
  /// - Parameters:
  ///   - clients: The clients; empty for those that are used in the work tree. If none is used,
  ///     only the common instructions are written.
  ///   - isDryRun: Whether the changes are only shown.
  package func install(for clients: [AgentClient], isDryRun: Bool = false) throws -> Outcome {
    var outcome = Outcome()
    for file in files(of: clients) {
      let content = try files.content(of: file.path)
      switch file.state(of: content) {
      case .installed: break
      case .absent, .outdated:
        outcome.changes.append(Change(path: file.path, before: content.ownBytes, after: file.bytes))
      case .byHand: outcome.byHand.append(file.path)
      case .foreign: outcome.refusals.append(Refusal(file, content))
      }
    }
    if !isDryRun { try outcome.changes.forEach(make) }
    return outcome
  }

  /// Removes the files that pmgit wrote for clients, and their folders if they become empty. From
  /// instructions with other lines, only pmgit's part is removed.
  ///
  /// - Parameter clients: The clients; empty for all. Instructions are kept if another client reads
  ///   them and its settings contain pmgit's server.
  package func uninstall(for clients: [AgentClient], isDryRun: Bool = false) throws -> Outcome {
    let wanted = clients.isEmpty ? AgentClient.allCases : clients.unique
    let others = try AgentClient.allCases.filter { client in
      let state = try state(of: settings(of: client))
      return !wanted.contains(client) && state != .absent && state != .foreign
    }
    // Instructions may be a symbolic link to those of another client.
    let kept = Set(try others.map { try files.realPath(of: $0.instructions) })
    var outcome = Outcome()
    for file in files(of: wanted) where !kept.contains(try files.realPath(of: file.path)) {
      let content = try files.content(of: file.path)
      switch file.state(of: content) {
      case .absent, .foreign: break
      case .installed, .outdated:
        outcome.changes.append(Change(path: file.path, before: content.ownBytes, after: nil))
      case .byHand:
        if let text = content.ownBytes, let rest = file.remainder(of: text) {
          let isBlank = rest.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
          outcome.changes.append(
            Change(path: file.path, before: text, after: isBlank ? nil : rest))
        } else {
          outcome.byHand.append(file.path)
        }
      }
    }
    if !isDryRun { try outcome.changes.forEach(make) }
    return outcome
  }

  private func make(_ change: Change) throws {
    if let after = change.after {
      try files.write(after, to: change.path)
    } else {
      try files.remove(change.path)
    }
  }
}

extension AgentSetup.Refusal {
  fileprivate init(_ file: OwnFile, _ content: WorkTreeFiles.Content) {
    let reason =
      switch content {
      case .obstacle(.link): "a symbolic link leads out of the work tree, or nowhere"
      case .obstacle(.noFile): "it is not a file"
      case .obstacle(.tooLarge): "it is longer than a mebibyte"
      case .linked: "it is a symbolic link"
      case .absent, .bytes: "pmgit did not write it"
      }
    path = file.path
    problem = Problem(
      code: .file, message: "'\(file.path)' stays as it is: \(reason)",
      hints: [file.advice], detail: file.addition)
  }
}

extension WorkTreeFiles.Content {
  /// The bytes of a regular file; nil if the file is absent, a symbolic link, or can't be read.
  fileprivate var ownBytes: [UInt8]? {
    if case .bytes(let text) = self { text } else { nil }
  }
}
