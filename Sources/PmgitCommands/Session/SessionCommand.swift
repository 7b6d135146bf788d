/// A command that runs in a session.
protocol SessionCommand: PmgitCommand {
  /// Whether an automatic sync may start after the command; true unless it must not write.
  var mayShare: Bool { get }
  func run(in session: Session) async throws
}

extension SessionCommand {
  var mayShare: Bool { true }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    try await run(in: session)
    if mayShare { session.syncInBackground() }
  }
}

/// A command that changes plans or settings, in a session with its `WriteOptions`.
protocol WritingCommand: SessionCommand {
  var writing: WriteOptions { get }
  /// Whether the changes are only shown and not made; false unless the command has such an option.
  var dryRun: Bool { get }
}

extension WritingCommand {
  var options: GlobalOptions { writing.options }
  var dryRun: Bool { false }

  func run(in context: CommandContext) async throws {
    let session = try Session(
      context, options, by: writing.author, isBrief: writing.brief, isDryRun: dryRun)
    try await run(in: session)
    session.syncInBackground()
  }
}

/// A command that can also show its changes without making them.
protocol ChangingCommand: WritingCommand {
  var changing: ChangeOptions { get }
}

extension ChangingCommand {
  var writing: WriteOptions { changing.writing }
  var dryRun: Bool { changing.dryRun }
}
