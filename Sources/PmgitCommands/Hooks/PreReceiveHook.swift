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

  func run() throws {
    let text = String(decoding: try context.readInput(), as: UTF8.self)
    let boards = Lines.split(text).compactMap { PushedReference(line: $0) }.filter(\.isBoard)
    if boards.isEmpty { return }
    var isRefused = false
    for reference in boards {
      let words = RefusalText(
        try judge(reference), branch: String(reference.name.dropFirst("refs/heads/".count)))
      guard !words.isEmpty else { continue }
      isRefused = true
      context.output.message(words.text)
    }
    if isRefused { throw Verdict(exit: .failed) }
  }

  private func judge(_ reference: PushedReference) throws -> [Violation] {
    guard let board = reference.board else { return [Violation(.notABoard)] }
    let store = try BoardStore(
      at: Session.directory(context, options), environment: context.environment, board: board)
    return try store.violations(of: reference, committers: try store.allowedCommitters())
  }
}
