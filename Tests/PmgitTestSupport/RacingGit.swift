import Foundation

/// Races that must happen: a `git` on the PATH that lets somebody else be faster.
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

  /// Whether the race of `racing` took place.
  package var hasRaced: Bool { FileManager.default.fileExists(atPath: raceMarker) }

  private var raceMarker: String { folder + "/raced" }
}
