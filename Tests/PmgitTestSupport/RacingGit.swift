import Foundation

/// Races that happen in every run, because a `git` on the PATH makes another change at the right
/// moment.
extension ScratchRepository {
  /// Returns an environment whose `git` runs a shell command once, just before its first push.
  ///
  /// The command runs with the real git on its PATH, and must succeed.
  package func racing(
    _ environment: [String: String], beforePush command: String
  ) throws -> [String: String] {
    try racing(
      environment,
      beforeEachPush: """
        [ ! -e '\(raceMarker)' ] || exit 0
        touch '\(raceMarker)'
        \(command)
        """)
  }

  /// Returns an environment whose `git` runs a shell command just before each push.
  package func racing(
    _ environment: [String: String], beforeEachPush command: String
  ) throws -> [String: String] {
    try write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      for word; do
        if [ "$word" = push ]; then
          (\(command)
          ) >&2 || exit 99
        fi
      done
      exec git "$@"

      """, to: "racing/git", executable: true)
    var environment = environment
    environment["PATH"] = "\(folder)/racing:\(environment["PATH"] ?? "/usr/bin:/bin")"
    return environment
  }

  /// Makes `git` check out the board's branch in a work tree after a push, and change a file in it.
  /// Then the branch can't move to the pushed commit.
  ///
  /// - Returns: The folder of the work tree.
  package func editBoardAfterPush(_ environment: inout [String: String]) throws -> String {
    let worktree = folder + "/board"
    try write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      git "$@" || exit
      for word; do
        [ "$word" = push ] || continue
        git -C '\(path)' worktree add -q '\(worktree)' pmgit/main
        echo >> '\(worktree)/README.md'
      done
      exit 0

      """, to: "bin/git", executable: true)
    environment["PATH"] = "\(folder)/bin:\(environment["PATH"] ?? "/usr/bin:/bin")"
    return worktree
  }

  /// Whether the command of `racing(_:beforePush:)` has started.
  package var hasRaced: Bool { FileManager.default.fileExists(atPath: raceMarker) }

  private var raceMarker: String { folder + "/raced" }
}
