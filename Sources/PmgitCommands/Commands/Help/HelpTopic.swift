import PlanModel

/// A subject that `pmgit help` explains in one page, without manual pages.
enum HelpTopic: String, CaseIterable {
  case query, dates, rules, words, tutorial, options

  /// What the page is about, for completion.
  var about: String {
    switch self {
    case .query: "How plans are chosen and sorted."
    case .dates: "How days and times are written."
    case .rules: "What a board does by itself."
    case .words: "What plan, column, kind, owner, ready and other words mean."
    case .tutorial: "A first day with pmgit."
    case .options: "The options of every command."
    }
  }

  var text: String {
    switch self {
    case .query: Self.queryText
    case .dates: Self.datesText
    case .rules: Self.rulesText
    case .words: Self.wordsText
    case .tutorial: Self.tutorialText
    case .options: Self.optionsText
    }
  }

  /// The options of every command, and those of every command that changes the board, as a help
  /// text names them.
  static let commonOptions = [
    "-C <dir>", "--board <name>", "--json", "-q", "--text", "--color <when>", "--no-pager",
    "--as <name>", "--brief", "--version", "-h",
  ]

  private static let queryText = #"""
    A query chooses plans. Terms side by side must all match.

      pmgit list login crash                         plans with both words
      pmgit list '#bug -#later due:<+1w sort:due'    bugs for this week
      pmgit board '(#bug OR priority:urgent) @me'    quotes keep the shell away
      pmgit edit --where '#ui no:priority' -p low    change all that match

    Words and signs:
      login           with that text anywhere
      "some words"    with this text in a line
      #bug            with that label; label:bug,ui with one of these
      @dev            owned by or assigned to them; @me is you
      -label:later    what does not match; or NOT label:later
      (a OR b) c      what matches one side or the other

    State:
      is:ready        open, closed, ready, blocked, overdue, mine, unassigned,
                      leased, expired, parent, child, conflict, deleted, any
      has:checklist   alias, assignee, blocker, body, checklist, child, comment,
                      commit, conflict, due, estimate, file, iteration, label,
                      lease, link, milestone, owner, parent, priority, repeat,
                      start, time; no:assignee without it
      state:doing     in that column; kind:todo in one of kind todo, doing, done

    A value with a space needs quotes: due:"Dec 9", milestone:"Version 2".

    Values, each also none and any:
      label:bug  assignee:@me  owner:dev  milestone:v1.0  iteration:current
      repeat:weekly  alias:github:me/it#12  points:3, a field of the board's own
    with <, <=, >, >= or a range A..B too:
      priority:>=high  estimate:3..5  due:<+1w  start:<=today  spent:>2h  lease:<1h

    History, with a past day or time:
      created:2026-11-01..2026-11-30   updated:>=mon   closed:>=1w
      moved:<2w, longer ago than 2 weeks in its column   claimed:<2d
      by:@me, last changed by them   created-by:dev

    Links:
      parent:k7m2     below that plan, at any depth; child-of:k7m2 right below
      blocks:k7m2     what blocks that plan; blocked-by:k7m2 what waits for it
      link:relates:k7m2   with such a link to that plan
      repo:app        with a commit of that repository of the code

    Texts and names:
      title:login  body:iPad  id:k7m2  view:week, a saved query (pmgit view)

    Order:
      sort:priority,due   - for the reverse: rank, due, start, priority, estimate,
                          lease, repeat, milestone, iteration, created, updated,
                          moved, claimed, closed, spent, title, state
      limit:10            at most that many

    'pmgit list' leaves finished plans out; --all or is:any has them too.
    """# + "\n"

  private static let datesText = """
    Days and times are written as you say them.

      pmgit add "Pay rent" --due eom              the end of this month
      pmgit edit k7m2 --due 'next fri' --start mon
      pmgit edit k7m2 --postpone 3d               3 days later than now
      pmgit list 'due:<=fri'                      due by Friday
      pmgit log --since yesterday
      pmgit board --at '2w ago'                   the board as it was

