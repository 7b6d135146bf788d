import Git
import PlanFormats
import PlanModel
import PlanStore
import PlanView

/// A bridge to another tracker, as this clone's git configuration defines it.
///
/// Definitions are never on the board: a command that comes from a remote must not run.
package struct Bridge: Hashable, Sendable {
  package let name: String
  let source: BridgeSource
  /// The name of the format; nil to detect it.
  package let format: String?
  /// The name of the source in aliases, if the source does not contain it.
  package let origin: String?
  /// Whether each pull finishes open plans that are missing from the source.
  package let closesMissing: Bool
  /// The most plans that a pull may add and finish, unless it is the first.
  package let mostSurprises: Int
  /// What this clone recorded about the last runs.
  let note: BridgeNote

  /// The limit for bridges that set no other.
  package static let usualSurprises = 50

  /// Whether a push in this clone has already reported a waiting change that is reported only once.
  package func hasReported(_ waiting: UnsentChange) -> Bool {
    waiting.isReportedOnce && note.reported.contains(waiting.key)
  }

  /// The outcome of the last pull in this clone; nil before the first.
  package var last: BridgeResult? { note.last }
  /// The source as users type it; the command if the source is one.
  package var sourceText: String { source.text }
  /// The file or the folder; nil for other sources.
  package var path: String? { if case .file(let path) = source { path } else { nil } }
  /// The programs that list the issues, each with its arguments, the best one first; empty for a
  /// file.
  package var listings: [[String]] { source.listings.map(\.words) }

  /// Returns a list of issues with the comments that such programs have printed, by the number of
  /// the issue.
  package func list(_ list: [UInt8], withComments comments: [String: [UInt8]]) -> [UInt8] {
    source.list(list, withComments: comments)
  }

  /// Whether changes can be sent to the source.
  package var takesChanges: Bool { source.takesChanges }
}

/// A request to define a bridge.
package struct AddBridge: Sendable {
  package let name: String
  /// The source as typed: `github:OWNER/REPO`, `gitlab:GROUP/PROJECT`, `gitea:HOST/OWNER/REPO`, an
  /// address of one of them, or `file:PATH`; nil with a command.
  package let source: String?
  /// The command that prints the issues, for the shell; nil with a source.
  package let command: String?
  package var format: String?
  package var origin: String?
  package var closesMissing = false
  package var mostSurprises: Int?
  /// The folder against which the path of a file is resolved.
  package let folder: String

  package init(_ name: String, source: String?, command: String?, in folder: String) {
    (self.name, self.source, self.command, self.folder) = (name, source, command, folder)
  }
}

/// The keys of a bridge in git's configuration: `pmgit-bridge.NAME.source`.
private enum BridgeKey: String, CaseIterable {
  // The first two define the bridge, and are removed first and written last.
  case source, command, format, from, closemissing, atmost
  // Earlier versions wrote the outcomes of pulls here. They are only removed.
  case tried, result

  static let section = "pmgit-bridge"

  func of(_ name: String) -> String { "\(Self.section).\(name).\(rawValue)" }
}

extension Workspace {
  /// Returns the bridges of this clone, sorted by name. A definition that can't be read is left
  /// out.
  package func bridges() throws -> [Bridge] {
    let values = { (key: BridgeKey) in
      try self.store.repository.configStrings(section: BridgeKey.section, name: key.rawValue)
    }
    let (sources, commands) = try (values(.source), values(.command))
    guard !sources.isEmpty || !commands.isEmpty else { return [] }
    let (formats, origins) = try (values(.format), values(.from))
    let (closing, limits) = try (values(.closemissing), values(.atmost))
    return Set(sources.keys).union(commands.keys).sorted().compactMap { name in
      guard Self.isBridgeName(name),
        let source = sources[name].flatMap({ BridgeSource($0) })
          ?? commands[name].map({ .command($0) })
      else { return nil }
      return Bridge(
        name: name, source: source, format: source.format ?? formats[name],
        origin: source.origin ?? origins[name], closesMissing: Self.isTrue(closing[name]),
        mostSurprises: limits[name].flatMap(Self.number) ?? Bridge.usualSurprises,
        note: BridgeNote(in: store.bridgeFile(name)))
    }
  }

  /// Returns the names of definitions that `bridges` leaves out, since they can't be read.
  package func unreadableBridges() throws -> [String] {
    let known = Set(try bridges().map(\.name))
    let names = try [BridgeKey.source, .command].flatMap { key in
      try self.store.repository.configStrings(section: BridgeKey.section, name: key.rawValue).keys
    }
    return Set(names).subtracting(known).sorted()
  }

  /// Whether a text is one of git's words for true.
  private static func isTrue(_ text: String?) -> Bool {
    ["true", "yes", "on", "1"].contains(text?.lowercased().filter { $0 != " " })
  }

