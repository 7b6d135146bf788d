import PlanActions

/// Options of other trackers' commands that pmgit lacks, and what to write instead.
enum ForeignOption {
  /// Returns a hint for an option that a command does not have; nil if pmgit knows no replacement
  /// for it.
  static func advice(for option: String, of topic: CommandTopic) -> Hint? {
    let command = topic.words.first ?? ""
    if command.isEmpty, option.lowercased() == "-v" { return "write \(pmgit: "--version")" }
    if readers.contains(command), let term = terms[option] {
      return "write a term of the query in its place: \(pmgit: command, term)"
    }
    if command == "log", option.dropFirst().allSatisfy(\.isNumber) {
      return "write \(pmgit: "log", "-n", option.dropFirst())"
    }
    if command == "log", let words = ofLog[option] { return "write \(words)" }
    if writers.contains(command), let other = ofWriters[option] { return "write \(other)" }
    if changers.contains(command), ["-m", "--message", "--comment"].contains(option) {
      return "write a comment with \(pmgit: "comment", "ID", "-m", "TEXT")"
    }
    return nil
  }

  /// Commands whose arguments are a query.
  private static let readers: Set = ["list", "board", "next", "tree", "export"]
  private static let writers: Set = ["add", "edit"]
  private static let changers: Set = ["done", "start", "move", "take", "delete", "restore", "edit"]

  private static let terms = [
    "--sort": "sort:due", "--order": "sort:due", "--order-by": "sort:due", "-s": "sort:due",
    "--limit": "limit:20", "-n": "limit:20", "--max": "limit:20", "-L": "limit:20",
    "--label": "label:NAME", "-l": "label:NAME", "--tag": "label:NAME", "--tags": "label:NAME",
    "--status": "state:NAME", "--state": "state:NAME", "--column": "state:NAME",
    "--assignee": "assignee:NAME", "--assign": "assignee:NAME", "-a": "assignee:NAME",
    "--owner": "owner:NAME", "--author": "created-by:NAME", "--priority": "priority:high",
    "-p": "priority:high", "--due": "due:<=fri", "-d": "due:<=fri", "--since": "updated:>=mon",
    "--search": "WORD", "-S": "WORD", "--query": "WORD", "-q": "WORD", "--open": "is:open",
    "--closed": "is:closed", "--done": "is:closed", "--mine": "is:mine", "--ready": "is:ready",
    "--all": "is:any", "--deleted": "is:deleted", "--overdue": "is:overdue",
    "--blocked": "is:blocked", "--no-label": "no:label", "--parent": "child-of:ID",
  ]

  private static let ofLog = [
    "--author": "--by NAME", "--user": "--by NAME", "--after": "--since MOMENT",
    "--before": "--until MOMENT", "--limit": "-n COUNT", "--max-count": "-n COUNT",
    "--short": "--oneline", "--one-line": "--oneline",
  ]

  private static let ofWriters = [
    "--tag": "--label NAME", "--tags": "--label NAME", "-t": "--label NAME",
    "--prio": "--priority LEVEL", "--pri": "--priority LEVEL", "--status": "--state COLUMN",
    "--column": "--state COLUMN", "-s": "--state COLUMN", "--assignee": "--assign NAME",
    "--description": "--body TEXT", "--desc": "--body TEXT", "--deadline": "--due DATE",
    "--depends-on": "--link blocked-by:ID", "--depends": "--link blocked-by:ID",
    "--blocked-by": "--link blocked-by:ID", "--blocks": "--link blocks:ID",
    "--parent": "--link parent:ID", "--points": "--estimate NUMBER",
  ]
}
