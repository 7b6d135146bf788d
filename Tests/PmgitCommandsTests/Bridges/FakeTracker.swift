import PlanModel
import PlanTerminal
import PmgitTestSupport

/// A tracker with the commands of gh and glab that bridges run. It knows only these options, and
/// fails for any other, as the programs do.
final class FakeTracker {
  struct Note: Equatable {
    let id: Int
    var text: String
    var at: String
  }

  struct Issue: Equatable {
    var title: String
    var body: String
    var isOpen = true
    var reason = ""
    var labels: Set<String> = []
    var assignees: Set<String> = []
    var milestone: String?
    var comments: [Note] = []
    var created = "2026-11-01T09:00:00Z"
    var closed: String?
  }

  /// The error that ends a run, as a signal would.
  struct Killed: Error {}

  /// When a run is killed.
  enum Moment: CaseIterable {
    case before, after
  }

  var repository: String
  /// What the clock shows when somebody writes a comment. The time of tests is in November 2026.
  var clock = "2026-12-01T10:00:00Z"
  /// The host in addresses.
  var host = "github.com"
  /// A name of the repository before it was renamed, which commands still may use.
  var formerName: String?
  var issues: [Int: Issue] = [:]
  /// The labels that the tracker has; nil for any.
  var labels: Set<String>?
  /// The milestones and the accounts that the tracker has; nil for any.
  var milestones: Set<String>?
  var accounts: Set<String>?
  /// The days on which milestones are due.
  var dueDays: [String: String] = [:]
  /// What the programs say when they refuse a command, and the exit code.
  var complaint: (words: String, exitCode: Int32) = ("", 1)
  /// The words of each command that was run.
  private(set) var calls: [[String]] = []
  /// The command that is killed, counted from the next one as 0.
  var killing: (command: Int, moment: Moment)?
  /// What replaces the next answer to a list.
  var answer: ToolProgram.Outcome?
  /// What the texts that were sent have made the tracker do: commands, and names that it notifies.
  private(set) var acted: [String] = []
  private var lastNumber = 0
  private(set) var lastNote = 100

  /// - Parameter titles: The titles of the first issues.
  init(_ repository: String = "octo/app", with titles: String...) {
    self.repository = repository
    for title in titles { add(title) }
  }

  @discardableResult
  func add(_ title: String, body: String = "", labels: Set<String> = []) -> Int {
    lastNumber += 1
    issues[lastNumber] = Issue(title: title, body: body, labels: labels)
    return lastNumber
  }

  /// Makes an issue for a program: now.
  func make(_ title: String, body: String) -> Int {
    let number = add(title, body: body)
    issues[number]?.created = clock
    return number
  }

  /// Acts on a text that a program has sent, outside of blocks between lines of backticks: runs
  /// lines that begin with the slash of a command, and notifies people. Returns what GitLab keeps.
  @discardableResult
  func act(on text: String) -> String {
    var (kept, isCode): ([Substring], Bool) = ([], false)
    let lines = text.replacing("\r", with: "")
    for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let isCommand = !isCode && line.prefixMatch(of: /\/[a-z_]+(\s|$)/.ignoresCase()) != nil
      if isCommand { acted.append(String(line)) } else { kept.append(line) }
      if !isCode {
        let mention = /(^|[^A-Za-z0-9_`\/])@[A-Za-z0-9._-]+/
        acted += line.matches(of: mention).map { String($0.output.0) }
      }
    }
    return kept.joined(separator: "\n")
  }

  func comment(_ text: String, on number: Int, at: String? = nil) {
    lastNote += 1
    issues[number]?.comments.append(Note(id: lastNote, text: text, at: at ?? clock))
  }

  /// The source of a bridge to this tracker, and the beginning of aliases.
  var source: String { "github:\(host == "github.com" ? "" : "\(host)/")\(repository)" }

  /// The names that `--repo` may have.
  var names: [[String]?] {
    [host == "github.com" ? repository : "\(host)/\(repository)", formerName].compactMap(\.self)
      .map { [$0] }
  }

  /// Runs one command.
  func run(_ program: ToolProgram) throws -> ToolProgram.Outcome {
    if let (command, moment) = killing {
      killing = command > 0 ? (command - 1, moment) : nil
      if command == 0 {
        if moment == .after { _ = try perform(program) }
        throw Killed()
      }
    }
    return try perform(program)
  }

  private func perform(_ program: ToolProgram) throws -> ToolProgram.Outcome {
    calls.append(program.words)
    let text = String(decoding: program.input ?? [], as: UTF8.self)
    do {
      let printed =
        try program.words[0] == "gh"
        ? gh(Array(program.words.dropFirst()), text) : glab(Array(program.words.dropFirst()), text)
      return ToolProgram.Outcome(exitCode: 0, output: Array(printed.utf8))
    } catch is Refused {
      return ToolProgram.Outcome(
        exitCode: complaint.exitCode, output: [], messages: Array(complaint.words.utf8))
    } catch let outcome as Answered {
      return outcome.outcome
    }
  }

  struct Refused: Error {}
  struct Answered: Error { let outcome: ToolProgram.Outcome }

  // MARK: - Options

  /// Returns the values of options, each with the words that it may have; fails for another one.
  func options(
    _ words: ArraySlice<String>, _ known: Set<String>, flags: Set<String> = []
  ) throws -> [String: [String]] {
    var (values, rest): ([String: [String]], ArraySlice<String>) = ([:], words)
    while let word = rest.popFirst() {
      if flags.contains(word) {
        values[word, default: []].append("")
      } else if let equals = word.firstIndex(of: "="), known.contains(String(word[..<equals])) {
        values[String(word[..<equals]), default: []].append(
          String(word[word.index(after: equals)...]))
      } else if known.contains(word), let value = rest.popFirst() {
        values[word, default: []].append(value)
      } else {
        throw Refused()
      }
    }
    return values
  }

  /// Splits a list as gh does: with quotes around names that have commas.
  func list(_ values: [String]?) throws -> [String] {
    try (values ?? []).map { value in
      guard value.first == "\"" else {
        guard !value.contains(",") else { throw Refused() }
        return value
      }
      return String(value.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
  }

  static func split(_ name: String) -> [String] {
    name.split(separator: ",").map(String.init)
  }

  func number(_ word: String) throws -> Int {
    guard let number = Int(word), issues[number] != nil else { throw Refused() }
    return number
  }

  func url(_ number: Int) -> String { "https://\(host)/\(repository)/issues/\(number)" }
}
