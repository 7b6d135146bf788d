import PmgitTestSupport
import Testing

/// A kind of repository: a script that creates one, and checks what must work in it.
struct OddRepository: CustomTestStringConvertible, Sendable {
  let name: String
  /// The script, for a new repository without a commit. `works` fails unless a board can be
  /// created, read and changed; `commits N` makes N commits of code.
  let script: String

  var testDescription: String { name }

  init(_ name: String, _ script: String) { (self.name, self.script) = (name, script) }

  /// Shell functions for all scripts.
  static let functions = """
    set -euo pipefail
    printf '[user]\\n\\tname = Ada Lovelace\\n\\temail = ada@example.org\\n' > "$HOME/.gitconfig"
    works() {
      pmgit init -q
      id=$(pmgit add -q "A plan of $RANDOM")
      pmgit move -q "$id" doing
      test "$(pmgit list | grep "^$id" | cut -f 2)" = doing
      pmgit log "$id" | grep -q "Ada Lovelace"
      git cat-file -e "refs/heads/pmgit/main:plans/${id:0:2}/$id.json"
      sound
    }
    sound() {
      git fsck --strict --no-dangling --no-progress > "$HOME/fsck" 2>&1 || { cat "$HOME/fsck" >&2; return 1; }
    }
    commits() {
      for n in $(seq "$1"); do echo "$n" > "code-$n"; git add "code-$n"; git commit -q -m "$n"; done
    }
    fails() {  # fails CODE COMMAND...: what it says goes to standard error
      local wanted=$1 code=0
      shift
      "$@" > /dev/null || code=$?
      test "$code" = "$wanted" || { echo "'$*' ended with $code, not $wanted" >&2; return 1; }
    }

    """

  /// Runs the script in a new repository, and returns its standard error. Fails the test if the
  /// script fails.
  @discardableResult
  func run(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let scratch = try await ScratchRepository()
    let result = try await Binary(repository: scratch).shell(
      Self.functions + script, adding: ["GIT_ALLOW_PROTOCOL": "file"])
    #expect(
      result.exitCode == 0, "\(name):\n\(result.output)\(result.messages)",
      sourceLocation: sourceLocation)
    return result.messages
  }
}
