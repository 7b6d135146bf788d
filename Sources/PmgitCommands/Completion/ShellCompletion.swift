import PlanActions
import PlanModel

/// Answers a shell in which a person pressed TAB.
enum ShellCompletion {
  /// The first argument of a call by a shell's script. People never type it.
  static let argument = "---complete"

  /// Returns the lines for the shell's script; empty if nothing can be offered.
  ///
  /// - Parameter arguments: The arguments after `argument`.
  static func lines(_ arguments: [String], in context: CommandContext) -> [String] {
    guard let request = CompletionRequest(arguments) else { return [] }
    let point = CompletionPoint(
      completing: request.current, after: CommandAlias.known(request.words, in: context),
      of: .program)
    switch answer(point, in: context) {
    case .words(var found):
      if point.isCommand {
        found += CommandAlias.completions(of: point.typed, in: point.folders, context)
      }
      return request.lines(.words(point.completions(from: found)))
    case let answer: return request.lines(answer)
    }
  }

  private static func answer(
    _ point: CompletionPoint, in context: CommandContext
  ) -> CompletionAnswer {
    // Words that the command itself provides need no board.
    if let answer = point.answerWithoutBoard { return answer }
    do {
      let workspace = try Workspace(
        at: Session.directory(context, point.folders), board: point.board,
        as: context.participant())
      return try workspace.complete(point)
    } catch {
      // A shell can't show an error, so without a board no words are offered.
      return .words([])
    }
  }
}
