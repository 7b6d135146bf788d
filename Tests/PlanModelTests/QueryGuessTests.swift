import Testing

@testable import PlanModel

/// Queries as users of GitHub, Jira, Linear or Taskwarrior may type them. Each finds the right
/// plans or gets the right hint. The board is that of `QueryTests`.
@Suite("Guesses in the words of other trackers")
struct QueryGuessTests {
  enum Answer: Sendable {
    /// The first letters of the ids found, without a note.
    case finds(String)
    /// An error with a hint that contains the text.
    case error(String)
    /// The ids found, with a note whose message or hint contains the text.
    case note(String, String)
  }

  private func check(_ guess: String, _ answer: Answer) throws {
    switch answer {
    case .finds(let expected):
      #expect(try QueryTests.matching(guess) == expected)
      #expect(try QueryTests.query(guess).notes == [])
    case .note(let expected, let words):
      #expect(try QueryTests.matching(guess) == expected)
      let notes = try QueryTests.query(guess).notes
      #expect(notes.contains { "\($0.message) \($0.hint ?? "")".contains(words) }, "\(notes)")
    case .error(let words):
      let error = try #require(throws: QueryError.self) { try QueryTests.query(guess) }
      #expect(error.hints.contains { $0.contains(words) }, "\(error)")
    }
  }

  @Test(
    "GitHub",
    arguments: [
      ("is:open", .finds("abce")), ("is:closed", .finds("d")), ("state:open", .error("is:open")),
      ("state:closed", .error("is:closed")), ("is:issue", .error("leave the term out")),
      ("is:issue is:open label:bug", .error("leave the term out")),
      ("is:pr", .error("has:commit")), ("is:merged", .error("has:commit")),
      ("is:draft", .error("is:ready")), ("is:archived", .error("is:deleted")),
      ("is:blocked", .finds("a")), ("is:blocking", .error("blocks:ID")),
      ("author:@me", .finds("a")), ("author:dev", .finds("a")), ("assignee:@me", .finds("a")),
      ("assignee:*", .finds("ab")), ("no:assignee", .finds("cde")), ("no:label", .finds("cde")),
      ("no:milestone", .finds("abcde")), ("-label:bug", .finds("bcde")),
      ("-no:label", .finds("ab")), ("label:bug,later", .finds("ab")),
      ("label:bug label:UI", .finds("a")), ("label:\"needs review\"", .finds("b")),
      ("milestone:1.0", .error("possible are")), ("project:x", .error("label:NAME")),
      ("type:bug", .error("label:NAME")), ("mentions:mia", .error("@NAME")),
      ("involves:@me", .error("@NAME")), ("commenter:mia", .error("by:NAME")),
      ("in:title login", .error("title:WORD")), ("login in:title", .error("title:WORD")),
      ("title:login", .finds("a")), ("created:>2026-10-01", .finds("a")),
      ("created:2026-11-01..2026-11-30", .finds("a")), ("created:*..2026-11-30", .finds("a")),
      ("updated:>=2026-11-19", .finds("ab")), ("closed:<2026-11-15", .finds("d")),
      ("sort:updated-desc", .finds("abcde")), ("sort:created-asc", .finds("abcde")),
      ("sort:comments-desc", .error("possible are")), ("comments:>3", .error("anywhere")),
      ("repo:owner/name", .note("", "no plan has a commit")), ("org:acme", .error("--board")),
      ("linked:pr", .note("", "no plan has a link of kind")),
      ("reason:completed", .error("is:closed")),
      ("archived:false", .error("is:deleted")), ("draft:true", .error("is:ready")),
      ("parent-issue:x", .error("possible")), ("has:label", .finds("ab")),
      ("NOT login", .finds("bcde")), ("login OR notes", .finds("ab")),
      ("(login OR notes) label:bug", .finds("a")), ("assignee:mia,me", .finds("ab")),
      ("label:Bug", .finds("a")), ("team:core", .error("--board")), ("user:me", .error("--board")),
      ("#12", .note("", "no plan has the label '12'")), ("is:assigned", .error("has:assignee")),
      ("assignee:@mia", .finds("b")), ("@mia", .finds("b")),
      ("milestone:none", .finds("abcde")),
      ("label:none", .finds("cde")), ("is:unassigned", .finds("cde")),
      ("-author:dev", .finds("bcde")), ("\"exact words\"", .finds("c")),
      ("sha:abc", .error("has:commit")), ("status:success", .error("the columns are")),
      ("language:swift", .error("--board")), ("is:locked", .error("is:closed")),
    ] as [(String, Answer)])
  func github(guess: String, answer: Answer) throws {
    // The error for an unknown key without a similar one lists all keys.
    if guess == "parent-issue:x" {
      let error = try #require(throws: QueryError.self) { try QueryTests.query(guess) }
      #expect(error.hints[0].hasPrefix("the keys are"))
      return
    }
    try check(guess, answer)
  }

