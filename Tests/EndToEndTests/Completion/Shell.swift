import Foundation
import PmgitTestSupport
import Testing

/// A shell in which a person presses TAB.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash, zsh, fish

  var testDescription: String { rawValue }

  /// The shells to test: bash and the other installed ones, or all if `PMGIT_REQUIRE_SHELLS` is
  /// set.
  static let available = allCases.filter { shell in
    shell == .bash || ProcessInfo.processInfo.environment["PMGIT_REQUIRE_SHELLS"] != nil
      || SystemPath.find(shell.rawValue) != nil
  }

  /// Whether git's own completion is installed for this shell; zsh and fish include it.
  var knowsGit: Bool {
    self != .bash
      || FileManager.default.fileExists(atPath: "/usr/share/bash-completion/completions/git")
  }

  /// A bash script that configures the shell in the folder `$home`, with pmgit's completion and the
  /// prompt `READY>`. It sets `$command` to the command that starts the shell.
  fileprivate var start: String {
    switch self {
    case .bash:
      """
      { echo "PS1='READY> '"; pmgit --generate-completion-script bash; } >"$home/rc"
      cat /usr/share/bash-completion/completions/git >>"$home/rc" 2>/dev/null
      command="bash --noprofile --rcfile $home/rc -i"
      """
    case .zsh:
      """
      mkdir "$home/functions"
      pmgit --generate-completion-script zsh >"$home/functions/_pmgit"
      ln -s _pmgit "$home/functions/_git-pm"
      printf '%s\\n' "PS1='READY> '" 'fpath=(~/functions $fpath)' 'autoload -Uz compinit' \\
        'compinit -u -D' >"$home/.zshrc"
      command="zsh -d -i"
      """
    case .fish:
      """
      mkdir -p "$home/.config/fish/conf.d"
      pmgit --generate-completion-script fish >"$home/.config/fish/conf.d/pmgit.fish"
      echo 'function fish_prompt; echo -n "READY> "; end; function fish_greeting; end' \\
        >"$home/.config/fish/config.fish"
      command="fish -i"
      """
    }
  }
}

/// Keys to type, and the text to wait for before the next keys.
struct Keys {
  let typed: String
  let awaited: String

  init(_ typed: String, until awaited: String) { (self.typed, self.awaited) = (typed, awaited) }
}

extension Binary {
  /// Types keys into a shell on a terminal of 100 columns.
  ///
  /// - Returns: The text that the terminal showed, without escape sequences, and whether every
  ///   awaited text appeared. If one is still missing after the shell was idle for some seconds, no
  ///   more keys are typed.
  func type(_ keys: [Keys], into shell: Shell) async throws -> (shown: String, isComplete: Bool) {
    let steps = keys.map { "press \(Self.word($0.typed)) \(Self.word($0.awaited))" }
    let script = """
      home=$(mktemp -d "$PWD/../home.XXXXXX") && home=$(realpath "$home") || exit 99
      mkdir "$home/bin" && ln -s "$(command -v pmgit)" "$home/bin/git-pm" && PATH=$PATH:$home/bin
      \(shell.start)
      mkfifo "$home/keys"
      press() {
        local before
        before=$(wc -c <"$home/shown")
        printf '%s' "$1" >&3
        await "$2" "$before"
      }
      # Whether the shell waits for keys: it sleeps, no other program runs on its terminal, and 'script' has written all.
      idle() {
        cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^\\([0-9]*\\) (.*) /\\1 /' | awk -v script="$terminal" '
          { state[$1] = $2; tty[$1] = $6 }
          $3 == script { shell = $1 }
          END {
            if (shell == "") exit 1
            for (each in tty) if (tty[each] == tty[shell]) count++
            exit !(state[script] == "S" && state[shell] == "S" && count == 1)
          }'
      }
      await() {
        local looks=0
        until tail -c "+$(($2 + 1))" "$home/shown" 2>/dev/null | grep -qaF -e "$1"; do
          kill -0 "$terminal" 2>/dev/null || return
          if idle; then looks=$((looks + 1)); else looks=0; fi
          ((looks < 100)) || return
          sleep 0.05
        done
      }
      export HOME=$home ZDOTDIR=$home XDG_CONFIG_HOME=$home/.config TERM=xterm LC_ALL=C.UTF-8
      unset INPUTRC HISTFILE
      script -qfec "stty cols 100 rows 40; exec $command" "$home/shown" <"$home/keys" >/dev/null 2>&1 &
      terminal=$!
      exec 3>"$home/keys"
      await 'READY> ' 0 && \(steps.joined(separator: " && "))
      code=$?
      exec 3>&-
      kill "$terminal" 2>/dev/null
      cat "$home/shown"
      exit $code
      """
    let result = try await self.shell(script)
    let escapes = /\u{1B}(?:\[[0-9;?>]*[ -\/]*[A-Za-z]|[()][A-Z0-9]|[=>])/
    return (result.output.replacing(escapes, with: ""), result.exitCode == 0)
  }

  private static func word(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
