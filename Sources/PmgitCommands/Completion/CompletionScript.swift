import PlanActions
import PlanModel

/// The script with which a shell completes command lines of pmgit.
///
/// The script passes the words to the program and shows the lines that it prints. All decisions are
/// made in the program, so a script still works after an update of pmgit, and a person waits for
/// only one process. The parser's own scripts are not used. In fish they ran for half a second. In
/// bash they were wrong after a `:` or `=`, and they expanded words like the shell, so that a label
/// could have run commands.
enum CompletionScript {
  private static let option = "--generate-completion-script"

  /// Returns the script that the arguments request; nil if they request something else.
  ///
  /// Without the name of a shell, it is the script for the shell in `SHELL`. Throws a problem if
  /// the shell is not supported.
  static func requested(by arguments: [String], in context: CommandContext) throws -> String? {
    guard let first = arguments.first, first == option || first.hasPrefix(option + "=") else {
      return nil
    }
    let named =
      first == option ? arguments.dropFirst().first : String(first.dropFirst(option.count + 1))
    let own = context.environment["SHELL"]?.split(separator: "/").last.map(String.init)
    let name = named ?? own ?? ""
    guard let shell = CompletionRequest.Shell(rawValue: name) else {
      throw Problem.usage(
        "no completion for the shell '\(name.excerpt)'", hints: ["name bash, zsh or fish"])
    }
    return text(for: shell)
  }

  static func text(for shell: CompletionRequest.Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The script also works in bash 3.2, the version of macOS. It has no `compopt`, so bash adds a
  /// space after `label:`.
  ///
  /// For `git pm`, git's completion calls `_git_pm`, which replaces git's completion options by
  /// those of pmgit.
  private static let bash = #"""
    # bash completion for pmgit, and for 'git pm'

    # Asks PROGRAM... about the current WORD of a LINE.
    _pmgit_ask() {
      local word=$1 text=$2 line answer=
      shift 2
      COMPREPLY=()
      while IFS= read -r line; do
        if [[ -z $answer ]]; then answer=$line; else COMPREPLY+=("$line"); fi
      done < <("$@" ---complete bash "$COMP_TYPE" "${COLUMNS:-80}" "$word" "$text" 2>/dev/null)
      case $answer in
      open) type compopt &>/dev/null && compopt -o nospace ;;
      files) type compopt &>/dev/null && compopt -o default ;;
      folders) type compopt &>/dev/null && compopt -o dirnames ;;
      esac
      return 0
    }

    _pmgit() { _pmgit_ask "$2" "${COMP_LINE:0:COMP_POINT}" "$1"; }

    _git_pm() {
      local line=${COMP_LINE:0:COMP_POINT}
      type compopt &>/dev/null && compopt +o nospace +o default +o bashdefault -o nosort 2>/dev/null
      _pmgit_ask "${COMP_WORDS[COMP_CWORD]}" "git-pm${line#*[[:space:]]pm}" \
        git ${__git_C_args[@]+"${__git_C_args[@]}"} pm
    }

    complete -o nosort -F _pmgit pmgit git-pm 2>/dev/null || complete -F _pmgit pmgit git-pm

    """#

  /// For `git pm`, git's completion calls `_git-pm` with the words after `git`, and shows the text
  /// after `#description`.
  private static let zsh = #"""
    #compdef pmgit git-pm
    #description plans and boards of pmgit

    _pmgit() {
      local answer line
      local -a lines whole open
      lines=("${(@f)$("${(Q)words[1]}" ---complete zsh "${(@Q)words[2,CURRENT-1]}" \
        "${(Q)PREFIX}" 2>/dev/null)}")
      answer=$lines[1]
      case $answer in
      files) _files; return ;;
      folders) _files -/; return ;;
      words | replace) ;;
      *) return 1 ;;
      esac
      for line in "${(@)lines[2,-1]}"; do
        if [[ $line == +* ]]; then open+=("${line#?}"); else whole+=("${line#?}"); fi
      done
      local -a replace
      if [[ $answer == replace ]]; then
        replace=(-U)
        compstate[insert]=menu
      fi
      local ret=1
      (( $#whole )) && _describe -V -t words word whole $replace && ret=0
      (( $#open )) && _describe -V -t open word open $replace -S '' && ret=0
      return ret
    }

    _git-pm() {
      if [[ $words[1] == pm ]]; then
        local folder=${opt_args[-C]-}
        words=(git-pm ${folder:+-C} $folder "${(@)words[2,-1]}")
        [[ -z $folder ]] || (( CURRENT += 2 ))
      fi
      _pmgit "$@"
    }

    case $funcstack[1] in
    _pmgit | _git-pm) $funcstack[1] "$@" ;;
    *) compdef _pmgit pmgit git-pm ;;
    esac

    """#

  /// The script belongs in the folder that fish reads at its start. From elsewhere, fish loads the
  /// completions of `git pm` only together with git's own, and fish 3.6 looks for those of `git-pm`
  /// under a name that nobody types.
  private static let fish = #"""
    # fish completion for pmgit, and for 'git pm'

    function __pmgit_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        command -q $words[1]; or return
        set -l reply (command $words[1] ---complete fish $words[2..] "$current" 2>/dev/null)
        switch "$reply[1]"
            case files
                __fish_complete_path "$current"
            case folders
                __fish_complete_directories "$current" ''
            case words
                printf '%s\n' $reply[2..]
        end
    end
    complete -c pmgit -f -k -a '(__pmgit_complete)'
    complete -c git-pm -f -k -a '(__pmgit_complete)'
    complete -c git -f -k -n '__fish_git_using_command pm' -a '(__fish_git_complete_custom_command pm)'

    """#
}
