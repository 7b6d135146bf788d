package import PlanModel
import PlanView

/// A command of another program.
package struct BridgeCommand: Hashable, Sendable {
  /// The program and its arguments.
  package let words: [String]
  /// The text for the program's standard input; nil for no input.
  package let input: String?
  /// What several runs of the program do, if one is not enough; nil for one run of the words.
  package let action: GiteaAction?
  /// A command that runs first, and lists what the input names by a number there; nil for none.
  package var lookup: [String]?
  /// A command that runs afterwards, and prints the issue; nil if this one prints it, or if the
  /// tracker reports each value that it does not take.
  package var check: [String]?

  package init(_ words: [String], input: String? = nil, action: GiteaAction? = nil) {
    (self.words, self.input, self.action) = (words, input, action)
  }
}

/// The commands of other programs that bridges run, and the output that these print.
extension BridgeSource {
  /// The commands that list all issues, the best one first; empty for a file. Each of the others
  /// does without a field that older servers lack.
  package var listings: [BridgeCommand] {
    switch self {
    case .github:
      ["stateReason(enableDuplicate: true)", "stateReason", ""].map(githubListing)
    case .gitlab: [gitlabListing]
    case .gitea: [giteaListing]
    case .command(let command): [BridgeCommand(["sh", "-c", command])]
    case .file: []
    }
  }

  /// Returns the command that lists all comments of an issue; nil for files and commands.
  package func commentListing(of number: String) -> BridgeCommand? {
    switch self {
    case .github: githubComments(of: number)
    case .gitlab: gitlabComments(of: number)
    case .gitea, .file, .command: nil
    }
  }

  /// Returns the numbers of the issues in a list whose comments have to be read one by one, because
  /// the list lacks some of them.
  ///
  /// - Parameter known: Returns how many comments of an issue are known; nil if they have to be
  ///   read in any case.
  package func issuesWithoutComments(
    in list: [UInt8], known: (String) throws -> Int?
  ) rethrows -> [String] {
    switch self {
    case .github: Self.githubIssuesWithMoreComments(in: list)
    case .gitlab: try Self.gitlabIssuesWithOtherComments(in: list, than: known)
    case .gitea, .file, .command: []
    }
  }

  /// Returns a list of issues with the comments that were read one by one.
  ///
  /// - Parameter comments: The output of `commentListing`, by the number of the issue.
  package func list(_ list: [UInt8], withComments comments: [String: [UInt8]]) -> [UInt8] {
    switch self {
    case .github: Self.githubList(list, withComments: comments)
    case .gitlab: Self.gitlabList(list, withComments: comments)
    case .gitea, .file, .command: list
    }
  }

  package var limits: TrackerLimits {
    TrackerLimits(
      listsComments: true, hasReasons: format == "github", hasDueDays: format == "gitea",
      isAccount: Account.isLogin)
  }

  /// Returns the number of an issue of this source; nil for another alias. Trackers ignore the
  /// case of names.
  package func number(of alias: String) -> String? {
    guard takesChanges, let mark = alias.lastIndex(of: "#"),
      alias[..<mark].lowercased() == aliasStart.lowercased()
    else { return nil }
    let number = alias[alias.index(after: mark)...]
    return !number.isEmpty && number.utf8.count < 20
      && number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(number) : nil
  }

  /// Returns the alias of the issue whose address is the last one in a program's output; nil if the
  /// output has no address of an issue.
  package func alias(printed output: [UInt8]) -> String? {
    if let address = TrackerAnswer(output)?.address { return alias(of: address) }
    let words = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.reversed().lazy.compactMap { self.alias(of: String($0)) }.first
  }

