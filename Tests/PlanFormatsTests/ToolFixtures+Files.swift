@testable import PlanFormats

extension ToolFixture {
  static let beads = ToolFixture(
    .beads, "issues.jsonl",
    #"""
    {"_type":"issue","id":"bd-1","title":"Fix login","description":"Tapping twice crashes.","design":"Debounce.","acceptance_criteria":"It does not crash.","notes":"","status":"in_progress","priority":0,"issue_type":"bug","assignee":"ada","owner":"ben@example.com","created_at":"2026-10-01T12:00:00.123456+02:00","created_by":"Ben","updated_at":"2026-10-02T12:00:00Z","due_at":"2026-12-01T12:00:00Z","external_ref":"gh-12","labels":["ui"],"dependencies":[{"issue_id":"bd-1","depends_on_id":"bd-2","type":"blocks"},{"issue_id":"bd-1","depends_on_id":"bd-3","type":"parent-child"},{"issue_id":"bd-1","depends_on_id":"bd-4","type":"discovered-from"}],"comments":[{"id":7,"issue_id":"bd-1","author":"ben","text":"Since when?","created_at":"2026-10-02T12:00:00Z"}],"estimated_minutes":90,"dependency_count":3}
    {"id":"bd-2","title":"Reproduce","status":"closed","priority":4,"issue_type":"task","owner":"ben@example.com","created_at":"2026-09-01T12:00:00Z","updated_at":"2026-09-03T12:00:00Z","closed_at":"2026-09-03T12:00:00Z","close_reason":"It crashes."}
    {"id":"bd-3","title":"Login","status":"deferred","priority":3,"issue_type":"epic","created_at":"2026-09-01T12:00:00Z","defer_until":"2026-12-10T00:00:00Z"}
    {"id":"bd-5","title":"Gone","status":"tombstone","priority":3,"issue_type":"task","created_at":"2026-09-01T12:00:00Z"}
    {"id":"bd-6","title":"Short","status":"open","priority":3,"issue_type":"task","created_at":"2026-09-01T12:00:00Z","ephemeral":true}
    {"_type":"memory","key":"x","value":"y"}
    """#,
    lines: #"""
      {"aliases":["beads:bd-1"],"assignees":["ada"],"body":"Tapping twice crashes.\n\n## Design\n\nDebounce.\n\n## Acceptance criteria\n\nIt does not crash.","comments":[{"at":"2026-10-02T12:00:00.000Z","by":"ben","id":"7","text":"Since when?"}],"created":{"at":"2026-10-01T10:00:00.123Z","by":"Ben"},"due":"2026-12-01","labels":["ui","bug"],"links":["blocked-by:beads:bd-2","parent:beads:bd-3","relates:beads:bd-4"],"moments":{"due":"2026-12-01T12:00:00.000Z"},"priority":"urgent","state":"doing","title":"Fix login","updated":"2026-10-02T12:00:00.000Z"}
      {"aliases":["beads:bd-2"],"assignees":[],"body":"## Reason for closing\n\nIt crashes.","closed":"2026-09-03T12:00:00.000Z","comments":[],"created":{"at":"2026-09-01T12:00:00.000Z","by":"ben@example.com"},"labels":[],"links":[],"priority":null,"state":"done","title":"Reproduce","updated":"2026-09-03T12:00:00.000Z"}
      {"aliases":["beads:bd-3"],"assignees":[],"body":"","comments":[],"created":{"at":"2026-09-01T12:00:00.000Z","by":"unknown"},"labels":["epic","deferred"],"links":[],"moments":{"start":"2026-12-10T00:00:00.000Z"},"priority":"low","start":"2026-12-10","state":"todo","title":"Login"}
      """#,
    losses: [
      "'estimated_minutes'": 1, "'external-ref'": 1, "deleted issues": 1, "ephemeral issues": 1,
      "records that are not issues": 1,
    ])

  static let taskwarrior = ToolFixture(
    .taskwarrior, "export.json",
    #"""
    [
    {"id":1,"description":"Fix login","entry":"20261001T120000Z","modified":"20261002T120000Z","status":"pending","start":"20261001T150000Z","tags":["bug"],"priority":"H","project":"app","due":"20261130T230000Z","scheduled":"20261119T230000Z","depends":["7F0C2A7E-3C39-4B0E-9B4E-1D1F6A0D5C12"],"annotations":[{"entry":"20261002T120000Z","description":"Since when?"}],"uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c11","urgency":9.8,"size":"L"},
    {"id":0,"description":"Old","entry":"20260901T120000Z","status":"completed","end":"20260903T120000Z","uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c12","urgency":0},
    {"id":0,"description":"Gone","entry":"20260901T120000Z","status":"deleted","uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c13"},
    {"id":2,"description":"Water","entry":"20260901T120000Z","status":"recurring","recur":"weekly","due":"20260906T220000Z","mask":"+-","uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c14"},
    {"id":3,"description":"Water","entry":"20260908T120000Z","status":"pending","recur":"weekly","due":"20260913T220000Z","imask":1,"parent":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c14","uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c15"},
    {"id":4,"description":"Rent","entry":"20260901T120000Z","status":"recurring","recur":"P1M","due":"20260930T220000Z","uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c16"},
    {"id":5,"description":"Odd","entry":"20260901T120000Z","status":"waiting","wait":"20261201T000000Z","priority":"Q","uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c17"}
    ]
    """#,
    lines: #"""
      {"aliases":["task:7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c11"],"comments":[{"at":"2026-10-02T12:00:00.000Z","by":null,"id":"f5f5d2c752c2582b","text":"Since when?"}],"created":{"at":"2026-10-01T12:00:00.000Z","by":null},"due":"2026-12-01","labels":["app","bug"],"links":["blocked-by:task:7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c12"],"moments":{"due":"2026-11-30T23:00:00.000Z","start":"2026-11-19T23:00:00.000Z"},"moved":"2026-10-01T15:00:00.000Z","priority":"high","start":"2026-11-20","state":"doing","title":"Fix login","updated":"2026-10-02T12:00:00.000Z"}
      {"aliases":["task:7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c12"],"closed":"2026-09-03T12:00:00.000Z","comments":[],"created":{"at":"2026-09-01T12:00:00.000Z","by":null},"labels":[],"links":[],"state":"done","title":"Old"}
      {"aliases":["task:7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c15"],"comments":[],"created":{"at":"2026-09-08T12:00:00.000Z","by":null},"due":"2026-09-13","labels":[],"links":[],"moments":{"due":"2026-09-13T22:00:00.000Z"},"repeat":"every week","state":"todo","title":"Water"}
      {"aliases":["task:7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c16"],"comments":[],"created":{"at":"2026-09-01T12:00:00.000Z","by":null},"due":"2026-09-30","labels":[],"links":[],"moments":{"due":"2026-09-30T22:00:00.000Z"},"repeat":"every month","state":"todo","title":"Rent"}
      {"aliases":["task:7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c17"],"comments":[],"created":{"at":"2026-09-01T12:00:00.000Z","by":null},"labels":[],"links":[],"moments":{"start":"2026-12-01T00:00:00.000Z"},"priority":null,"start":"2026-12-01","state":"todo","title":"Odd"}
      """#,
    losses: ["'size'": 1, "deleted tasks": 1, "priorities other than H, M and L": 1])

  static let todoTxt = ToolFixture(
    .todoTxt, "todo.txt",
    """
    (A) 2026-10-01 Call Mom +Family @phone due:2026-12-01 t:2026-11-20
    x 2026-10-03 2026-10-01 Review +app pull request pri:C
    (E) Water the plants rec:+1w
    Water the plants rec:3d
    xylophone lessons at 10:30, see https://example.com/a

    x (B) 2026-10-03 done without a day of creation
    2026-10-01 x (A) 2026-01-01 +a pmgit:k7m2q9x4t1ab +ui%20web @home due:2026-12-01 \
    state:review assignee:Ada%20<ada@example.com> blocked-by:e1whefhcf3qd by hand
    +only @tags
    """,
    lines: #"""
      {"board":{"columns":[{"from":null,"id":"review","kind":"doing","limit":null,"title":"review"},{"from":null,"id":"done","kind":"done","limit":null,"title":"Done"}]}}
      {"aliases":["todo-txt:cedc3f1378f5ca2f"],"created":{"at":"2026-09-30T23:00:00.000Z","by":null},"due":"2026-12-01","labels":["Family","@phone"],"priority":"urgent","start":"2026-11-20","state":"todo","title":"Call Mom"}
      {"aliases":["todo-txt:daea95add7a61955"],"closed":"2026-10-03T22:59:59.999Z","created":{"at":"2026-09-30T23:00:00.000Z","by":null},"labels":["app"],"priority":"medium","state":"done","title":"Review +app pull request"}
      {"aliases":["todo-txt:9196c01b8952c0f9"],"priority":"low","repeat":"every week","state":"todo","title":"Water the plants"}
      {"aliases":["todo-txt:c422e21ee5f2a168"],"priority":null,"repeat":"every 3 days from done","state":"todo","title":"Water the plants"}
      {"aliases":["todo-txt:ebb1b038b14946fc"],"priority":null,"state":"todo","title":"xylophone lessons at 10:30, see https://example.com/a"}
      {"aliases":["todo-txt:5d9c819a63b58208"],"closed":"2026-10-03T22:59:59.999Z","priority":"high","state":"done","title":"done without a day of creation"}
      {"assignees":["Ada <ada@example.com>"],"created":{"at":"2026-09-30T23:00:00.000Z","by":null},"due":"2026-12-01","id":"k7m2q9x4t1ab","labels":["ui web","@home"],"links":["blocked-by:e1whefhcf3qd"],"priority":null,"state":"review","title":"x (A) 2026-01-01 +a by hand"}
      {"aliases":["todo-txt:a65c97752fa96d7f"],"labels":["only","@tags"],"priority":null,"state":"todo","title":"+only @tags"}
      """#)

  static let org = ToolFixture(
    .org, "notes.org",
    """
    #+TITLE: Notes
    #+FILETAGS: :app:
    #+TODO: TODO(t) REVIEW(r) | DONE(d) DROPPED
    * Login :ui:
    Text of no plan.
    ** TODO [#A] Fix login :bug:
       DEADLINE: <2026-12-01 Tue 10:00 +1w> SCHEDULED: <2026-11-20 Fri>
       :PROPERTIES:
       :ID:       1b2c
       :CREATED:  [2026-10-01 Thu 14:00]
       :Effort:   1:30
       :Place:    Berlin
       :END:
       :LOGBOOK:
       CLOCK: [2026-11-20 Fri 10:00]--[2026-11-20 Fri 11:30] =>  1:30
       - Note taken on [2026-11-20 Fri 11:30]
       :END:
       Tapping twice crashes.
       - [X] reproduce it
       - [-] mend it
       #+BEGIN_SRC sh
       - [ ] no item
       #+END_SRC
    *** REVIEW Debounce
    *** DONE Reproduce
        CLOSED: [2026-11-21 Sat 10:00]
    * DROPPED Rewrite
    * TODO Old :ARCHIVE:
    ** TODO Below old
    """,
    lines: #"""
      {"aliases":["org:1b2c"],"body":"Tapping twice crashes.\n#+BEGIN_SRC sh\n- [ ] no item\n#+END_SRC","checklist":[{"done":true,"text":"reproduce it"},{"done":false,"text":"mend it"}],"created":{"at":"2026-10-01T13:00:00.000Z","by":null},"due":"2026-12-01","estimate":1.5,"labels":["app","ui","bug"],"links":[],"priority":"high","repeat":"every week","start":"2026-11-20","state":"todo","time":[{"id":"f9bbac66e4ac038c","minutes":90,"on":"2026-11-20"}],"title":"Fix login"}
      {"aliases":["org:34f4d274436c86d0"],"body":"","checklist":[],"due":null,"labels":["app","ui","bug","review"],"links":["parent:org:1b2c"],"priority":null,"start":null,"state":"todo","title":"Debounce"}
      {"aliases":["org:669a5963e6c95526"],"body":"","checklist":[],"closed":"2026-11-21T09:00:00.000Z","due":null,"labels":["app","ui","bug"],"links":["parent:org:1b2c"],"priority":null,"start":null,"state":"done","title":"Reproduce"}
      {"aliases":["org:d3b3ff9017286621"],"body":"","checklist":[],"due":null,"labels":["app","dropped"],"links":[],"priority":null,"start":null,"state":"done","title":"Rewrite"}
      """#,
    losses: [
      "'PLACE'": 1, "headings with the tag ARCHIVE": 1, "headings without a keyword": 1,
      "notes of the logbook": 1, "times of day of deadlines": 1,
    ])

  static let markdown = ToolFixture(
    .markdown, "TODO.md",
    """
    # Project

    Some text.

    - an item without a box

    ## Login

    - [ ] Fix **login** #bug 📅 2026-12-01 ⏫ ➕ 2026-10-01
      Tapping twice crashes.

      ```
      - [ ] no item
      ```
      - [x] reproduce it
      - [ ] mend it
    - [x] Reproduce the #crash here ✅ 2026-10-03 #done/early

    Text between.

    1. [ ] Numbered, see #12
    1. [ ] Numbered, see #12
    """,
    lines: #"""
      {"aliases":["markdown:ba8c0c327ebabb07"],"body":"Tapping twice crashes.\n\n```\n- [ ] no item\n```","checklist":[{"done":true,"text":"reproduce it"},{"done":false,"text":"mend it"}],"created":{"at":"2026-09-30T23:00:00.000Z","by":null},"due":"2026-12-01","labels":["bug","Login"],"priority":"high","state":"todo","title":"Fix **login**"}
      {"aliases":["markdown:b86cdef06b43a123"],"body":"","checklist":[],"closed":"2026-10-03T22:59:59.999Z","labels":["crash","done/early","Login"],"state":"done","title":"Reproduce the #crash here"}
      {"aliases":["markdown:42dd4deb28522d7c"],"body":"","checklist":[],"labels":["Login"],"state":"todo","title":"Numbered, see #12"}
      {"aliases":["markdown:1522620e22645157"],"body":"","checklist":[],"labels":["Login"],"state":"todo","title":"Numbered, see #12"}
      """#, losses: ["items without a box": 1, "lines outside of tasks": 2])

  static let obsidian = ToolFixture(
    .markdown, "Board.md",
    """
    ---

    kanban-plugin: basic

    ---

    ## To do

    - [ ] Fix login @{2026-12-01} #bug

    ## In review

    - [ ] Docs
    - [x] Done there

    ## Done

    **Complete**
    - [x] Old

    ***

    ## Archive

    - [x] Gone

    %% kanban:settings
    - [ ] no card
    %%
    """,
    lines: #"""
      {"board":{"columns":[{"from":null,"id":"todo","kind":"todo","limit":null,"title":"Todo"},{"from":null,"id":"in-review","kind":"doing","limit":null,"title":"In review"},{"from":null,"id":"done","kind":"done","limit":null,"title":"Done"}]}}
      {"aliases":["markdown:d4b1ef7880f14f2b"],"body":"","checklist":[],"due":"2026-12-01","labels":["bug"],"state":"todo","title":"Fix login"}
      {"aliases":["markdown:41b14de9e78a4208"],"body":"","checklist":[],"labels":[],"state":"In review","title":"Docs"}
      {"aliases":["markdown:257d995dbc735d19"],"body":"","checklist":[],"labels":["In review"],"state":"done","title":"Done there"}
      {"aliases":["markdown:2e4bd3dc6f031c90"],"body":"","checklist":[],"labels":[],"state":"done","title":"Old"}
      """#, losses: ["archived cards": 1])

  static let taskell = ToolFixture(
    .markdown, "roadmap.md",
    """
    ## To Do

    - Fix login
        @ 2026-12-01
        > Tapping twice crashes.
        * [x] reproduce it
        * [ ] mend it

    ## Done

    - Old
    """,
    lines: #"""
      {"board":{"columns":[{"from":null,"id":"todo","kind":"todo","limit":null,"title":"Todo"},{"from":null,"id":"done","kind":"done","limit":null,"title":"Done"}]}}
      {"aliases":["markdown:d4b1ef7880f14f2b"],"body":"Tapping twice crashes.","checklist":[{"done":true,"text":"reproduce it"},{"done":false,"text":"mend it"}],"due":"2026-12-01","labels":[],"state":"todo","title":"Fix login"}
      {"aliases":["markdown:2e4bd3dc6f031c90"],"body":"","checklist":[],"labels":[],"state":"done","title":"Old"}
      """#)

  static let csv = ToolFixture(
    .csv, "plans.csv",
    """
    \u{FEFF}id,Title,State,Priority,Due,Labels,Assignees,Links,Checklist,Created,Creator,Estimate,Repeat,Extra
    7,Fix login,Doing,high,2026-12-01,"bug, ui",ada,blocked-by:csv:8,"[x] reproduce it
    [ ] mend it",2026-10-01T12:00:00Z,Ben,3,every 2 weeks,x
    8,"'=SUM(A1)",done,9,01/12/2026,"a,b
    c",,nonsense,,soon,,-1,now and then,
    k7m2q9x4t1ab,Ours,,,,,,,,,,,,
    ,Nameless,,,,,,,,,,,,
    9,,,,,,,,,,,,,
    """,
    from: "app",
    lines: #"""
      {"board":{"columns":[{"from":null,"id":"doing","kind":"doing","limit":null,"title":"Doing"},{"from":null,"id":"done","kind":"done","limit":null,"title":"Done"}]}}
      {"aliases":["csv:app#7"],"assignees":["ada"],"checklist":[{"done":true,"text":"reproduce it"},{"done":false,"text":"mend it"}],"created":{"at":"2026-10-01T12:00:00.000Z","by":"Ben"},"due":"2026-12-01","estimate":3,"labels":["bug","ui"],"links":["blocked-by:csv:app#8"],"priority":"high","repeat":"every 2 weeks","state":"doing","title":"Fix login"}
      {"aliases":["csv:app#8"],"labels":["a,b","c"],"state":"done","title":"=SUM(A1)"}
      {"id":"k7m2q9x4t1ab","title":"Ours"}
      {"aliases":["csv:app#a713171b52e29ec5"],"title":"Nameless"}
      """#,
    losses: [
      "'Extra'": 1, "links that are not KIND:ID, such as 'nonsense'": 1,
      "priorities other than low, medium, high and urgent, such as '9'": 1,
      "rows without a title": 1, "values of 'created' that are not a moment, such as 'soon'": 1,
      "values of 'due' that are not a day as 2026-12-01, such as '01/12/2026'": 1,
      "values of 'repeat' that are not a rule, such as 'now and then'": 1,
      "estimates that are not a number up to a million, such as '-1'": 1,
    ])

  static let gitBug = ToolFixture(
    .gitBug, "bugs.json",
    #"""
    {"id":"abc123","human_id":"abc","create_time":{"timestamp":1790856000,"time":"2026-10-01T14:00:00+02:00"},"edit_time":{"timestamp":1790942400,"time":"2026-10-02T14:00:00+02:00"},"status":"closed","labels":["bug"],"title":"Fix login","author":{"id":"1","human_id":"1","name":"Ada","login":"ada"},"actors":[],"participants":[],"comments":[{"id":"c0","human_id":"c0","author":{"name":"Ada"},"message":"Tapping twice crashes."},{"id":"c1","human_id":"c1","author":{"name":"","login":"ben"},"message":"Since when?"}]}
    {"id":"def456","human_id":"def","create_time":{"timestamp":1790856000},"status":"open","labels":[],"title":"Docs","author":{"login":"ben"},"comments":[],"odd":1}
    """#,
    lines: #"""
      {"aliases":["git-bug:abc123"],"body":"Tapping twice crashes.","closed":"2026-10-02T12:00:00.000Z","comments":[{"at":null,"by":"ben","id":"c1","text":"Since when?"}],"created":{"at":"2026-10-01T12:00:00.000Z","by":"Ada"},"labels":["bug"],"state":"done","title":"Fix login","updated":"2026-10-02T12:00:00.000Z"}
      {"aliases":["git-bug:def456"],"comments":[],"created":{"at":"2026-10-01T12:00:00.000Z","by":"ben"},"labels":[],"state":"todo","title":"Docs"}
      """#, losses: ["'odd'": 1])

  static let gitBugList = ToolFixture(
    .gitBug, "list.json",
    #"""
    [{"id":"abc123","human_id":"abc","create_time":{"timestamp":1790856000,"time":"2026-10-01T14:00:00+02:00"},"edit_time":{"timestamp":1790942400,"time":"2026-10-02T14:00:00+02:00"},"status":"open","labels":["bug"],"title":"Fix login","actors":[],"participants":[],"author":{"id":"1","human_id":"1","name":"Ada","login":"ada"},"comments":2,"metadata":{"origin":"github"}}]
    """#,
    lines: #"""
      {"aliases":["git-bug:abc123"],"created":{"at":"2026-10-01T12:00:00.000Z","by":"Ada"},"labels":["bug"],"state":"todo","title":"Fix login","updated":"2026-10-02T12:00:00.000Z"}
      """#, losses: ["texts: the list of git-bug has only their number": 1])
}
