import PlanActions
import PlanModel
import PlanTerminal
import PlanView

extension PmgitCommand {
  /// Runs the command. Where a text may mean several plans, and a person can be asked, asks for the one
  /// that is meant and runs the command again: nothing has happened yet.
  func runAsking(in context: CommandContext) async throws {
    var context = context
    while true {
      do {
        return try await run(in: context)
      } catch {
        guard context.canAsk, !options.json else { throw error }
        let session = try Session(context, options)
        guard let candidates = try session.workspace.candidates(of: error),
          context.meanings[candidates.typed] == nil
        else { throw error }
        context.meanings[candidates.typed] = try await session.choose(candidates)
      }
    }
  }
}

extension Session {
  /// The setting of the program in which a person chooses a plan; `none` for a choice by number.
  private static let chooserKey = "pmgit.chooser"

  /// Lets the person choose one of several plans.
  ///
  /// - Throws: `Problem` of code `declined` if none is chosen.
  fileprivate func choose(_ candidates: PlanCandidates) async throws -> PlanID {
    context.output.message(SafeText(candidates.words).string + ":\n")
    let command = try workspace.configured(Self.chooserKey)
    let rows = ChoiceText(candidates.plans).rows.map(\.string)
    switch command == "none" ? .missing : try await chooseInProgram(among: rows, by: command) {
    case .missing: return try chooseByNumber(among: candidates.plans)
    case .chosen(let line):
      guard let index = rows.firstIndex(of: line) else { throw Self.noChoice }
      return candidates.plans[index].plan.id
    case .left: throw Self.noChoice
    }
  }

  private func chooseInProgram(
    among rows: [String], by command: String?
  ) async throws(Problem) -> Chooser.Outcome {
    do {
      return try await Chooser.choose(
        among: rows, command: command ?? Chooser.usual, environment: context.environment)
    } catch {
      throw Problem(
        code: .chooser, message: "'\(error.command)' failed; no plan was chosen",
        hints: ["choose by number with \(run: "git", "config", Self.chooserKey, "none")"])
    }
  }

  private func chooseByNumber(among plans: [PlanSummary]) throws(Problem) -> PlanID {
    let choice = ChoiceText(plans)
    for line in choice.numbered(widthInCells: context.terminal.widthInCells) {
      context.output.message(line.string + "\n")
    }
    while true {
      context.output.message("which one? [1-\(choice.countOfNumbers)] ")
      guard let answer = context.readLine(), !answer.isEmpty else { throw Self.noChoice }
      if let number = Int(answer), (1...choice.countOfNumbers).contains(number) {
        return plans[number - 1].plan.id
      }
    }
  }

  private static let noChoice = Problem(code: .declined, message: "no plan was chosen")
}
