import ArgumentParser
import PlanActions

/// The subjects that a shell completes an argument to, as commands declare them.
///
/// The parser keeps functions to itself and describes its arguments only as texts. So the name of a
/// subject takes the place of a shell command, and `ArgumentShape` reads it from the description.
/// The parser's own scripts, which would run that text, are not used; see `CompletionScript`.
extension CompletionKind {
  static func words(of subject: CompletionSubject) -> CompletionKind {
    .shellCommand(subject.rawValue)
  }
}
