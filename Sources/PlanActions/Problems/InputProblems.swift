import Git
import PlanModel
import PlanStore
import PlanView

extension Problem {
  /// Creates the problem for any error.
  ///
  /// An error of an unknown type is reported as a bug in pmgit.
  package init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as StoreError: self.init(error)
    case let error as GitProgramError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as DueDateError: self = .usage(error.message, hints: [Hint(error.hint)])
    case let error as InvalidValue:
      self = .usage("\(error.field) '\(error.value)' \(error.reason)", hints: [Hint(error.hint)])
    case let error as ImportError: self.init(error)
    default:
      self.init(
        code: .bug, message: "unexpected error: \(error)",
        hints: ["this is a bug in pmgit; please report it with the command that you ran"],
        kind: .bug)
    }
  }

  private init(_ error: QueryError) {
    self = .usage(error.message, hints: error.hints.map { Hint($0) })
    code = .badQuery
  }

  private init(_ error: ImportError) {
    let lines = error.problems.map { "line \($0.line): \($0.reason)" }
    if lines.count == 1 {
      self.init(
        code: .badImport, message: lines[0],
        hints: ["nothing was imported; mend that line and import again"])
    } else {
      self.init(
        code: .badImport, message: "the import has \(CountWords.words(lines.count, "error"))",
        hints: ["nothing was imported; mend them and import again"], detail: lines)
    }
    if error.problems.contains(where: \.isUnknownColumn) {
      hints.append(
        "--add-columns adds the columns that are missing; "
          + "--settings takes those that 'export --settings' has written")
    }
  }
}