  @Test(
    "Jira",
    arguments: [
      ("assignee = currentUser()", .error("a colon")), ("assignee:currentUser()", .finds("a")),
      ("status = Done", .error("a colon")), ("status=Done", .error("state:Done")),
      ("status!=Done", .error("-state:Done")), ("status != Done", .error("a colon")),
      ("status:Done", .finds("d")), ("status:\"In work\"", .finds("a")),
      ("status:\"In Progress\"", .error("the columns are")),
      ("statusCategory:Done", .error("kind:done")), ("resolution:Unresolved", .error("is:open")),
      ("resolution = Unresolved", .error("a colon")), ("is:unresolved", .finds("abce")),
      ("is:resolved", .finds("d")),
      ("priority in (High, Highest)", .note("", "priority:ONE,OTHER")),
      ("priority:Highest", .finds("c")), ("priority:High,Highest", .finds("ac")),
      ("priority:Critical", .finds("c")), ("priority:Blocker", .finds("c")),
      ("priority:Lowest", .finds("b")), ("priority >= High", .error("a colon")),
      ("priority>=high", .error("priority:>=high")), ("due <= 7d", .error("a colon")),
      ("due<=7d", .error("due:<=7d")), ("duedate:<7d", .finds("ad")),
      ("due:<=endOfWeek()", .error("dates are")),
      ("updated:>=-7d", .finds("ab")), ("updated >= -7d", .error("a colon")),
      ("created:>=-30d", .finds("a")), ("labels:bug", .finds("a")),
      ("labels = bug", .error("a colon")),
      ("labels is EMPTY", .note("", "no:label")),
      ("labels:EMPTY", .note("", "no plan has the label")),
      ("assignee is EMPTY", .note("", "no:assignee")), ("assignee:empty", .finds("cde")),
      ("reporter:dev", .finds("a")), ("reporter:currentUser()", .finds("a")),
      ("summary:login", .finds("a")), ("summary~login", .error("title:login")),
      ("summary ~ login", .error("a colon")), ("text:ipad", .finds("a")),
      ("text:login,ipad", .finds("a")), ("sort:due desc", .note("", "sort:-due")),
      ("sort:-due asc", .note("", "sort:due")),
      ("text ~ ipad", .error("a colon")),
      ("description:ipad", .finds("a")), ("epic:cccc", .finds("bd")), ("parent:cccc", .finds("bd")),
      ("sprint:5", .error("possible are")), ("fixVersion:1.0", .error("possible are")),
      ("component:ui", .finds("a")), ("issuetype:Bug", .error("label:NAME")),
      ("project = X", .error("a colon")), ("ORDER BY due", .note("", "sort:priority,due")),
      ("label:bug order by due", .note("", "sort:priority,due")), ("order:due", .error("sort:")),
      ("orderby:due", .error("sort:")), ("key:aaaa", .finds("a")),
      ("watcher:me", .error("by:NAME")),
      ("label:bug AND state:doing", .finds("a")), ("label:bug and state:doing", .note("", "AND")),
      ("login or notes", .note("", "OR")), ("not login", .note("", "NOT")),
      ("label:bug && login", .error("leave it out")), ("login || notes", .error("OR")),
      ("!label:bug", .error("-label")), ("!login", .error("-login")),
      ("state:!done", .error("-label:bug")), ("resolved:>=-2w", .finds("d")),
      ("storyPoints:>2", .error("estimate")), ("story-points:>2", .finds("a")),
      ("blocked by bbbb", .note("", "is:blocked")), ("is:subtask", .finds("bd")),
    ] as [(String, Answer)])
  func jira(guess: String, answer: Answer) throws { try check(guess, answer) }

