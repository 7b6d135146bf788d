import Synchronization

/// A cache of parsed commands by their arguments, for tests that often run the same commands.
///
/// A debug build of the parser checks all options of a command whenever it parses one, which takes
/// longer than most commands. The program parses one command and has no use for this.
package final class ParsedCommands: Sendable {
  private let commands = Mutex<[[String]: any PmgitCommand]>([:])

  package init() {}

  /// Returns the command for the arguments, from the cache or from `parse`. An error of `parse` is
  /// rethrown and not cached.
  func command(
    _ arguments: [String], parse: ([String]) throws -> (any PmgitCommand)?
  ) rethrows -> (any PmgitCommand)? {
    if let known = commands.withLock({ $0[arguments] }) { return known }
    let parsed = try parse(arguments)
    if let parsed { commands.withLock { $0[arguments] = parsed } }
    return parsed
  }
}