    Days to come:
      2026-12-01, Dec 1, today, tomorrow, fri, next week (its Monday), 3d,
      in 2 weeks; eow, eom, eoq, eoy are the end of the week, month, quarter, year
      none clears the day

    Past days and times:
      2026-11-01, yesterday, mon (the last one), last week, 3d or 3d ago, 14:00,
      'fri 14:00', 2h ago, 2026-11-01T10:00:00Z; a commit of the board, too

    Lengths:
      90m, 1h30m, 1.5h (work)   30m, 2h, 1d (leases)   3d, 2w, 1m (periods)

    Repetition:
      every day, 'every 2w', 'every month on 1', 'every month on last', weekly
      pmgit edit k7m2 --repeat weekly             the next one comes when it is done
    """ + "\n"

  private static let rulesText = """
    A rule changes plans by itself, in the commit of the change that triggers it.

      pmgit column add review --before done
      pmgit rule add review 'on move to review: label +needs-eyes'
      pmgit rule add triage 'on add if no:priority: priority medium'
      pmgit rule add start 'on move to doing if no:owner: owner @me'
      pmgit rule add urgent 'on label urgent: priority urgent; due +2d'
      pmgit rule add api 'on commit in packages/api: label +api'
      pmgit rule add tidy 'on done: label -needs-eyes; assign none'

      pmgit rule                      list them; '!' marks those that can't run
      pmgit rule edit tidy 'on done: label -needs-eyes'
      pmgit rule remove tidy
      pmgit move k7m2 review --dry-run   see what a rule would do

    A rule is 'on TRIGGER: ACTION; ACTION' or 'on TRIGGER if QUERY: ACTION'.

    Triggers:
    \(lines(of: RuleTrigger.forms))

    Actions, with values as the options of 'pmgit edit' take them:
    \(lines(of: RuleAction.forms))

    In an action, @me is the author of the change. The query is about the plan
    itself, without other plans and the history; see 'pmgit help query'.

    Rules run in the order of their names, each at most once for a plan in a
    change, and never in merges, imports and undo. 'pmgit column edit review
    --from doing' is another kind of rule: it refuses moves from other columns.
    """ + "\n"

  /// Breaks a list into indented lines of at most 80 columns.
  private static func lines(of list: String) -> String {
    var lines = [""]
    for word in list.split(separator: ", ") {
      if lines[lines.count - 1].count + word.count > 72 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : ", ") + word
    }
    return lines.map { "  \($0)" }.joined(separator: ",\n")
  }

  private static let wordsText = """
    The words of pmgit, each with the command that shows it.

      plan          a task, an issue, a card: 'pmgit add "Fix login"'
      id            the plan's name, such as k7m2; any unique beginning will do
      board         a project's plans and settings, on a branch of their own
      column        where a plan stands; also its state: 'pmgit column'
      kind          what a column means to commands: todo (not begun), doing
                    (begun) or done; a board may have several columns of one kind
      open          not in a column of kind done; closed is the opposite
      blocked       with a link to an open plan that must be done before
      rank          the place of a plan in its column: 'pmgit move k7m2 --top'
      template      a plan with the label 'template': 'pmgit add --from k7m2'
      alias         a plan's name in another tracker, such as github:me/it#12

    People:
      assignees     whom the work is given to; there may be several: 'pmgit edit
                    k7m2 --assign Kim'
      owner         who is doing it now; one person or agent: 'pmgit take k7m2'
      claim         becoming the owner, confirmed by the remote, so that two
                    people never begin the same plan
      lease         a claim that ends by itself: 'pmgit take k7m2 --lease 1h'
      ready         not begun, not blocked, without open children, and neither
                    owned by nor assigned to others only: 'pmgit next'
      agent         a program that works in its own name: '--as agent-3'