  @Test(
    "Linear",
    arguments: [
      ("assignee:me", .finds("a")), ("is:mine", .finds("a")), ("priority:urgent", .finds("c")),
      ("priority:none", .finds("de")), ("priority:no-priority", .error("possible are low")),
      ("status:todo", .finds("bc")), ("status:backlog", .error("kind:todo")),
      ("status:\"in progress\"", .error("the columns are")),
      ("status:in-progress", .error("kind:doing")),
      ("status:canceled", .error("the columns are")), ("cycle:current", .finds("")),
      ("estimate:3", .finds("a")), ("estimate:>1", .finds("a")), ("estimate:1..5", .finds("a")),
      ("estimate:none", .finds("cde")), ("due:today", .finds("")),
      ("due:overdue", .error("dates are")),
      ("is:overdue", .finds("a")), ("is:late", .finds("a")), ("due:this-week", .finds("a")),
      ("due:next-week", .finds("b")), ("due:nov", .finds("abd")),
      ("due:\"this week\"", .finds("a")), ("due:tomorrow", .finds("")),
      ("has:description", .finds("a")),
      ("has:due", .finds("abd")), ("has:duedate", .finds("abd")), ("has:parent", .finds("bd")),
      ("has:subtasks", .finds("bc")), ("has:estimate", .finds("ab")),
      ("no:estimate", .finds("cde")),
      ("no:priority", .finds("de")), ("no:due", .finds("ce")), ("creator:dev", .finds("a")),
      ("subscriber:me", .error("by:NAME")), ("blocked:yes", .error("is:blocked")),
      ("blocking:aaaa", .finds("b")), ("blocks:aaaa", .finds("b")),
      ("blocked-by:bbbb", .finds("ad")),
      ("children:cccc", .error("child-of:ID")), ("is:stale", .error("updated:<4w")),
      ("is:active", .error("kind:doing")), ("is:done", .error("is:closed")),
      ("is:in-progress", .error("kind:doing")), ("is:todo", .error("kind:todo")),
      ("is:ready", .finds("be")), ("is:urgent", .error("priority:urgent")),
      ("is:due", .error("due:today")), ("age:>2w", .error("created:")),
      ("sort:priority", .finds("abcde")), ("view:mine", .finds("a")),
      ("initiative:x", .error("label:NAME")),
      ("owner:none", .finds("bcde")), ("is:unowned", .finds("cde")), ("by:mia", .finds("a")),
      ("updated:yesterday", .finds("a")), ("updated:>=mon", .finds("ab")),
      ("updated:<1w", .note("", "'<1w' is more than 1w ago")),
      ("updated:<1h", .note("ab", "for the time since then write updated:>=1h")),
      ("moved:<=-1d", .note("ad", "'<=-1d' is at least 1d ago")),
      ("updated:>5h", .note("b", "'>5h' is less than 5h ago")),
      ("updated:<2026-11-19", .finds("")), ("view:recent", .finds("ab")),
      ("is:open is:closed", .note("", "its opposite")),
      ("no:due due:fri", .note("", "without due")),
      ("no:label #bug", .note("", "without label")), ("alias:beads", .note("", "alias:~beads")),
      ("login -login", .note("", "its opposite")),
      ("updated:<30m", .note("", "30 months")), ("moved:30m", .note("", "30min")),
      ("label:bugs", .note("", "label:bug")), ("label:needs", .note("", "label:\"needs review\"")),
      ("lable:bug", .error("label")), ("asignee:me", .error("assignee")),
      ("prority:high", .error("priority")),
      ("status:Donee", .error("'done'")), ("priority:hgih", .error("'high'")),
    ] as [(String, Answer)])
  func linear(guess: String, answer: Answer) throws { try check(guess, answer) }

  @Test(
    "Taskwarrior",
    arguments: [
      ("+bug", .note("", "#bug")), ("project:home", .error("label:NAME")),
      ("status:pending", .error("is:open")), ("status:completed", .error("is:closed")),
      ("status:waiting", .error("is:blocked")), ("priority:H", .finds("a")),
      ("priority:L", .finds("b")),
      ("pri:H", .finds("a")), ("due.before:today", .error("due:<fri")),
      ("due.after:today", .error("due:>fri")),
      ("due.by:eom", .error("due:<fri")), ("due:eom", .finds("")), ("due:<eow", .finds("ad")),
      ("due:", .error("for example due:")), ("priority:", .error("for example priority:")),
      ("tags:bug", .finds("a")), ("tag:bug", .finds("a")), ("entry:>2w", .note("", "less than 2w")),
      ("entry:>=3w", .finds("a")), ("modified:today", .finds("b")),
      ("end:>3w", .note("d", "less than 3w")),
      ("depends:bbbb", .finds("ad")), ("uuid:aaaa", .finds("a")), ("urgency:>5", .error("sort:")),
      ("scheduled:today", .finds("")), ("wait:tomorrow", .error("due:<fri")),
      ("until:eom", .error("due:<fri")), ("start:any", .finds("")),
      ("recur:weekly", .finds("")),
      ("limit:5", .finds("abcde")), ("limit:page", .error("limit:10")),
      ("description:ipad", .finds("a")),
      ("description.contains:ipad", .error("body:VALUE")),
      ("title.has:login", .error("title:VALUE")),
      ("label.is:bug", .error("label:VALUE")), ("ready", .note("", "is:ready")),
      ("overdue", .note("", "is:overdue")), ("late", .note("b", "is:overdue")),
      ("blocked", .note("", "is:blocked")),
      ("doing", .note("", "state:doing")), ("mine", .note("", "is:mine")),
      ("done", .note("", "state:done")),
      ("column:todo", .finds("bc")), ("list:todo", .finds("bc")),
      ("/login/", .note("", "there are no patterns")),
      ("updated:1h", .note("", "updated:>=1h")), ("created:45min", .note("", "created:>=45min")),
      ("ogi*", .note("", "there are no patterns")), ("~login", .note("", "there are no patterns")),
      ("label:zz*", .note("", "there are no patterns")), ("created:2026", .finds("a")),
      ("due:2026", .finds("abd")), ("created:2027", .finds("")),
      ("owner is empty", .note("", "no:owner")), ("due is not null", .note("", "no:due")),
      ("github:owner/repo#12", .error("alias:github:owner/repo#12")),
      ("overdue:yes", .error("is:overdue")), ("is:opne", .error("'open'")),
      ("has:tags", .finds("ab")),
      ("nosuchword", .finds("")), ("due:someday", .error("dates are")),
      ("group:x", .error("the keys are")),
    ] as [(String, Answer)])
  func taskwarrior(guess: String, answer: Answer) throws {
    try check(guess, answer)
  }
}