  private static func number(_ text: String) -> Int? {
    Int(text.filter { $0 != " " }).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns bridges by their names; all if no name is given.
  package func bridges(named names: [String]) throws -> [Bridge] {
    let all = try bridges()
    guard !names.isEmpty else {
      guard !all.isEmpty else {
        throw Problem.usage("this clone has no bridge", hints: [Self.addingHint])
      }
      return all
    }
    return try names.map { name in
      guard let bridge = all.first(where: { $0.name == name }) else {
        throw Problem.usage(
          "no bridge '\(name.excerpt)' in this clone",
          hints: [all.isEmpty ? Self.addingHint : "see them with \(pmgit: "bridge", "list")"])
      }
      return bridge
    }
  }

  private static let addingHint: Hint =
    "add one with \(pmgit: "bridge", "add", "NAME", "github:OWNER/REPO")"

  private static func isBridgeName(_ name: String) -> Bool {
    let isPlain = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
    return (1...40).contains(name.utf8.count) && name.utf8.first.map(isPlain) == true
      && name.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
  }

  /// Defines a bridge in the configuration of this clone.
  package func addBridge(_ request: AddBridge) throws -> Bridge {
    let name = request.name
    guard Self.isBridgeName(name) else {
      throw Problem.usage(
        "'\(name.excerpt)' is not a name of a bridge",
        hints: ["use up to 40 of a–z, 0–9 and '-', as in 'hub'"])
    }
    guard try !unreadableBridges().contains(name) else {
      throw Problem.usage(
        "the source of '\(name)' in git's configuration can't be read",
        hints: [
          "remove it with \(run: "git", "config", "--remove-section", "pmgit-bridge.\(name)")"
        ])
    }
    guard try !bridges().contains(where: { $0.name == name }) else {
      throw Problem.usage(
        "the bridge '\(name)' exists already",
        hints: ["remove it first with \(pmgit: "bridge", "remove", name)"])
    }
    let source = try source(of: request)
    if let format = request.format {
      guard source.format == nil else {
        throw Problem.usage("'--format' is for files and commands; '\(source.text)' has its own")
      }
      guard ImportMaterial.formats.contains(format) else {
        throw Problem.usage(
          "'\(format.excerpt)' is not a format",
          hints: [Hint("the formats: \(ImportMaterial.formats.joined(separator: ", "))")])
      }
    }
    guard request.origin == nil || source.origin == nil else {
      throw Problem.usage("'--from' is for files and commands; '\(source.text)' names the source")
    }
    try write(source, of: request)
    return try bridges(named: [name])[0]
  }

  private func source(of request: AddBridge) throws -> BridgeSource {
    switch (request.source, request.command) {
    case (let text?, nil):
      guard let source = BridgeSource(text) ?? BridgeSource(address: text) else {
        throw Problem.usage(
          "'\(text.excerpt)' is not a source",
          hints: Self.sourceHints(for: text))
      }
      if case .file(let path) = source, !path.hasPrefix("/") {
        return .file("\(request.folder)/\(path)")
      }
      return source
    case (nil, let command?):
      let command = try Validation.line(command, field: "command")
      return .command(command)
    default:
      throw Problem.usage(
        "a bridge has either a source or a command",
        hints: ["as in \(pmgit: "bridge", "add", request.name, "github:OWNER/REPO")"])
    }
  }

  private static func sourceHints(for text: String) -> [Hint] {
    let candidates = BridgeSource.candidates(address: text).map(\.text)
    if let gitea = candidates.first {
      let gitlab = candidates.dropFirst().map { ", \($0) for GitLab" }.joined()
      return [Hint("write \(gitea) for Gitea and Forgejo\(gitlab)")]
    }
    return [
      "write github:OWNER/REPO, gitlab:GROUP/PROJECT, gitea:HOST/OWNER/REPO or file:PATH",
      "or give --command",
    ]
  }

  private func write(_ source: BridgeSource, of request: AddBridge) throws {
    let set = { (key: BridgeKey, value: String?) in
      if let value { try self.store.repository.setConfig(key.of(request.name), value) }
    }
    // Removes what an earlier bridge with this name left behind.
    for key in BridgeKey.allCases { try store.repository.unsetConfig(key.of(request.name)) }
    store.bridgeFile(request.name).remove()
    try set(.format, request.format)
    try set(.from, request.origin)
    try set(.closemissing, request.closesMissing ? "true" : nil)
    try set(.atmost, request.mostSurprises.map { String($0) })
    if case .command(let command) = source {
      try set(.command, command)
    } else {
      try set(.source, source.text)
    }
  }

  /// Removes the definition of a bridge. The plans stay, and keep what they remember of the source.
  package func removeBridge(_ name: String) throws -> Bridge {
    let bridge = try bridges(named: [name])[0]
    for key in BridgeKey.allCases { try store.repository.unsetConfig(key.of(name)) }
    guard try !bridges().contains(where: { $0.name == name }) else {
      throw Problem(
        code: .badSetting, message: "the bridge '\(name)' is not defined in this clone",
        hints: ["find the file with \(run: "git", "config", "--show-origin", "--list")"])
    }
    store.bridgeFile(name).remove()
    return bridge
  }
}