    Time:
      due, start    days; 'pmgit help dates'
      milestone     a goal, such as a release; iteration: a period of days that
                    comes again, such as a sprint
      estimate      how much work a plan is, as a number; spent: time worked

    Numbers ('pmgit stats', 'pmgit help stats'):
      cycle time    from the start of the work to its end
      lead time     from the making of a plan to its end
      throughput    how many plans are finished in a week
      burn-up       a chart of all plans and of the finished ones, day by day

    Sharing:
      sync          fetch, merge and push the board: 'pmgit sync'
      conflict      a field that two people set at the same time; both values are
                    kept until somebody decides: 'pmgit resolve'
      bridge        a tracker that plans come from and go to: 'pmgit bridge'
      view          a query under a name: 'pmgit view'
      rule          what a board does by itself: 'pmgit help rules'
      hook          a program that git runs, for example after a commit; pmgit's let
                    commits move plans: 'pmgit hooks'
      trailer       a line such as 'Closes: k7m2' at the end of a commit's message
    """ + "\n"

  private static let tutorialText = """
    A first day: a board for a project that you have already.

    1. Create the board. Your files, HEAD and branches stay as they are.
         cd my-project
         pmgit init

    2. Write down ten plans. Each command prints the id of its plan.
         pmgit add "Fix login on iPad" --due fri -p high -l bug
         pmgit milestone add v1.0 --due eom
         pmgit add "Write the release notes" --milestone v1.0
         pmgit add --quick 'Update the libraries #chore @me next week'
         pmgit add -e                       write one in your editor
         pmgit import todo.md               or take a list that you have

    3. Look, and begin. Any unique start of an id will do, or words of the title.
         pmgit board
         pmgit next                         what to do now, and why
         pmgit move k7m2 doing
         pmgit comment k7m2 -m "Only on iPadOS 17"
         pmgit done k7m2
         pmgit screen                       the same with keys; 'q' ends it

    4. Share it. A colleague clones the project as always, and runs 'pmgit init'.
         pmgit sync
         pmgit take p3x9                    mine, before anybody else has it
         pmgit list '@me'

    5. Two of you changed one title at the same time: nothing is lost.
         pmgit sync
         pmgit resolve                      shows both, and asks
         pmgit sync

    6. That was a mistake? Nothing is.
         pmgit undo
         pmgit restore k7m2                 what was deleted comes back
         pmgit log --since today

    7. A report for the others.
         pmgit digest --since 1w
         pmgit stats --since 4w
         pmgit export --site public         the board as files for a browser

    Go on with 'pmgit help --all' and 'pmgit help query'. With 'pmgit hooks install'
    commits of your code move plans. To play first: pmgit init --demo
    """ + "\n"

  private static let optionsText = """
    Every command takes these options, also before its name:

      -C <dir>          run as if started in this folder
      --board <name>    the board to use (default: pmgit.board, else main)
      --json            print one JSON document instead of text, and no messages
      -q, --quiet       print no messages, only results and errors
      --text            print what a terminal gets, in a pipe or a file too;
                        PMGIT_COLUMNS=100 in the environment sets its width
      --color <when>    use colour: auto, always or never
      --no-pager        print long results at once, without a pager
      -h, --help        show the help of the command
      --version         show the version

    Commands that change the board take these, too:

      --as <name>       do it in the name of an agent (Name), or of a person
                        ('Name <address>')
      --brief           print the short id of each changed plan, and no messages
                        but warnings

    Examples:
      pmgit --board roadmap list
      pmgit -C ~/app board --no-pager
      pmgit list is:overdue --json | jq -r '.plans[].title'
      pmgit done k7m2 --as agent-3

    'pmgit --json' alone prints the document of 'pmgit status'. Exit codes: 0 done,
    1 failed, 64 wrong usage, 70 a bug, 75 try again, 130 interrupted.
    """ + "\n"
}
