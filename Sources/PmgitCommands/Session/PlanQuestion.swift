import PlanActions
import PlanModel
import PlanTerminal
import PlanView

extension PmgitCommand {
  /// Runs the command. If a text may refer to several plans, asks which one is meant and runs the
  /// command again. It does not ask with `--json`, or if nobody can be asked. The first run wrote
  /// nothing, and its standard input is kept for the second run.
  func runAsking(in context: CommandContext) async throws {
    var context = context.readingInputOnce
    while true {
      do {
        return try await run(in: context)
      } catch {
        guard context.canAsk, !options.json else { throw error }
        let session = try Session(context, options)
        guard let candidates = session.workspace.candidates(of: error),
          context.meanings[candidates.typed] == nil
        else { throw error }
        context.meanings[candidates.typed] = try await session.choose(candidates)
      }
    }
  }
}

extension Session {
  /// The setting for the program with which a person chooses a plan; `none` to choose by number.
  private static let chooserKey = "pmgit.chooser"

  /// Lets the person choose one of several plans.
  ///
  /// - Throws: `Problem` with code `declined` if the person chooses no plan.
  fileprivate func choose(_ candidates: PlanCandidates) async throws -> PlanID {
    context.output.message(SafeText(candidates.words).string + ":\n")
    let command = try workspace.configured(Self.chooserKey)
    if command == "none" || command == "" { return try chooseByNumber(among: candidates.plans) }
    let rows = ChoiceText(candidates.plans).rows.map(\.string)
    switch try await chooseInProgram(among: rows, by: command) {
    case .missing: return try chooseByNumber(among: candidates.plans)
    case .left: throw Self.noChoice
    case .chosen(let line):
      // Only the id is used, because a program may trim or cut the rest of the line.
      let id = line.split(separator: " ").first
      guard let plan = candidates.plans.first(where: { $0.shortID == id.map(String.init) }) else {
        throw Self.failure(of: command, "it gave no line of the list")
      }
      return plan.plan.id
    }
  }

  private func chooseInProgram(
    among rows: [String], by command: String?
  ) async throws -> Chooser.Outcome {
    do {
      return try await Chooser.choose(
        among: rows, command: command ?? Chooser.usual, environment: context.environment)
    } catch {
      throw Self.failure(of: command, error.reason.words)
    }
  }

  private static func failure(of command: String?, _ reason: String) -> Problem {
    Problem(
      code: .chooser, message: "'\(command ?? "fzf")' did not choose a plan: \(reason)",
      hints: ["choose by number with \(run: "git", "config", chooserKey, "none")"])
  }

  private func chooseByNumber(among plans: [PlanSummary]) throws -> PlanID {
    let choice = ChoiceText(plans)
    for line in choice.numbered(widthInCells: context.terminal.widthInCells) {
      context.output.message(line.string + "\n")
    }
    while true {
      context.output.message("which one? [1-\(choice.countOfNumbers), or an id] ")
      guard let answer = context.readLine() else {
        context.output.message("\n")
        throw Self.noChoice
      }
      guard !answer.isEmpty, answer.lowercased() != "q" else { throw Self.noChoice }
      if let number = Int(answer), (1...choice.countOfNumbers).contains(number) {
        return plans[number - 1].plan.id
      }
      let named = PlanID.normalizedPrefix(answer).map { prefix in
        plans.filter { $0.plan.id.text.hasPrefix(prefix) }
      }
      if let named, named.count == 1 { return named[0].plan.id }
      context.output.message(
        "type a number from 1 to \(choice.countOfNumbers), or the beginning of an id; "
          + "an empty line leaves\n")
    }
  }

  private static let noChoice = Problem(code: .declined, message: "no plan was chosen")
}

extension CommandContext {
  /// The same context, but standard input is read only once: later calls return the same bytes.
  fileprivate var readingInputOnce: CommandContext {
    var context = self
    var input: [UInt8]?
    let read = readInput
    context.readInput = {
      if let input { return input }
      let bytes = try read()
      input = bytes
      return bytes
    }
    return context
  }
}

extension ShellProgramError.Reason {
  fileprivate var words: String {
    switch self {
    case .exited(let code): "it ended with exit code \(code)"
    case .killed(let signal): "it was killed by signal \(signal)"
    case .notStarted(let reason): reason
    }
  }
}
