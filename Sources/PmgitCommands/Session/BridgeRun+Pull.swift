import PlanActions
import PlanModel
import PlanTerminal
import PlanView

/// Pulls from trackers.
extension BridgeRun {
  /// Pulls from a bridge. The outcome is recorded for 'status', even if it is a failure.
  func pull(_ bridge: Bridge, _ request: PullBridge) async throws -> PlansImported {
    do {
      var request = request
      let material = try await material(of: bridge, unread: &request.unread)
      do {
        return try await workspace.pull(bridge, material, request)
      } catch let problem as Problem where problem.code == .tooManyChanges {
        guard session.confirm("\(problem.message). Go on?") == true else { throw problem }
        var all = request
        all.mostSurprises = .max
        return try await workspace.pull(bridge, material, all)
      }
    } catch {
      note("the outcome of the pull") { try workspace.recordFailure(Problem(error), of: bridge) }
      throw error
    }
  }

  /// Returns what a bridge's source has.
  ///
  /// - Parameter unread: The numbers of issues whose comments can't be read are added, if these may
  ///   have a sent comment.
  private func material(
    of bridge: Bridge, unread: inout [String]
  ) async throws -> ImportMaterial {
    if let path = bridge.path {
      if let files = try session.importFolder(path) { return .folder(files) }
      return .file(try session.hostFiles.importInput(path, session.context.environment))
    }
    var complaint: ToolErrors?
    let reply = try await asking { run in try await requests.list(bridge, by: run) }
    if let reply {
      complaint = ToolErrors(bridge.listings[0], reply)
      if complaint == nil { return .file(ImportInput(reply.output)) }
    }
    for listing in reply == nil ? bridge.listings : [] {
      do {
        let list = try await self.list(listing)
        return .file(ImportInput(try await withAllComments(list, of: bridge, &unread)))
      } catch let errors as ToolErrors {
        complaint = errors
        // An older server lacks a field, which the next command does without.
        if !errors.isAboutReasons { break }
      }
    }
    throw complaint?.problem ?? Problem.usage("the bridge has no source")
  }

  /// Returns the output of a program that lists something.
  ///
  /// - Throws: `ToolErrors` if the program fails.
  func list(_ words: [String]) async throws -> [UInt8] {
    var words = words
    if words.prefix(2) == ["sh", "-c"] {
      // Paths in the command are relative to the repository, wherever pmgit runs.
      words = ["sh", "-c", #"cd "$1" && eval "$2""#, "sh", workspace.bridgeFolder, words[2]]
    }
    let outcome = try await outcome(of: words, limit: ImportMaterial.maximumSize, isListing: true)
    if let complaint = ToolErrors(words, outcome) { throw complaint }
    return outcome.output
  }

  /// The most issues whose comments a pull reads one by one.
  private static let mostLongIssues = 200

  /// Returns a list of issues with all comments of those issues that have more than a list has.
  private func withAllComments(
    _ list: [UInt8], of bridge: Bridge, _ unread: inout [String]
  ) async throws -> [UInt8] {
    let listings = try workspace.commentListings(of: bridge, for: list)
    var comments: [String: [UInt8]] = [:]
    do {
      for listing in listings.prefix(Self.mostLongIssues) {
        comments[listing.number] = try await self.list(listing.words)
      }
    } catch let errors as ToolErrors {
      session.warn(errors.problem.message, hints: errors.problem.hints)
    }
    unread = listings.filter { $0.mayHaveSentComment && comments[$0.number] == nil }.map(\.number)
    let left = listings.count - comments.count
    if left > 0 {
      session.warn(
        "the comments of \(CountWords.words(left, "issue")) were not read, and stay as they are here"
      )
    }
    return bridge.list(list, withComments: comments)
  }

  /// Pulls from several bridges, one after another. A failure does not stop the others.
  func pull(all bridges: [Bridge], _ request: PullBridge) async throws -> [BridgePulled] {
    let turn = session.workspace.participant.isDryRun ? nil : try await workspace.bridgeTurn()
    defer { withExtendedLifetime(turn) {} }
    var pulled: [BridgePulled] = []
    for bridge in bridges {
      session.report("bridge '\(bridge.name)': \(bridge.sourceText.excerpt)")
      do {
        let imported = try await pull(bridge, request)
        pulled.append(BridgePulled(bridge: bridge, result: .success(imported)))
        if imported.isDryRun { try await session.show(previewOf: imported) }
        session.report(imported.words())
      } catch {
        let problem = Problem(error)
        // Ctrl-C stops all of them.
        if problem.kind == .interrupted || problem.kind == .bug { throw error }
        pulled.append(BridgePulled(bridge: bridge, result: .failure(problem)))
        session.warn(
          "bridge '\(bridge.name)' failed: \(problem.message)", problem.detail,
          hints: problem.hints)
      }
    }
    return pulled
  }
}
