import PlanModel
import PlanStore

/// The files of agents' clients in the work tree, with the parts that pmgit writes.
///
/// These are the only files in a work tree that pmgit writes, and only on request.
package struct AgentSetup {
  private let files: CodeFiles
  private let board: BoardName

  fileprivate init(_ files: CodeFiles, board: BoardName) {
    (self.files, self.board) = (files, board)
  }

  /// The state of a file's part.
  package enum State: String, Sendable {
    case absent, installed, outdated
    /// Somebody has written or changed the server, so that pmgit leaves it.
    case byHand = "by-hand"
    /// The file can't be used: it is not plain JSON, or a link leads out of the work tree.
    case unusable
  }

  /// A file, and what pmgit has written in it.
  package struct File: Sendable {
    package let path: String
    /// The clients that read it; empty for instructions that no client asked for.
    package let clients: [AgentClient]
    package let state: State
  }

  /// A change of one file, made or only shown.
  package struct Change: Sendable {
    package let path: String
    /// The content before; nil if there is no file.
    package let before: [UInt8]?
    /// The content after; nil if the file is removed.
    package let after: [UInt8]?
  }

  /// A file that stays as it is, with the reason.
  package struct Refusal: Sendable {
    package let path: String
    package let problem: Problem
  }

  /// What was done, or would be done.
  package struct Outcome: Sendable {
    package fileprivate(set) var changes: [Change] = []
    package fileprivate(set) var refusals: [Refusal] = []
    /// The files with a server that somebody has written or changed, which stay as they are.
    package fileprivate(set) var byHand: [String] = []
  }
}

extension Workspace {
  /// Returns the files of agents' clients.
  ///
  /// - Throws: `Problem` in a bare repository, which has no work tree.
  package func agentSetup() throws -> AgentSetup {
    guard let files = try store.codeFiles() else {
      throw Problem(
        code: .bareRepository,
        message: "'\(store.repository.gitDirectory)' has no work tree for the files of agents",
        hints: ["run it in a clone, where agents work"])
    }
    return AgentSetup(files, board: name)
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
  /// - Parameter clients: The clients; empty for those that have files in the work tree. Then the
  ///   common instructions are included if they are there, or if no client has files.
  private func files(of clients: [AgentClient]) -> [AgentFile] {
    let used = clients.isEmpty ? present : clients.unique
    var paths = used.map(\.instructions).unique
    let isCommon = files.exists(AgentClient.commonInstructions) || used.isEmpty
    if clients.isEmpty, isCommon, !paths.contains(AgentClient.commonInstructions) {
      paths.insert(AgentClient.commonInstructions, at: 0)
    }
    return paths.map { path in
      AgentFile(
        instructionsAt: path, for: used.filter { $0.instructions == path }, board: board)
    } + used.map(AgentFile.init(settingsOf:))
  }

  /// Returns the state of each file, of all clients.
  package func states() throws -> [File] {
    try files(of: AgentClient.allCases).map { file in
      File(path: file.path, clients: file.clients, state: try state(of: file))
    }
  }

  private func state(of file: AgentFile) throws -> State {
    switch try files.content(of: file.path) {
    case .absent: return .absent
    case .obstacle: return .unusable
    case .bytes(let text):
      do {
        return switch try file.state(in: text) {
        case .absent: .absent
        case .current: .installed
        case .outdated: .outdated
        case .byHand: .byHand
        }
      } catch is AgentFile.Refusal {
        return .unusable
      }
    }
  }
}

// MARK: - Changing

extension AgentSetup {
  /// Writes pmgit's part into the files of clients. All that is already there stays as it is, byte
  /// by byte.
  ///
  /// - Parameters:
  ///   - clients: The clients; empty for those that have files in the work tree, or for the common
  ///     instructions alone.
  ///   - isRehearsal: Whether nothing is written.
  package func install(for clients: [AgentClient], isRehearsal: Bool = false) throws -> Outcome {
    try change(files(of: clients), .add, isRehearsal: isRehearsal)
  }

  /// Removes pmgit's part from the files of clients. A file that has nothing else is removed, and
  /// its folder if that is empty then.
  ///
  /// - Parameter clients: The clients; empty for all. Instructions that another client reads whose
  ///   settings have pmgit stay.
  package func uninstall(for clients: [AgentClient], isRehearsal: Bool = false) throws -> Outcome {
    let wanted = clients.isEmpty ? AgentClient.allCases : clients.unique
    let others = try AgentClient.allCases.filter { client in
      try !wanted.contains(client) && state(of: AgentFile(settingsOf: client)) != .absent
    }
    let kept = Set(others.map(\.instructions))
    let chosen = files(of: wanted).filter { !kept.contains($0.path) }
    return try change(chosen, .remove, isRehearsal: isRehearsal)
  }

  private enum Direction { case add, remove }

  private func change(
    _ chosen: [AgentFile], _ direction: Direction, isRehearsal: Bool
  ) throws -> Outcome {
    var outcome = Outcome()
    for file in chosen {
      do {
        let before = try content(of: file)
        if let before, try file.state(in: before) == .byHand {
          outcome.byHand.append(file.path)
          continue
        }
        let after =
          switch direction {
          case .add: try before.map(file.added) ?? file.new
          case .remove: try before.flatMap(file.removed)
          }
        if before != after {
          outcome.changes.append(Change(path: file.path, before: before, after: after))
        }
      } catch let refusal as AgentFile.Refusal {
        // pmgit has written nothing where it refuses to write.
        if direction == .remove, refusal.isForeign { continue }
        let problem = problem(of: file, refusal, direction)
        outcome.refusals.append(Refusal(path: file.path, problem: problem))
      }
    }
    if !isRehearsal { for change in outcome.changes { try make(change) } }
    return outcome
  }

  private func content(of file: AgentFile) throws -> [UInt8]? {
    switch try files.content(of: file.path) {
    case .absent: nil
    case .bytes(let text): text
    case .obstacle(let reason):
      throw AgentFile.Refusal(reason: "is left as it is: \(reason)", isForeign: true)
    }
  }

  private func make(_ change: Change) throws(StoreError) {
    if let after = change.after {
      try files.write(after, to: change.path)
    } else {
      try files.remove(change.path)
    }
  }

  /// Returns the problem of a file that can't be used, with what to do by hand.
  private func problem(
    of file: AgentFile, _ refusal: AgentFile.Refusal, _ direction: Direction
  ) -> Problem {
    var problem = Problem(code: .file, message: "'\(file.path)' \(refusal.reason)")
    switch direction {
    case .add:
      problem.detail = String(decoding: file.new, as: UTF8.self).split(separator: "\n")
        .map(String.init)
      let advice = refusal.advice ?? "put these lines in by hand"
      problem.hints = [Hint("nothing was changed there; \(advice)")]
    case .remove: problem.hints = ["nothing was changed there; remove pmgit's part by hand"]
    }
    return problem
  }
}
