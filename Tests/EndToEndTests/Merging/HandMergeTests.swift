import PmgitTestSupport
import Testing

/// Merges with `git merge` of plans that one person changed by hand and another with pmgit.
@Suite("A merge by hand of what was changed by hand")
struct HandMergeTests {
  private let binary: Binary

  init() async throws {
    binary = Binary(repository: try await ScratchRepository())
  }

  /// Runs `byHand` in a work tree of the board, commits, and merges the result of `other`.
  ///
  /// All scripts have `$id`, `$file` and `$folder` of the plan 'Fix login'. `after` runs in the
  /// merged work tree, and `finally` in the repository, after the work tree was removed.
  private func merge(
    setup: String = "", other: String, byHand: String, after: String, finally: String = ""
  ) async throws -> (lines: [String], messages: String) {
    let result = try await binary.shell(
      """
      set -e
      pmgit init -q
      id=$(pmgit add -q 'Fix login' --label bug --body 'One line.' --priority high)
      folder=plans/${id:0:2} file=plans/${id:0:2}/$id.json
      git config merge.pmgit.driver 'pmgit hooks merge-driver %O %A %B %P'
      \(setup)
      base=$(git rev-parse pmgit/main)
      \(other)
      side=$(git rev-parse pmgit/main)
      git update-ref refs/heads/pmgit/main "$base"
      git worktree add -q ../board pmgit/main
      cd ../board
      \(byHand)
      git add -A . && git commit -q --allow-empty -m 'by hand'
      set +e
      git merge -m merged "$side" > ../log 2>&1; echo "exit $?"
      \(after)
      cd "$OLDPWD"
      git worktree remove --force ../board
      \(finally)
      """)
    #expect(result.exitCode == 0, "\(result.messages)")
    return (result.output.split(separator: "\n").map(String.init), result.messages)
  }

  @Test("Where git takes a new plan for a renamed one, the driver refuses, and git stops")
  func renamedToAnother() async throws {
    let (lines, _) = try await merge(
      other: "pmgit edit -q $id --title 'Edited elsewhere'",
      byHand: """
        new=zz${id:2}
        mkdir -p plans/zz && sed "s/$id/$new/" "$file" > "plans/zz/$new.json" && git rm -q "$file"
        """,
      after: """
        grep -c 'versions of different plans' ../log
        git ls-files -u | cut -f 2 | sort -u | wc -l
        grep -rc 'Edited elsewhere' plans | cut -d : -f 2
        git merge --abort
        """)
    #expect(lines == ["exit 1", "1", "1", "0"])
  }

  @Test("A renamed file takes the other side's edit along, and 'restore' puts it back in its place")
  func renamed() async throws {
    let (lines, messages) = try await merge(
      other: "pmgit edit -q $id --title 'Edited elsewhere'",
      byHand: "git mv \"$file\" \"$folder/login.json\"", after: "",
      finally:
        "pmgit list; pmgit status; pmgit restore -q $id; pmgit list | cut -f 5; git ls-tree -r --name-only pmgit/main $folder"
    )
    #expect(lines.first == "exit 0")
    #expect(messages.contains("'pmgit restore "))
    #expect(lines.contains("Edited elsewhere"))
    #expect(lines.last?.hasSuffix("login.json") == false)
  }

  @Test("A plan's file that was removed by hand: an edit elsewhere stops git, and pmgit keeps it")
  func removedAndEdited() async throws {
    let (lines, _) = try await merge(
      other: "pmgit edit -q $id --title 'Edited elsewhere'", byHand: "git rm -q \"$file\"",
      after: "grep -o 'modify/delete' ../log; git merge --abort")
    #expect(lines == ["exit 1", "modify/delete"])
  }

  @Test(
    "A plan's file that was removed by hand and left alone elsewhere goes with a merge of git's")
  func removed() async throws {
    let (lines, messages) = try await merge(
      other: "pmgit add -q Another > /dev/null", byHand: "git rm -q \"$file\"", after: "",
      finally: "pmgit list | cut -f 5; pmgit restore -q $id; pmgit list | cut -f 5 | sort")
    #expect(lines == ["exit 0", "Another", "Another", "Fix login"], "\(messages)")
  }

  @Test("One plan that both sides began apart is merged without an ancestor")
  func addedTwice() async throws {
    let (lines, messages) = try await merge(
      other: """
        echo '{"id":"zzzzzzzzzzzz","title":"Imported","labels":["theirs"]}' | pmgit import -q -
        theirs=$(git show pmgit/main:plans/zz/zzzzzzzzzzzz.json)
        """,
      byHand: """
        mkdir -p plans/zz
        echo "$theirs" | sed 's/"theirs"/"ours"/' > plans/zz/zzzzzzzzzzzz.json
        """,
      after: "", finally: "pmgit show zzzz | grep -E '^(title|label)'; pmgit resolve --list")
    #expect(
      lines == ["exit 0", "title\tImported", "label\tours", "label\ttheirs"], "\(messages)")
  }

  /// If the driver can't be run, git leaves *our* version in the file without conflict markers. So
  /// `git add` would accept it.
  @Test("A driver that can't be run stops git, with all three versions in the index")
  func missingProgram() async throws {
    let (lines, _) = try await merge(
      setup: "git config merge.pmgit.driver '/nowhere/pmgit hooks merge-driver %O %A %B %P'",
      other: "pmgit edit -q $id --title 'Theirs'",
      byHand: "sed -i.orig 's/Fix login/Ours/' \"$file\"; rm \"$file.orig\"",
      after: """
        git ls-files -u | wc -l
        git show ":3:$file" | grep -o Theirs
        grep -c '<<<<<<<' "$file"
        git merge --abort
        """)
    #expect(lines == ["exit 1", "3", "Theirs", "0"])
  }

  @Test("A driver that has a name and no command stops git before it changes anything")
  func halfConfigured() async throws {
    let (lines, _) = try await merge(
      setup: "git config --unset merge.pmgit.driver; git config merge.pmgit.name half",
      other:
        "git config merge.pmgit.driver x; pmgit edit -q $id --title Theirs; git config --unset merge.pmgit.driver",
      byHand: "sed -i.orig 's/Fix login/Ours/' \"$file\"; rm \"$file.orig\"",
      after: "grep -o 'lacks command line' ../log; git status --porcelain | wc -l")
    #expect(lines == ["exit 128", "lacks command line", "0"])
  }
}
