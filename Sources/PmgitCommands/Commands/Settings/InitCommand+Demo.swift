import PlanActions
import PlanDocuments
import PlanModel

extension InitCommand {
  /// Makes the demo's folder, prints its name and says what can be done there.
  func makeDemo(in context: CommandContext) async throws {
    let files = HostFiles(directory: Session.directory(context, options.directory))
    // Rejects an invalid agent name before the folder is created.
    try context.participant().actAsAgentOfEnvironment()
    let made = try await Demo.make(
      at: folder.map(files.path), orBelow: files.path(context.temporaryFolder),
      as: context.participant())
    var (context, options) = (context, options)
    (context.directory, options.directory) = (made.clones[0], [])
    let session = try Session(context, options)
    if options.json { return session.show(Documents.demo(made)) }
    context.output.result(made.folder + "\n")
    session.report("two people share a board in '\(made.folder)'")
    for hint in Self.hints(for: made) { session.report(hint: hint) }
  }

  private static func hints(for made: Demo) -> [Hint] {
    [
      "go to the clone of the first with \(run: "cd", made.clones[0])",
      """
      there try \(pmgit: "board"), \(pmgit: "web"), \(pmgit: "resolve"), \(pmgit: "log"), \(pmgit: "stats") and \
      \(pmgit: "diff", "1w ago")
      """,
      "bring it to the second clone with \(pmgit: "-C", made.clones[1], "sync")",
      "see it from another repository with \(pmgit: "-C", made.library, "board")",
      "remove all of it with \(run: "rm", "-rf", made.folder)",
    ]
  }
}
