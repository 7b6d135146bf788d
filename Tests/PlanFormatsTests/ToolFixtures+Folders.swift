@testable import PlanFormats

extension ToolFixture {
  static let backlogMD = ToolFixture(
    .backlogMD,
    folder: [
      (
        "config.yml",
        """
        project_name: "App"
        statuses: ["To Do", "In Progress", "Review", "Done"]
        """
      ),
      (
        "tasks/back-12 - Fix-login.md",
        """
        ---
        id: BACK-12
        title: 'Fix login: it crashes'
        status: In Progress
        assignee:
          - @ada
        reporter: @ben
        created_date: '2026-10-01 12:00'
        updated_date: '2026-10-02 13:30'
        labels: [bug, "ui, web"]
        milestone: m-1
        dependencies:
          - task-3
        parent_task_id: BACK-4
        priority: high
        ordinal: 2000
        due_date: '2026-12-01 09:00'
        references:
          - https://example.com/12
        x-flag: true
        ---

        ## Description

        <!-- SECTION:DESCRIPTION:BEGIN -->
        Tapping twice crashes.
        <!-- SECTION:DESCRIPTION:END -->

        ## Acceptance Criteria
        <!-- AC:BEGIN -->
        - [x] #1 It is reproduced
        - [ ] #2 It does not crash
        <!-- AC:END -->

        ## Implementation Notes

        ```md
        ## Acceptance Criteria
        - [ ] no criterion
        ```

        ## Comments

        <!-- COMMENTS:BEGIN -->
        author: @ada
        created: 2026-10-02 13:30
        ---
        Since when?

        - [ ] no criterion
        ---
        <!-- COMMENTS:END -->
        """
      ),
      (
        "tasks/back-4 - Login.md",
        """
        ---
        id: BACK-4
        title: >-
          A title
          that is folded
        status: To Do
        assignee: []
        created_date: 2026-10-01
        ordinal: 1000
        ---
        """
      ),
      (
        "completed/back-3 - Old.md",
        """
        ---
        id: BACK-03
        title: Old
        status: To Do
        created_date: '2026-09-01 10:00'
        updated_date: '2026-09-03 11:00'
        ---
        Done long ago.
        """
      ),
      (
        "drafts/draft-1 - Idea.md",
        """
        ---
        id: DRAFT-1
        title: Idea
        status: Draft
        ---
        """
      ),
      ("archive/tasks/back-1 - Gone.md", "---\nid: BACK-1\ntitle: Gone\nstatus: Done\n---\n"),
      ("tasks/old/back-2 - Deep.md", "---\nid: BACK-2\ntitle: Deep\nstatus: Done\n---\n"),
      ("tasks/old/back-3 - Deeper.md", "---\nid: BACK-3\ntitle: Deeper\nstatus: Done\n---\n"),
      ("tasks/old/notes - no task.md", "---\nid: 1\n---\nNo task.\n"),
      ("tasks/back-9 - Broken.md", "---\nid: [\nstatus: Done\n---\n"),
      ("milestones/m-1 - v1.md", "---\nid: m-1\ntitle: \"Version 1\"\n---\n"),
      ("tasks/readme.md", "Not a task."),
    ],
    lines: #"""
      {"board":{"columns":[{"from":null,"id":"todo","kind":"todo","limit":null,"title":"Todo"},{"from":null,"id":"in-progress","kind":"doing","limit":null,"title":"In Progress"},{"from":null,"id":"review","kind":"doing","limit":null,"title":"Review"},{"from":null,"id":"done","kind":"done","limit":null,"title":"Done"}],"milestones":[{"closed":false,"due":null,"id":"version-1","title":"Version 1"}]}}
      {"aliases":["backlog:BACK-4"],"assignees":[],"body":"","checklist":[],"comments":[],"created":{"at":"2026-10-01T00:00:00.000Z","by":"unknown"},"labels":[],"links":[],"state":"todo","title":"A title that is folded"}
      {"aliases":["backlog:BACK-12"],"assignees":["ada"],"body":"## Description\n\nTapping twice crashes.\n\n## Implementation Notes\n\n```md\n## Acceptance Criteria\n- [ ] no criterion\n```\n\n## References\n\n- https://example.com/12","checklist":[{"done":true,"text":"It is reproduced"},{"done":false,"text":"It does not crash"}],"comments":[{"at":"2026-10-02T13:30:00.000Z","by":"ada","id":"01f665cb3ceeed3f","text":"Since when?\n\n- [ ] no criterion"}],"created":{"at":"2026-10-01T12:00:00.000Z","by":"ben"},"due":"2026-12-01","labels":["bug","ui, web"],"links":["blocked-by:backlog:BACK-03","parent:backlog:BACK-4"],"milestone":"version-1","priority":"high","state":"In Progress","title":"Fix login: it crashes","updated":"2026-10-02T13:30:00.000Z"}
      {"aliases":["backlog:BACK-03"],"assignees":[],"body":"Done long ago.","checklist":[],"closed":"2026-09-03T11:00:00.000Z","comments":[],"created":{"at":"2026-09-01T10:00:00.000Z","by":"unknown"},"labels":[],"links":[],"state":"done","title":"Old","updated":"2026-09-03T11:00:00.000Z"}
      {"aliases":["backlog:DRAFT-1"],"assignees":[],"body":"","checklist":[],"comments":[],"labels":["draft"],"links":[],"state":"todo","title":"Idea"}
      """#,
    losses: [
      "archived tasks, such as 'archive/tasks/back-1 - Gone.md'": 1, "'x-flag'": 1,
      "tasks in other folders, such as 'tasks/old/back-2 - Deep.md'": 2,
      "files whose front matter can't be read, such as 'tasks/back-9 - Broken.md'": 1,
    ])

  static let tk = ToolFixture(
    .tk,
    folder: [
      (
        "app-5c46.md",
        """
        ---
        id: app-5c46
        status: in_progress
        deps: [app-1a2b]
        links: [app-9z9z]
        created: 2026-10-01T12:00:00Z
        type: bug
        priority: 1
        assignee: Ada Lovelace
        external-ref: gh-12
        parent: app-1a2b
        tags: [ui, web]
        ---
        # Fix login

        Tapping twice crashes.

        ## Design

        Debounce.

        ## Notes

        **2026-10-02T13:30:00Z**

        Since when?

        **2026-10-03T13:30:00Z**

        Since **2.0**
        """
      ),
      (
        "app-1a2b.md",
        """
        ---
        id: app-1a2b
        status: closed
        deps: []
        links: []
        created: 2026-09-01T12:00:00Z
        type: task
        priority: 4
        ---
        # Reproduce
        """
      ),
    ],
    lines: #"""
      {"aliases":["tk:app-1a2b"],"assignees":[],"body":"","comments":[],"created":{"at":"2026-09-01T12:00:00.000Z","by":null},"labels":[],"links":[],"priority":null,"state":"done","title":"Reproduce"}
      {"aliases":["tk:app-5c46"],"assignees":["Ada Lovelace"],"body":"Tapping twice crashes.\n\n## Design\n\nDebounce.","comments":[{"at":"2026-10-02T13:30:00.000Z","by":"unknown","id":"96b8c69cfc0ddd0c","text":"Since when?"},{"at":"2026-10-03T13:30:00.000Z","by":"unknown","id":"27add74d084a3a66","text":"Since **2.0**"}],"created":{"at":"2026-10-01T12:00:00.000Z","by":null},"labels":["bug","ui","web"],"links":["blocked-by:tk:app-1a2b","relates:tk:app-9z9z","parent:tk:app-1a2b"],"priority":"high","state":"doing","title":"Fix login"}
      """#,
    losses: ["'external-ref'": 1])

  static let tbd = ToolFixture(
    .tbd,
    folder: [
      (
        "issues/is-01kf5zyg8khb7tvp7bk75xgrva.md",
        """
        ---
        type: is
        id: is-01kf5zyg8khb7tvp7bk75xgrva
        title: "Fix login: it crashes"
        kind: bug
        status: in_progress
        priority: 1
        version: 6
        spec_path: docs/login.md
        docs:
          - path: docs/crash.md
            role: research
        refs:
          - kind: pr
            url: https://example.com/12
        assignee: ada
        delegate: agent-1
        labels:
          - ui
          - web
        dependencies:
          - type: blocks
            target: is-01kf5zyg8khb7tvp7bk75xgrvc
        parent_id: is-01kf5zyg8khb7tvp7bk75xgrvb
        child_order_hints:
          - is-01kf5zyg8khb7tvp7bk75xgrvc
        due_date: 2026-12-01T23:30:00.000Z
        deferred_until: null
        hold: paused
        hold_until: 2026-11-28T12:00:00.000Z
        created_by: ben
        created_at: 2026-10-01T12:00:00.000Z
        updated_at: 2026-10-05T12:00:00.000Z
        started_at: 2026-10-02T12:00:00.000Z
        closed_at: null
        extensions:
          linear:
            id: x
        ---
        Tapping twice crashes.

        ## Notes

        Since when?
        """
      ),
      (
        "issues/is-01kf5zyg8khb7tvp7bk75xgrvb.md",
        """
        ---
        type: is
        id: is-01kf5zyg8khb7tvp7bk75xgrvb
        title: Epic
        kind: epic
        status: closed
        priority: 4
        version: 2
        labels: []
        dependencies: []
        created_at: 2026-09-01T12:00:00.000Z
        updated_at: 2026-09-03T12:00:00.000Z
        closed_at: 2026-09-03T12:00:00.000Z
        close_reason: Moved
        resolution: duplicate
        duplicate_of: is-01kf5zyg8khb7tvp7bk75xgrvc
        extensions:
          beads:
            original_id: app-12
        ---
        """
      ),
      (
        "issues/is-01kf5zyg8khb7tvp7bk75xgrvc.md",
        """
        ---
        type: is
        id: is-01kf5zyg8khb7tvp7bk75xgrvc
        title: Announce
        kind: task
        status: blocked
        priority: 2
        dependencies:
          - type: blocks
            target: is-01kf5zyg8khb7tvp7bk75xgrva
        created_at: 2026-09-01T12:00:00.000Z
        ---
        """
      ),
      (
        "issues/is-01kf5zyg8khb7tvp7bk75xgrvd.md",
        "---\ntype: is\nid: is-01kf5zyg8khb7tvp7bk75xgrvd\ntitle: [\n---\n"
      ),
      ("issues/readme.md", "No issue.\n"),
      (
        "mappings/ids.yml",
        "a7k2: 01kf5zyg8khb7tvp7bk75xgrva\n\"0622\": 01kf5zyg8khb7tvp7bk75xgrvb\n"
      ),
      ("meta.yml", "schema_version: 1\n"),
    ],
    from: "app",
    lines: #"""
      {"aliases":["tbd:is-01kf5zyg8khb7tvp7bk75xgrva","tbd:app-a7k2"],"assignees":["ada"],"body":"Tapping twice crashes.\n\n## Notes\n\nSince when?\n\n## References\n\n- docs/login.md\n- docs/crash.md\n- https://example.com/12","created":{"at":"2026-10-01T12:00:00.000Z","by":"ben"},"due":"2026-12-02","labels":["paused","ui","web","bug"],"links":["parent:tbd:is-01kf5zyg8khb7tvp7bk75xgrvb","blocked-by:tbd:is-01kf5zyg8khb7tvp7bk75xgrvc"],"moments":{"due":"2026-12-01T23:30:00.000Z","start":"2026-11-28T12:00:00.000Z"},"owner":"agent-1","priority":"high","start":"2026-11-28","started":"2026-10-02T12:00:00.000Z","state":"doing","title":"Fix login: it crashes","updated":"2026-10-05T12:00:00.000Z"}
      {"aliases":["tbd:is-01kf5zyg8khb7tvp7bk75xgrvb","tbd:app-0622"],"assignees":[],"body":"## Reason for closing\n\nMoved","closed":"2026-09-03T12:00:00.000Z","created":{"at":"2026-09-01T12:00:00.000Z","by":null},"due":null,"labels":["duplicate","epic"],"links":["relates:tbd:is-01kf5zyg8khb7tvp7bk75xgrvc"],"priority":null,"start":null,"state":"done","title":"Epic","updated":"2026-09-03T12:00:00.000Z"}
      {"aliases":["tbd:is-01kf5zyg8khb7tvp7bk75xgrvc"],"assignees":[],"body":"","created":{"at":"2026-09-01T12:00:00.000Z","by":null},"due":null,"labels":["blocked"],"links":[],"priority":"medium","start":null,"state":"todo","title":"Announce"}
      """#,
    losses: [
      "'extensions'": 1, "links that close a cycle": 1,
      "files whose front matter can't be read, such as 'issues/is-01kf5zyg8khb7tvp7bk75xgrvd.md'":
        1,
    ])

  static let kanbanMD = ToolFixture(
    .kanbanMD,
    folder: [
      (
        "config.yml",
        """
        version: 11
        board:
          name: App
        tasks_dir: tasks
        statuses:
          - name: backlog
            show_duration: false
          - name: in-progress
            require_claim: true
          - done
          - archived
        next_id: 4
        """
      ),
      (
        "tasks/001-fix-login.md",
        """
        ---
        id: 1
        title: Fix login
        status: in-progress
        priority: critical
        created: 2026-10-01T12:00:00.123456789+02:00
        updated: 2026-10-02T12:00:00Z
        started: 2026-10-01T15:00:00Z
        assignee: ada
        tags:
          - bug
          - ui
        due: 2026-12-01
        estimate: 4h
        parent: 2
        depends_on:
          - 2
        blocked: true
        block_reason: waits for a device
        claimed_by: agent-1
        claimed_at: 2026-10-01T15:00:00Z
        class: expedite
        ---

        Tapping twice crashes.
        """
      ),
      (
        "tasks/002-reproduce.md",
        """
        ---
        id: 2
        title: Reproduce
        status: done
        priority: low
        created: 2026-09-01T12:00:00Z
        updated: 2026-09-03T12:00:00Z
        completed: 2026-09-03T12:00:00Z
        class: standard
        ---
        """
      ),
      ("tasks/003-gone.md", "---\nid: 3\ntitle: Gone\nstatus: archived\n---\n"),
    ],
    from: "app",
    lines: #"""
      {"board":{"columns":[{"from":null,"id":"backlog","kind":"todo","limit":null,"title":"backlog"},{"from":null,"id":"in-progress","kind":"doing","limit":null,"title":"in-progress"},{"from":null,"id":"done","kind":"done","limit":null,"title":"Done"}]}}
      {"aliases":["kanban-md:app#1"],"assignees":["ada"],"body":"Tapping twice crashes.\n\n## Blocked\n\nwaits for a device","created":{"at":"2026-10-01T10:00:00.123Z","by":null},"due":"2026-12-01","estimate":4,"labels":["bug","ui","expedite","blocked"],"links":["parent:kanban-md:app#2","blocked-by:kanban-md:app#2"],"owner":"agent-1","priority":"urgent","started":"2026-10-01T15:00:00.000Z","state":"in-progress","title":"Fix login","updated":"2026-10-02T12:00:00.000Z"}
      {"aliases":["kanban-md:app#2"],"assignees":[],"body":"","closed":"2026-09-03T12:00:00.000Z","created":{"at":"2026-09-01T12:00:00.000Z","by":null},"labels":[],"links":[],"priority":"low","state":"done","title":"Reproduce","updated":"2026-09-03T12:00:00.000Z"}
      """#, losses: ["archived tasks": 1])

  static let dstask = ToolFixture(
    .dstask,
    folder: [
      (
        "active/0a1b2c3d-0000-4000-8000-000000000001.yml",
        """
        summary: Fix login
        notes: |-
          Tapping twice crashes.

          Since when?
        tags:
        - bug
        - ui
        project: app
        priority: P1
        delegatedto: ben
        subtasks:
        - summary: reproduce it
          resolved: true
        - summary: mend it
          resolved: false
        dependencies:
        - 0a1b2c3d-0000-4000-8000-000000000002
        created: 2026-10-01T12:00:00.123456789+02:00
        resolved: 0001-01-01T00:00:00Z
        due: 2026-12-01T00:00:00+01:00
        """
      ),
      (
        "resolved/0a1b2c3d-0000-4000-8000-000000000002.yml",
        """
        summary: a long summary that go-yaml folds
          over two lines
        notes: ""
        tags: []
        project: ""
        priority: P2
        delegatedto: ""
        subtasks: []
        dependencies: []
        created: 2026-09-01T12:00:00Z
        resolved: 2026-09-03T12:00:00Z
        due: 0001-01-01T00:00:00Z
        """
      ),
      (
        "paused/0a1b2c3d-0000-4000-8000-000000000003.yml",
        "summary: \"Later\\ttoday\"\npriority: P3\n"
      ),
      ("pending/0a1b2c3d-0000-4000-8000-000000000004.yml", "summary: &a x\nnotes: *a\n"),
      ("pending/readme.yml", "summary: no task\n"),
    ],
    lines: #"""
      {"aliases":["dstask:0a1b2c3d-0000-4000-8000-000000000001"],"assignees":["ben"],"body":"Tapping twice crashes.\n\nSince when?","checklist":[{"done":true,"text":"reproduce it"},{"done":false,"text":"mend it"}],"created":{"at":"2026-10-01T10:00:00.123Z","by":null},"due":"2026-12-01","labels":["app","bug","ui"],"links":["blocked-by:dstask:0a1b2c3d-0000-4000-8000-000000000002"],"moments":{"due":"2026-11-30T23:00:00.000Z"},"priority":"high","state":"doing","title":"Fix login"}
      {"aliases":["dstask:0a1b2c3d-0000-4000-8000-000000000003"],"assignees":[],"body":"","checklist":[],"labels":["paused"],"links":[],"priority":"low","state":"todo","title":"Later today"}
      {"aliases":["dstask:0a1b2c3d-0000-4000-8000-000000000002"],"assignees":[],"body":"","checklist":[],"closed":"2026-09-03T12:00:00.000Z","created":{"at":"2026-09-01T12:00:00.000Z","by":null},"labels":[],"links":[],"priority":"medium","state":"done","title":"a long summary that go-yaml folds over two lines"}
      """#,
    losses: [
      "files that can't be read, such as 'pending/0a1b2c3d-0000-4000-8000-000000000004.yml'": 1
    ])
}
