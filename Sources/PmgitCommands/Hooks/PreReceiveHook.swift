import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

/// `pre-receive`: guards the boards of a repository that others push to.
///
/// What can't be judged is refused: a push is made again more easily than a board is mended.
struct PreReceiveHook {
  private let context: CommandContext
  private let options: GlobalOptions

  init(_ context: CommandContext, _ options: GlobalOptions) {
    (self.context, self.options) = (context, options)
  }

  func run() async throws {
    var isRefused = false
    for reference in try followed(try references()) where reference.isBoard {
      let branch = String(reference.name.dropFirst("refs/heads/".count))
      let found = try await judge(reference).map { FoundProblem($0, branch: branch) }
      guard !found.isEmpty else { continue }
      isRefused = true
      context.output.message(RefusalText(found, branch: branch).text)
    }
    if isRefused { throw Verdict(exit: .failed) }
  }

  /// What is pushed; git calls the hook only where something is.
  private func references() throws -> [PushedReference] {
    let text = String(decoding: try context.readInput(), as: UTF8.self)
    let lines = Lines.split(text).filter { !$0.isEmpty }
    let references = lines.compactMap { PushedReference(line: $0) }
    guard !lines.isEmpty, references.count == lines.count else {
      throw Problem(
        code: .badInput, message: "what git says of the push can't be read",
        hints: ["each line must be '<old id> <new id> <reference>', as git has it for this hook"])
    }
    return references
  }

  /// What the references stand for, if they are names of others.
  private func followed(_ references: [PushedReference]) throws -> [PushedReference] {
    let directory = Session.directory(context, options)
    let repository: Repository
    do {
      repository = try Repository.discover(from: directory, environment: context.environment)
    } catch {
      // Where it can't be opened there is no board, and code is not to be refused.
      return references
    }
    return try references.map { try $0.followed(in: repository) }
  }

  private func judge(_ reference: PushedReference) async throws -> [Violation] {
    guard let board = reference.board else {
      return [Violation(reference.new == nil ? .deletesBoard : .notABoard)]
    }
    let store = try BoardStore(
      at: Session.directory(context, options), environment: context.environment, board: board)
    return try await store.violations(
      of: reference, committers: try store.allowedCommitters(), now: context.now)
  }
}
