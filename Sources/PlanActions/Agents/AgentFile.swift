import PlanModel

/// A file of agents' clients, with the part in it that pmgit writes.
struct AgentFile: Sendable {
  let path: String
  /// The clients that read the file; empty for the instructions alone.
  let clients: [AgentClient]
  private let part: Part

  /// The part that pmgit writes.
  private enum Part {
    case section(MarkedSection)
    case table(MarkedSection)
    case entry(JSONEntry)
  }

  /// The state of a file's part.
  enum State: Hashable {
    case absent, current, outdated
    /// Somebody has written or changed the server.
    case byHand
  }

  /// The reason why a file is left as it is.
  struct Refusal: Error {
    /// A part of a sentence, after the name of the file.
    let reason: String
    /// Whether the file surely has nothing that pmgit has written.
    let isForeign: Bool
    /// What to do by hand with the lines that pmgit would write; nil to put them in.
    var advice: String?
  }

  /// - Parameter isNamed: Whether commands name the board.
  init(
    instructionsAt path: String, for clients: [AgentClient], board: BoardName, isNamed: Bool
  ) {
    (self.path, self.clients) = (path, clients)
    part = .section(AgentText.instructions(of: board, isNamed: isNamed))
  }

  /// - Parameter board: The board that the server is told to use; nil for the default board.
  init(settingsOf client: AgentClient, naming board: BoardName?) {
    (path, clients) = (client.settings, [client])
    part =
      client.serversMember.map { .entry(AgentText.server(in: $0, naming: board)) }
      ?? .table(AgentText.table(naming: board))
  }

  /// The content of the file if there is none yet.
  var new: [UInt8] {
    switch part {
    case .section(let section), .table(let section): section.file
    case .entry(let entry): entry.file
    }
  }

  func state(in text: [UInt8]) throws -> State {
    do {
      switch part {
      case .section(let section): return try State(section.state(in: text))
      case .table(let section): return try Self.state(of: section, in: text)
      case .entry(let entry): return try State(entry.state(in: text))
      }
    } catch {
      throw Refusal(error, in: text)
    }
  }

  /// Returns the state of the server in TOML, where the rest of the text can define it too.
  private static func state(of section: MarkedSection, in text: [UInt8]) throws -> State {
    let state = try section.state(in: text)
    do {
      let servers = try TOMLServers(AgentText.name, mark: "# \(AgentText.name):", in: text)
      switch state {
      case .absent, .foreign:
        if servers.definitions > 0 { return .byHand }
        if let obstacle = servers.obstacle { throw obstacle }
        return try State(state)
      case .current, .outdated:
        return servers.definitions == OwnServer.statementsInTable ? try State(state) : .byHand
      }
    } catch let failure as TOMLServers.Failure {
      throw Refusal(failure, isForeign: state == .absent)
    }
  }

  /// Returns the text with the part, unless somebody has written the server.
  func added(to text: [UInt8]) throws -> [UInt8] {
    do {
      switch part {
      case .section(let section): return try section.added(to: text)
      case .table(let section):
        return try Self.state(of: section, in: text) == .byHand ? text : section.added(to: text)
      case .entry(let entry):
        return try entry.state(in: text) == .foreign ? text : entry.added(to: text)
      }
    } catch {
      throw Refusal(error, in: text)
    }
  }

  /// Returns the text without the part, unless somebody has written the server.
  ///
  /// - Returns: nil if nothing else is in the file.
  func removed(from text: [UInt8]) throws -> [UInt8]? {
    do {
      switch part {
      case .section(let section): return try section.removed(from: text)
      case .table(let section):
        return try Self.state(of: section, in: text) == .byHand
          ? text : section.removed(from: text)
      case .entry(let entry):
        return try entry.state(in: text) == .foreign ? text : entry.removed(from: text)
      }
    } catch {
      throw Refusal(error, in: text)
    }
  }
}

extension AgentFile.State {
  fileprivate init(_ state: MarkedSection.State) throws(MarkedSection.Failure) {
    self =
      switch state {
      case .absent: .absent
      case .current: .current
      case .outdated: .outdated
      case .foreign: throw .foreign
      }
  }

  fileprivate init(_ state: JSONEntry.State) {
    self =
      switch state {
      case .absent: .absent
      case .current: .current
      case .outdated: .outdated
      case .foreign: .byHand
      }
  }
}

extension AgentFile.Refusal {
  fileprivate init(_ error: any Error, in text: [UInt8]) {
    let isForeign = !String(decoding: text, as: UTF8.self).contains(AgentText.name)
    switch error {
    case let refusal as AgentFile.Refusal:
      self = refusal
      return
    case MarkedSection.Failure.unpairedMarks:
      reason = "has a mark of pmgit without its counterpart, or several"
    case MarkedSection.Failure.foreign: reason = "has pmgit's marks around other lines"
    case MarkedSection.Failure.openCodeBlock: reason = "has a code block without an end"
    case JSONEntry.Failure.invalid(let error):
      reason = "is not plain JSON, which has no comments: \(error)"
    case JSONEntry.Failure.noObject: reason = "has no object where the servers should be"
    default: reason = "can't be changed: \(error)"
    }
    self.isForeign = isForeign
  }
  fileprivate init(_ failure: TOMLServers.Failure, isForeign: Bool) {
    self.isForeign = isForeign
    switch failure {
    case .invalid(let line, let text): reason = "is not valid TOML in line \(line): \(text)"
    case .multiLineString(let line):
      reason = "has text like pmgit's own inside the multi-line string in line \(line)"
    case .value:
      reason = "has 'mcp_servers' as a value, such as an inline table, which can't have tables"
      advice = "write 'mcp_servers' as tables, and add these lines"
    case .array:
      reason = "has 'mcp_servers' as an array of tables, where a table should be"
      advice = "write 'mcp_servers' as tables, and add these lines"
    }
  }
}
