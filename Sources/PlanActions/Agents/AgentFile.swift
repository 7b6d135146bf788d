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
  }

  /// The reason why a file is left as it is.
  struct Refusal: Error {
    /// A part of a sentence, after the name of the file.
    let reason: String
    /// Whether the file surely has nothing that pmgit has written.
    let isForeign: Bool
  }

  init(instructionsAt path: String, for clients: [AgentClient], board: BoardName) {
    (self.path, self.clients) = (path, clients)
    part = .section(AgentText.instructions(of: board))
  }

  init(settingsOf client: AgentClient) {
    (path, clients) = (client.settings, [client])
    part = client.serversMember.map { .entry(AgentText.server(in: $0)) } ?? .table(AgentText.table)
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
      case .section(let section), .table(let section):
        return switch try section.state(in: text) {
        case .absent: .absent
        case .current: .current
        case .outdated: .outdated
        }
      case .entry(let entry):
        return switch try entry.state(in: text) {
        case .absent: .absent
        case .current: .current
        case .outdated: .outdated
        }
      }
    } catch {
      throw Refusal(error, in: text)
    }
  }

  func added(to text: [UInt8]) throws -> [UInt8] {
    do {
      switch part {
      case .section(let section): return try section.added(to: text)
      case .table(let section):
        if try section.state(in: text) == .absent, TOMLServers.has(AgentText.name, in: text) {
          throw Refusal(
            reason: "has a server '\(AgentText.name)' already, which is not pmgit's own",
            isForeign: true)
        }
        return try section.added(to: text)
      case .entry(let entry): return try entry.added(to: text)
      }
    } catch {
      throw Refusal(error, in: text)
    }
  }

  /// - Returns: nil if nothing else is in the file.
  func removed(from text: [UInt8]) throws -> [UInt8]? {
    do {
      switch part {
      case .section(let section), .table(let section): return try section.removed(from: text)
      case .entry(let entry): return try entry.removed(from: text)
      }
    } catch {
      throw Refusal(error, in: text)
    }
  }
}

extension AgentFile.Refusal {
  fileprivate init(_ error: any Error, in text: [UInt8]) {
    var isForeign = !String(decoding: text, as: UTF8.self).contains(AgentText.name)
    switch error {
    case let refusal as AgentFile.Refusal: (reason, isForeign) = (refusal.reason, refusal.isForeign)
    case MarkedSection.Failure.unpairedMarks:
      reason = "has a mark of pmgit without its counterpart, or several"
    case JSONEntry.Failure.invalid(let error):
      reason = "is not plain JSON, which has no comments: \(error)"
    case JSONEntry.Failure.noObject: reason = "has no object where the servers should be"
    case JSONEntry.Failure.taken:
      reason = "has a server '\(AgentText.name)' already, which is not pmgit's own"
      isForeign = true
    default: reason = "can't be changed: \(error)"
    }
    self.isForeign = isForeign
  }
}