  private func alias(of url: String) -> String? {
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return nil }
    let marks = format == "gitlab" ? ["/-/issues/", "/-/work_items/"] : ["/issues/"]
    for mark in marks {
      guard let end = url.firstRange(of: mark), let scheme = url.firstRange(of: "://") else {
        continue
      }
      guard scheme.upperBound < end.lowerBound else { continue }
      let place = url[scheme.upperBound..<end.lowerBound]
      let path = place.drop { $0 != "/" }.dropFirst()
      let number = url[end.upperBound...].prefix { ("0"..."9").contains($0) }
      let host = place.prefix { $0 != "/" }
      let project =
        format == "gitlab"
        ? TrackerText.gitLabProject(host: host, path: path)
        : TrackerText.origin(host: host, unless: usualHosts) + path
      if !path.isEmpty, !number.isEmpty { return "\(format ?? ""):\(project)#\(number)" }
    }
    return nil
  }

  /// Returns the id of the comment that a program has printed, or whose address; nil without one.
  package func comment(printed output: [UInt8]) -> String? {
    if case .gitlab = self { return TrackerAnswer(output)?.id.map { "note\($0)" } }
    let text = String(decoding: output, as: UTF8.self)
    guard format != "gitlab", let mark = text.firstRange(of: "#issuecomment-") else { return nil }
    let number = text[mark.upperBound...].prefix { ("0"..."9").contains($0) }
    return number.isEmpty ? nil : "issuecomment\(number)"
  }

  /// Returns the command that creates an issue and prints its address; nil for files and commands.
  package func creation(title: String, text: String) -> BridgeCommand? {
    switch self {
    case .github:
      BridgeCommand(
        ["gh", "issue", "create", "--repo", repository, "--title=\(title)", "--body-file", "-"],
        input: text)
    case .gitea: giteaCommand(.create(title: title, text: text))
    case .gitlab: gitlabCreation(title: title, text: text)
    case .file, .command: nil
    }
  }

  /// Returns the command that sends a change of an issue; nil if the source does not take it.
  ///
  /// - Parameters:
  ///   - number: The number of the issue.
  ///   - marker: The mark in the text of the issue; nil for none.
  ///   - milestone: Returns the title of a milestone from its id.
  package func command(
    sending change: TrackerChange, to number: String, marker: String?,
    milestone: (String) -> String
  ) -> BridgeCommand? {
    switch self {
    case .github: gh(change, number, marker, milestone)
    case .gitlab: glab(change, number, marker, milestone)
    case .gitea: gitea(change, number, marker, milestone)
    case .file, .command: nil
    }
  }

  /// Returns why a change can't be sent, as the end of a sentence about the plan; nil if it can be
  /// sent.
  package func refusal(
    of change: TrackerChange, marker: String?
  ) -> String? {
    switch change {
    case .body(let lines) where lines.contains(IssueMarker.cut):
      return "its text was cut when it was imported, and would be cut there"
    case .title(let title) where title.hasSuffix(IssueMarker.cutTitle):
      return "its title was cut when it was imported, and would be cut there"
    case .title(let title) where format == "gitea" && title.count > GiteaAction.longestTitle:
      return GiteaAction.tooLong
    default: break
    }
    guard case .gitlab = self else { return nil }
    return Self.gitlabRefusal(of: change, marker: marker)
  }

  /// Returns the part of a sent change that the tracker has not taken, as its issue shows; nil if
  /// it has taken all.
  ///
  /// - Parameters:
  ///   - output: The output of the command, or of its check.
  ///   - milestone: The title of the milestone that was sent; nil for none.
  package func refused(
    of change: TrackerChange, milestone: String?, printed output: [UInt8]
  ) -> TrackerChange? {
    TrackerAnswer(output)?.refused(of: change, milestone: milestone)
  }

  /// Returns a change without the names that the tool can't send, and the reason why these are not
  /// sent. GitLab has no labels with commas, and would create two labels instead.
  package func withoutUnsendableNames(
    _ change: TrackerChange
  ) -> (change: TrackerChange?, refusal: String?) {
    guard case .gitlab = self, case .labels(let added, let removed) = change else {
      return (change, nil)
    }
    let isSent = { (name: String) in !name.contains(",") }
    guard let other = (added + removed).first(where: { !isSent($0) }) else { return (change, nil) }
    let (newer, older) = (added.filter(isSent), removed.filter(isSent))
    return (
      newer.isEmpty && older.isEmpty ? nil : .labels(added: newer, removed: older),
      "its label '\(other.excerpt)' has a comma, and no label of GitLab has one"
    )
  }

  /// Returns the command that creates a label; nil if the tracker creates labels by itself.
  package func creation(ofLabel name: String) -> [String]? {
    guard case .github = self else { return nil }
    let words = ["gh", "label", "create", "--repo", repository]
    return words + (name.hasPrefix("-") ? ["--", name] : [name])
  }

  /// Returns the command that creates a milestone; nil for files and commands.
  package func creation(ofMilestone title: String) -> [String]? {
    switch self {
    case .github:
      return ["gh", "api"] + hostOptions + [
        "repos/\(place.name)/milestones", "-f", "title=\(title)",
      ]
    case .gitlab:
      return ["glab", "api"] + hostOptions + ["\(projectPath)/milestones", "-f", "title=\(title)"]
    case .gitea, .file, .command: return nil
    }
  }

  /// Returns a name for a list argument of gh and glab, in which commas separate names.
  static func listed(_ name: String) -> String {
    guard name.contains(where: { ",\"\n".contains($0) }) else { return name }
    return "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
