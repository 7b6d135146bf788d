#if os(Linux)
  import Foundation
  import PmgitTestSupport
  import Testing

  /// Completion with the TAB key in real shells.
  @Suite("Completion in shells")
  struct ShellCompletionTests {
    private func board(_ commands: String) async throws -> (Binary, ids: [String]) {
      let scratch = try await ScratchRepository()
      let binary = Binary(repository: scratch)
      let made = try await binary.shell("set -e; pmgit init -q; \(commands)")
      #expect(made.exitCode == 0, "\(made.messages)")
      return (binary, made.output.split(separator: "\n").map(String.init))
    }

    @Test("The beginning of an id becomes the id", arguments: Shell.available)
    func id(shell: Shell) async throws {
      let (binary, ids) = try await board("pmgit add 'Fix the login'")
      let (shown, isComplete) = try await binary.type(
        [
          Keys("pmgit show \(ids[0].prefix(2))\t", until: String(ids[0].dropFirst(2).prefix(2))),
          Keys("\r", until: "Fix the login"),
        ], into: shell)
      #expect(isComplete, "\(shown)")
    }

    @Test("Plans are shown with their titles, whatever is in these", arguments: Shell.available)
    func titles(shell: Shell) async throws {
      let (binary, ids) = try await board(
        #"""
        pmgit add 'Fix: $(touch evil) `touch evil` "quoted"'; pmgit add 'Docs 문서; touch evil'
        """#)
      let (shown, isComplete) = try await binary.type(
        [
          // bash first inserts the common prefix of both ids, and lists them when nothing more can
          // be inserted.
          Keys("pmgit show \t\t\t", until: "Docs 문서; touch evil")
        ], into: shell)
      #expect(
        isComplete && shown.contains(#"Fix: $(touch evil) `touch evil` "quoted""#), "\(shown)")
      #expect(ids.allSatisfy { shown.contains($0.prefix(4)) }, "\(shown)")
      #expect(try await binary.shell("ls").output == "")
    }

    @Test(
      "A query is completed behind its colon, and a label that is a command is only a word",
      arguments: Shell.available)
    func hostileLabel(shell: Shell) async throws {
      let (binary, _) = try await board(#"pmgit add 'The plan' -l '$(touch evil);`touch evil`'"#)
      let (shown, isComplete) = try await binary.type(
        [
          Keys("pmgit list lab\t", until: "el:"), Keys("\t", until: "evil"),
          Keys("\r", until: "The plan"),
        ], into: shell)
      #expect(isComplete, "\(shown)")
      #expect(try await binary.shell("ls").output == "")
    }

    @Test("Options, their values and files are completed", arguments: Shell.available)
    func options(shell: Shell) async throws {
      let (binary, _) = try await board(
        "pmgit add 'A plan' -l backend; mkdir subfolder; : >subfolder/f.jsonl")
      let (shown, isComplete) = try await binary.type(
        [
          Keys("pmgit add New --lab\t", until: "el"), Keys("ba\t", until: "ckend"),
          Keys("--priority=ur\t", until: "ent"), Keys("\r", until: "READY> "),
          Keys("pmgit list label:back priority:urg\t", until: "ent"),
          // Control-U clears the line.
          Keys("\u{15}pmgit import subfolder/f\t", until: ".jsonl"),
          Keys("\u{15}pmgit -C su\t", until: "bfolder"),
        ], into: shell)
      #expect(isComplete, "\(shown)")
      let found = try await binary.shell("pmgit list label:backend priority:urgent")
      #expect(found.output.contains("New"), "\(shown)")
    }

    @Test(
      "The word of a title becomes the id in bash and zsh",
      arguments: Shell.available.filter { $0 != .fish })
    func words(shell: Shell) async throws {
      let (binary, ids) = try await board("pmgit add 'Fix the login'; pmgit add 'Docs'")
      let (shown, isComplete) = try await binary.type(
        [
          Keys("pmgit show logi\t", until: String(ids[0].prefix(4))),
          Keys("\r", until: "Fix the login"),
        ], into: shell)
      #expect(isComplete, "\(shown)")
    }

    @Test(
      "Outside of a repository nothing is offered and nothing is said", arguments: Shell.available)
    func nowhere(shell: Shell) async throws {
      let (binary, _) = try await board("true")
      let (shown, isComplete) = try await binary.type(
        [
          Keys("cd /\r", until: "READY> "),
          Keys("pmgit show \t\tmarked", until: "marked"), Keys("\u{03}", until: "READY> "),
        ], into: shell)
      #expect(isComplete, "\(shown)")
      #expect(!shown.contains("fatal") && !shown.contains("rror"), "\(shown)")
    }

    @Test(
      "'git pm' is completed as pmgit is, behind git's own options too",
      arguments: Shell.available.filter(\.knowsGit))
    func asCommandOfGit(shell: Shell) async throws {
      let (binary, ids) = try await board(
        "mkdir inner; pmgit add 'Fix the login' -l backend; pmgit add 'Docs'")
      let (shown, isComplete) = try await binary.type(
        [
          Keys("git pm list lab\t", until: "el:"), Keys("ba\t", until: "ckend"),
          Keys("\r", until: "Fix the login"),
          Keys(
            "git -C inner pm show \(ids[1].prefix(2))\t",
            until: String(ids[1].dropFirst(2).prefix(2))),
          Keys("\r", until: "Docs"),
          Keys("git pm b\t\t\t", until: "branch"),
        ], into: shell)
      #expect(isComplete, "\(shown)")
    }

    @Test("The program that was typed is the one that is asked")
    func otherProgram() async throws {
      let (binary, _) = try await board("true")
      let said = try await binary.shell(
        #"""
        eval "$(pmgit --generate-completion-script bash)"
        fake() { printf 'words\none\ntwo words\n'; }
        COMP_LINE='fake x' COMP_POINT=6 COMP_TYPE=9 _pmgit fake x fake
        printf '<%s>' "${COMPREPLY[@]}"
        """#)
      #expect(said.output == "<one><two words>" && said.messages == "")
    }
  }
#endif
