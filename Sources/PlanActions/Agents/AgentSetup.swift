import PlanModel
import PlanStore

/// The files of agents' clients in the work tree, with the parts that pmgit writes.
///
/// These are the only files of the code's work tree that pmgit writes, and only on request.
package struct AgentSetup {
  private let files: CodeFiles
  private let board: BoardName
  /// Whether the commands in the files name the board.
  private let isNamed: Bool

  fileprivate init(_ files: CodeFiles, board: BoardName, isNamed: Bool) {
    (self.files, self.board, self.isNamed) = (files, board, isNamed)
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
    /// The content before, of a symbolic link its target; nil if there is no file.
    package let before: [UInt8]?
    /// The content after; nil if the file is removed.
    package let after: [UInt8]?
    /// Whether it is a symbolic link, which would lead nowhere.
    fileprivate var isLink = false
  }

  /// The changes of files, with their paths free of symbolic links.
  private struct PendingFiles {
    private var files: [(path: String, before: [UInt8]?, after: [UInt8]?)] = []

    /// Returns the planned content of a file, which is nil for none; nil for an unplanned file.
    func content(of path: String) -> [UInt8]?? { files.first { $0.path == path }?.after }

    mutating func note(_ path: String, from before: [UInt8]?, to after: [UInt8]?) {
      if let index = files.firstIndex(where: { $0.path == path }) {
        files[index].after = after
      } else {
        files.append((path, before, after))
      }
    }

    var changes: [Change] {
      files.filter { $0.before != $0.after }
        .map { Change(path: $0.path, before: $0.before, after: $0.after) }
    }
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
  /// - Parameter isNamed: Whether the commands in the files name the board.
  /// - Throws: `Problem` in a bare repository, which has no work tree.
  package func agentSetup(naming isNamed: Bool = false) throws -> AgentSetup {
    guard let files = try store.codeFiles() else {
      throw Problem(
        code: .bareRepository,
        message: "'\(store.repository.gitDirectory)' has no work tree for the files of agents",
        hints: ["run it in a clone, where agents work"])
    }
    return AgentSetup(files, board: name, isNamed: isNamed)
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
        instructionsAt: path, for: used.filter { $0.instructions == path }, board: board,
        isNamed: isNamed)
    } + used.map(settings)
  }

  private func settings(of client: AgentClient) -> AgentFile {
    AgentFile(settingsOf: client, naming: isNamed ? board : nil)
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
      try !wanted.contains(client) && state(of: settings(of: client)) != .absent
    }
    let kept = Set(try others.map { try files.realPath(of: $0.instructions) })
    let chosen = try files(of: wanted).filter { !kept.contains(try files.realPath(of: $0.path)) }
    return try change(chosen, .remove, isRehearsal: isRehearsal)
  }

  private enum Direction { case add, remove }

  private func change(
    _ chosen: [AgentFile], _ direction: Direction, isRehearsal: Bool
  ) throws -> Outcome {
    var outcome = Outcome()
    var pending = PendingFiles()
    for file in chosen {
      do {
        // Several names may lead to one file.
        let path = try files.realPath(of: file.path) ?? file.path
        let before = try pending.content(of: path) ?? (try content(of: file))
        if let before, try file.state(in: before) == .byHand {
          outcome.byHand.append(file.path)
          continue
        }
        let after =
          switch direction {
          case .add: try before.map(file.added) ?? file.new
          case .remove: try before.flatMap(file.removed)
          }
        pending.note(path, from: before, to: after)
      } catch let refusal as AgentFile.Refusal {
        // pmgit has written nothing where it refuses to write.
        if direction == .remove, refusal.isForeign { continue }
        let problem = problem(of: file, refusal, direction)
        outcome.refusals.append(Refusal(path: file.path, problem: problem))
      }
    }
    outcome.changes = pending.changes
    outcome.changes += try links(to: Set(pending.changes.filter { $0.after == nil }.map(\.path)))
    if !isRehearsal { for change in outcome.changes.reversed() { try make(change) } }
    return outcome
  }

  /// Returns the removals of clients' files that are symbolic links to files that are removed.
  private func links(to removed: Set<String>) throws -> [Change] {
    guard !removed.isEmpty else { return [] }
    let paths = AgentClient.allCases.flatMap { [$0.instructions, $0.settings] }.unique
    return try paths.compactMap { path in
      guard let target = files.link(at: path), let real = try files.realPath(of: path),
        removed.contains(real)
      else { return nil }
      return Change(path: path, before: Array(target.utf8), after: nil, isLink: true)
    }
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
    if change.isLink {
      try files.removeLink(change.path)
    } else if let after = change.after {
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
