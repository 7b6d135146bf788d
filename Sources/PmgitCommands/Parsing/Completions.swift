import ArgumentParser
import PlanActions

/// What a shell can complete an argument to, as commands declare it.
///
/// The parser keeps functions to itself, and describes its arguments in texts only: so the name of a
/// subject stands where a command of the shell would, and `ArgumentShape` reads it from the
/// description. The parser's own scripts, which would run that text, are not used; see
/// `CompletionScript`.
extension CompletionKind {
  static func words(of subject: CompletionSubject) -> CompletionKind {
    .shellCommand(subject.rawValue)
  }
}
