import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("Sharing what was changed apart")
struct SyncMergeTests {
  @Test("Different fields of one plan, changed apart, are both there")
  func differentFields() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"), .add("bug", to: .labels))
    try await ben.edit(id, .state("done"), .add("ui", to: .labels))
    try await ada.sync()
    #expect(try await ben.sync().kind == .merged)
    #expect(try await ada.sync().kind == .fastForward)
    try await expectRest(hub, [ada, ben])
    let plan = try ada.plan(id)
    #expect(plan.title == "ada's")
    #expect(plan.state == "done")
    #expect(plan.labels == ["bug", "ui"])
    #expect(plan.conflicts.isEmpty)
    #expect(
      try await ada.repository.git(
        "log", "-1", "--date=raw", "--format=%an %ad|%cn %cd|%B", "pmgit/main")
        == "pmgit \(ben.seconds) +0000|pmgit \(ben.seconds) +0000|merge changes of \(id.text.prefix(4))\n"
    )
  }

  @Test("The same field, changed apart, keeps both values on both sides; the later one is shown")
  func sameField() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ben.edit(id, .title("later"))
    try await ada.edit(id, .title("earlier"))
    try await syncAll(ben, ada, ben)
    try await expectRest(hub, [ada, ben])
    for person in [ada, ben] {
      let plan = try person.plan(id)
      #expect(plan.title == "later")
      #expect(plan.conflicts.map(\.field) == ["title"])
      #expect(plan.conflicts[0].values.map(\.value) == [.string("later"), .string("earlier")])
    }
    let message = try await ada.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains("merge changes of \(id.text.prefix(4)), 1 conflict\n"))
    #expect(message.contains("conflict: \(id) title"))

    // An ordinary edit resolves the conflict for everybody.
    try await ben.edit(id, .title("earlier"))
    try await syncAll(ben, ada)
    #expect(try ada.plan(id).title == "earlier")
    #expect(try ada.plan(id).conflicts.isEmpty)
    try await expectRest(hub, [ada, ben])
  }

  @Test("Settings that were changed before somebody broke them merge with those changed apart")
  func brokenSettings() async throws {
    let (hub, ada, ben, _) = try await pair()
    try await ben.change {
      $0.editBoard([.write(PlanList.columns.path("doing", "title"), .string("Ben's"))])
    }
    try await ben.repository.commitFiles([("board.json", "{ broken")])
    try await ben.repository.git("push", "--quiet", "origin", "pmgit/main")
    try await ada.change {
      $0.editBoard([.write(PlanList.columns.path("done", "title"), .string("Ada's"))])
    }
    try await syncAll(ada, ben)
    try await expectRest(hub, [ada, ben])
    let found = try ada.store().snapshot()
    #expect(found.brokenSettings == nil)
    #expect(found.board.columns.map(\.title) == ["Todo", "Ben's", "Ada's"])
  }

  @Test("A plan that is deleted here and changed there shows again")
  func deleteAndEdit() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.change { transaction in
      let document = try transaction.document(id)
      try transaction.edit(id, [document.deletion(at: Timestamp(seconds: 1), by: "Ada")])
    }
    #expect(try ada.plan(id).isDeleted)
    try await ben.edit(id, .state("doing"))
    try await syncAll(ada, ben, ada)
    try await expectRest(hub, [ada, ben])
    #expect(try !ada.plan(id).isDeleted)
    #expect(try ada.plan(id).deletion != nil)
    #expect(try ada.plan(id).state == "doing")
  }

  @Test("A plan that is deleted here and left alone there is deleted for both")
  func delete() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.change { transaction in
      let document = try transaction.document(id)
      try transaction.edit(id, [document.deletion(at: Timestamp(seconds: 1), by: "Ada")])
    }
    try await ben.add("another")
    try await syncAll(ada, ben, ada)
    #expect(try ben.plan(id).isDeleted)
    try await expectRest(hub, [ada, ben])
  }

  @Test("A label that one takes away while the other puts it on again stays on")
  func labels() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .add("bug", to: .labels), .add("old", to: .labels))
    try await syncAll(ada, ben)
    try await ada.edit(id, .remove("bug", from: .labels), .remove("old", from: .labels))
    try await ben.edit(id, .remove("bug", from: .labels))
    try await ben.edit(id, .add("bug", to: .labels))
    try await syncAll(ada, ben, ada)
    #expect(try ada.plan(id).labels == ["bug"])
    try await expectRest(hub, [ada, ben])
  }

  @Test("Clones that merge the same heads apart make the same commit")
  func deterministicMerge() async throws {
    let (_, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .title("ben's"), .state("done"))
    for (one, other) in [(ada, ben), (ben, ada)] {
      try await one.repository.git("remote", "add", "peer", other.repository.path)
    }
    // Both fetch the other's head before either merges.
    try await ada.repository.git("fetch", "--quiet", "peer", "pmgit/main:refs/kept/ben")
    try await ben.repository.git("fetch", "--quiet", "peer", "pmgit/main:refs/kept/ada")
    let (heads, times) = ([try ada.tip(), try ben.tip()].sorted(), [ada.seconds, ben.seconds])
    for (person, kept) in [(ada, "refs/kept/ben"), (ben, "refs/kept/ada")] {
      let relay = person.repository.folder + "/relay.git"
      try await person.repository.git("init", "--quiet", "--bare", relay)
      try await person.repository.git("push", "--quiet", relay, "\(kept):\(branch)")
      try await person.repository.git("config", "remote.peer.url", relay)
      try await person.repository.git("config", "pmgit.remote", "peer")
      #expect(try await person.store().sync(.pull, person: nil).kind == .merged)
    }
    #expect(try ada.tip() == ben.tip())
    let merge = try ada.repository.open().commit(ada.tip())
    #expect(merge.parents == heads)
    #expect(merge.committer.seconds == times.max())
    #expect(merge.author == merge.committer)
    #expect(merge.author.offsetMinutes == 0)
    #expect(merge.author.formatted == "pmgit <pmgit@localhost>")
  }

  @Test("A criss-cross of merges brings no replaced value back")
  func crissCross() async throws {
    let (hub, people) = try await BoardFixture.sharing(2)
    let (ada, ben) = (people[0], people[1])
    let id = try await ada.add("0")
    try await syncAll(ada, ben)
    func pull(_ person: BoardFixture, from other: BoardFixture) async throws {
      try await person.repository.git("remote", "set-url", "origin", other.repository.path)
      _ = try await person.store().sync(.pull, person: nil)
      try await person.repository.git("remote", "set-url", "origin", hub.path)
      try person.noteCode()
    }
    // Both make a change, both merge what the other had before its merge, and then replace a value:
    //
    //     A───M1──C
    //       ╳
    //     B───M2──D
    try await ada.edit(id, .title("A"))
    try await ben.edit(id, .state("B"))
    let before = try ada.tip()
    try await pull(ada, from: ben)
    // Ben sees only Ada's older head.
    try await ada.repository.git("update-ref", "refs/kept/merged", branch)
    try await ada.repository.git("update-ref", branch, before.hex)
    // An edit in between, so that the two merges are different commits.
    try await ben.edit(id, .add("ben", to: .labels))
    try await pull(ben, from: ada)
    try await ada.repository.git("update-ref", branch, "refs/kept/merged")
    try await ada.repository.git("update-ref", "-d", "refs/kept/merged")
    #expect(
      try ada.repository.open().commit(ada.tip()).parents.count == 2
        && ben.repository.open().commit(ben.tip()).parents.count == 2)
    try await ada.edit(id, .state("C"))
    try await ben.edit(id, .title("D"))
    try await ada.repository.git(
      "fetch", "--quiet", ben.repository.path, "pmgit/main:refs/kept/peer")
    #expect(try ada.repository.open().mergeBases(ada.tip(), ben.tip()).count == 2)
    try await ada.repository.git("update-ref", "-d", "refs/kept/peer")
    try await syncAll(ada, ben, ada)
    let plan = try ada.plan(id)
    #expect(plan.title == "D")
    #expect(plan.state == "C")
    #expect(plan.labels == ["ben"])
    #expect(plan.conflicts.isEmpty)
    try await expectRest(hub, people)
  }

  @Test("A head that holds nothing but merges of the same gives way to the remote's")
  func adopt() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .state("done"))
    try await ada.sync()
    try await ben.sync(.pull)
    // The same merge, but with a person's name as its author.
    let tree = try await ben.repository.git("rev-parse", "pmgit/main^{tree}")
    try await ben.repository.git(
      "push", "--quiet", "origin", "pmgit/main^2:refs/kept/2", "pmgit/main^1:refs/kept/1",
      "pmgit/main:refs/kept/merge")
    let other = try await hub.rawCommit(
      tree: "\(tree)",
      parents: [
        try await hub.git("rev-parse", "refs/kept/1"),
        try await hub.git("rev-parse", "refs/kept/2"),
      ])
    try await hub.git("update-ref", branch, other)
    #expect(try ben.tip().hex != other)
    #expect(try await ben.sync().kind == .adopted)
    #expect(try ben.tip().hex == other)
    try await ada.sync()
    try await expectRest(hub, [ada, ben])

    // A head with an edit on top of the merge is kept.
    try await ben.edit(id, .title("more"))
    #expect(try await ben.sync().kind == .upToDate)
    #expect(try ben.plan(id).title == "more")
  }

  @Test("Changes of one's own that come to nothing stay in the history all the same")
  func notAdopted() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ada.sync()
    try await ben.edit(id, .add("bug", to: .labels))
    try await ben.edit(id, .remove("bug", from: .labels))
    let own = try ben.tip()
    #expect(try await ben.sync().kind == .merged)
    #expect(try ben.repository.open().isAncestor(own, of: ben.tip()))
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("With pmgit.mergeIdentity=user a merge carries the person's name")
  func mergeIdentity() async throws {
    let (hub, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .state("done"))
    try await ada.sync()
    try await ben.repository.git("config", "pmgit.mergeIdentity", "user")
    let who = ben.author().author
    #expect(try await ben.store().sync(person: who).kind == .merged)
    let merge = try ben.repository.open().commit(ben.tip())
    #expect(merge.parents.count == 2)
    #expect(merge.author == who)
    #expect(merge.committer == who)
    try await ada.sync()
    try await expectRest(hub, [ada, ben])
  }

  @Test("The merge of two fixed heads is the same commit in every version of pmgit")
  func golden() async throws {
    let (_, ada, ben, id) = try await pair()
    try await ada.edit(id, .title("ada's"))
    try await ben.edit(id, .title("ben's"))
    try await ada.sync()
    #expect(try await ben.sync().kind == .merged)
    // If this id changes, clones of different versions no longer agree on merges, and would merge
    // each other's merges.
    #expect(
      try await ben.repository.git("cat-file", "commit", "pmgit/main") == """
        tree 3adb319b58e1eae32eb4e6a7ee07cd9059fe951c
        parent bc4e596d97274df8529c04df5c08738267327ce9
        parent c5a09b21176865810c70d2bf9dfee76a3c29bcb2
        author pmgit <pmgit@localhost> 1795165302 +0000
        committer pmgit <pmgit@localhost> 1795165302 +0000

        merge changes of pqze, 1 conflict

        conflict: \(id) title
        """)
    #expect(try ben.tip().hex == "d69a2e1bedecbf973b5ff3ca39402a9d2783993d")
  }

  @Test("A sync reports what its merges set aside")
  func setAside() async throws {
    let (hub, ada, ben, _) = try await pair()
    try await ada.repository.commitFiles([("notes.md", "1")])
    try await ben.repository.commitFiles([("notes.md", "2")])
    #expect(try await ada.sync().setAside == [])
    let result = try await ben.sync()
    let paths = try await hub.git("ls-tree", "-r", "--name-only", branch).split(separator: "\n")
    #expect(result.setAside == paths.map(String.init).filter { $0.hasPrefix("quarantine/") })
    #expect(result.setAside.count == 1)
  }
}
