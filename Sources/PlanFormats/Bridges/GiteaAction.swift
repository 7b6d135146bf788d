import PlanModel

/// A change that a bridge sends to Gitea or Forgejo.
///
/// The interface wants ids in place of the names of labels and milestones, and all assignees
/// together. So some changes need several requests: `turn` says what to do next.
package struct GiteaAction: Hashable, Sendable {
  enum Act: Hashable, Sendable {
    case create(title: String, text: String)
    case edit(JSONObject)
    case due(CalendarDay)
    case milestone(String)
    case label([String])
    case unlabel(String)
    case assign(added: [String], removed: [String])
    case comment(String)
  }

  /// The next step of an action.
  package enum Turn: Hashable, Sendable {
    case ask(GiteaRequest)
    /// The action is done. The text is the address of what was made, or empty.
    case done(String)
    /// The action can't be done, for a reason in words.
    case refused(String)
  }

  let act: Act
  /// The number of the issue; empty for a new one.
  let number: String
  /// The repository: `o/r`.
  let repository: String
  /// The address of the repository's pages: `https://codeberg.org/o/r`.
  let page: String

  /// The path of the repository in the interface.
  private var place: String { "repos/\(repository)" }
  private var issue: String { "\(place)/issues/\(number)" }

  /// The request that makes the change, with names where the server wants ids.
  var shown: GiteaRequest {
    switch act {
    case .create(let title, let text):
      GiteaRequest(.post, "\(place)/issues", ["body": .string(text), "title": .string(title)])
    case .edit(let members): GiteaRequest(.patch, issue, members)
    case .due(let day): dueRequest(day, Self.zones[0])
    case .milestone(let title): GiteaRequest(.patch, issue, ["milestone": .string(title)])
    case .label(let names): GiteaRequest(.post, "\(issue)/labels", ["labels": .strings(names)])
    case .unlabel(let name):
      GiteaRequest(.delete, "\(issue)/labels/\(GiteaRequest.escaped(name))")
    case .assign(let added, let removed):
      GiteaRequest(
        .patch, issue,
        ["assignees": .strings(added.map { "+\($0)" } + removed.map { "-\($0)" })])
    case .comment(let text): GiteaRequest(.post, "\(issue)/comments", ["body": .string(text)])
    }
  }

  /// Whether the request has a text that may be long.
  var hasText: Bool {
    switch act {
    case .create, .comment: true
    case .edit(let members): members["body"] != nil
    default: false
    }
  }

  /// Returns the next step.
  ///
  /// - Parameter answers: The answers so far, in order. Only the last one may be a failure.
  package func turn(after answers: [GiteaAnswer]) -> Turn {
    if let last = answers.last, !last.isSuccess, !isAboutOrganization(last) {
      return .refused(last.complaint)
    }
    switch act {
    case .create(let title, _) where title.count > Self.longestTitle: return .refused(Self.tooLong)
    case .create, .edit, .comment:
      return answers.last.map(finished) ?? .ask(shown)
    case .due(let day): return turn(setting: day, answers)
    case .milestone(let title): return turn(setting: title, answers)
    case .label(let names): return turn(adding: names, answers)
    case .unlabel(let name): return turn(removing: name, answers)
    case .assign(let added, let removed): return turn(assigning: added, removed, answers)
    }
  }

  /// Whether an answer may be about the labels of an owner who is no organization, which has none.
  private func isAboutOrganization(_ answer: GiteaAnswer) -> Bool {
    if case .label = act { answer.status == 404 } else { false }
  }

  /// The most characters of a title. Some versions cut longer ones, and report nothing.
  static let longestTitle = 255
  static let tooLong = "its title is longer than \(longestTitle) characters"
  private static let notTaken =
    "the server left the value as it was; the login may only read the repository"

  private func finished(_ answer: GiteaAnswer) -> Turn {
    switch act {
    case .create:
      guard let number = answer.document?.object?["number"]?.numberText else { return .done("") }
      return .done("\(page)/issues/\(number)")
    case .comment:
      guard let id = answer.document?.object?["id"]?.numberText else { return .done("") }
      return .done("\(page)/issues/\(number)#issuecomment-\(id)")
    case .edit(let members):
      let issue = answer.document?.object
      let isTaken =
        (members["milestone"] == nil || issue?["milestone"]?.object == nil)
        && (members["unset_due_date"] == nil || issue?["due_date"]?.string == nil)
      return isTaken ? .done("") : .refused(Self.notTaken)
    default: return .done("")
    }
  }

  // MARK: - Days

  /// The zones in which a day is sent. A server keeps the end of the day in that zone, and shows
  /// the day on which this moment is in its own zone.
  private static let zones = ["+12:00", "+14:00", "Z"]

  private func dueRequest(_ day: CalendarDay, _ zone: String) -> GiteaRequest {
    GiteaRequest(.patch, issue, ["due_date": .string("\(day)T23:59:59\(zone)")])
  }

  private func turn(setting day: CalendarDay, _ answers: [GiteaAnswer]) -> Turn {
    guard let last = answers.last else { return .ask(dueRequest(day, Self.zones[0])) }
    if GiteaReader.day(last.document?.object?["due_date"]) == day { return .done("") }
    guard answers.count < Self.zones.count else { return .refused(Self.notTaken) }
    return .ask(dueRequest(day, Self.zones[answers.count]))
  }

  // MARK: - Names

  /// A list that is read page by page.
  private struct List {
    var items: [JSONObject] = []
    /// The request for the next page; nil if all pages were read.
    var next: GiteaRequest?
    /// Whether there is no such list.
    var isMissing = false
    /// Whether the server sent something else.
    var isBroken = false
  }

  /// The most pages of a list of names.
  private static let mostPages = 200

  /// Takes the pages of a list from the answers.
  private func list(_ path: String, _ answers: inout ArraySlice<GiteaAnswer>) -> List {
    var list = List()
    for number in 1...Self.mostPages {
      guard let answer = answers.popFirst() else {
        list.next = .page(number, of: path)
        return list
      }
      list.isMissing = answer.status == 404
      if list.isMissing { return list }
      guard let items = answer.items else {
        list.isBroken = true
        return list
      }
      list.items += items
      if items.isEmpty || answer.total.map({ list.items.count >= $0 }) == true { return list }
    }
    return list
  }

  private static func id(of name: String, in items: [JSONObject], by key: ExactString) -> String? {
    let named =
      items.first { $0[key]?.string.map { ExactString($0) } == ExactString(name) }
      ?? items.first { $0[key]?.string?.lowercased() == name.lowercased() }
    return named?["id"]?.numberText
  }

  private static let broken = "the server sent something else than a list"

  private func turn(setting title: String, _ answers: [GiteaAnswer]) -> Turn {
    var rest = answers[...]
    let list = list("\(place)/milestones?state=all", &rest)
    if list.isBroken { return .refused(Self.broken) }
    if let next = list.next { return .ask(next) }
    guard let id = Self.id(of: title, in: list.items, by: "title"), let id = JSONNumber(id) else {
      return .refused("there is no milestone '\(title.excerpt)'; make it at \(page)/milestones")
    }
    guard let last = rest.last else {
      return .ask(GiteaRequest(.patch, issue, ["milestone": .number(id)]))
    }
    let kept = last.document?.object?["milestone"]?.object?["id"]?.numberText
    return kept == id.lexeme ? .done("") : .refused(Self.notTaken)
  }

  private func turn(adding names: [String], _ answers: [GiteaAnswer]) -> Turn {
    var rest = answers[...]
    var items: [JSONObject] = []
    let owner = repository.prefix { $0 != "/" }
    for path in ["\(place)/labels", "orgs/\(owner)/labels"] {
      let list = list(path, &rest)
      if list.isBroken { return .refused(Self.broken) }
      if list.isMissing, items.isEmpty, path.hasPrefix(place) { return refusal(answers) }
      items += list.items
      // The labels of the organization are asked for only if a name is missing.
      if names.allSatisfy({ Self.id(of: $0, in: items, by: "name") != nil }) { break }
      if let next = list.next { return .ask(next) }
    }
    var ids: [JSONValue] = []
    for name in names {
      guard let id = Self.id(of: name, in: items, by: "name").flatMap({ JSONNumber($0) }) else {
        return .refused("there is no label '\(name.excerpt)'; make it at \(page)/labels")
      }
      ids.append(.number(id))
    }
    guard let last = rest.last else {
      return .ask(GiteaRequest(.post, "\(issue)/labels", ["labels": .array(ids)]))
    }
    return last.isSuccess ? .done("") : refusal(answers)
  }

  private func refusal(_ answers: [GiteaAnswer]) -> Turn {
    .refused(answers.last?.complaint ?? Self.broken)
  }

  private func turn(removing name: String, _ answers: [GiteaAnswer]) -> Turn {
    guard let first = answers.first else { return .ask(GiteaRequest(.get, issue)) }
    guard let labels = first.document?.object?["labels"]?.array?.compactMap(\.object) else {
      return .refused(Self.broken)
    }
    // Somebody else may have removed it.
    guard answers.count == 1, let id = Self.id(of: name, in: labels, by: "name") else {
      return .done("")
    }
    return .ask(GiteaRequest(.delete, "\(issue)/labels/\(id)"))
  }

  // MARK: - People

  private func turn(
    assigning added: [String], _ removed: [String], _ answers: [GiteaAnswer]
  ) -> Turn {
    var rest = answers[...]
    guard let object = rest.popFirst()?.document?.object else {
      return answers.isEmpty ? .ask(GiteaRequest(.get, issue)) : .refused(Self.broken)
    }
    let there = Self.logins(object)
    let gone = Set(removed.map { $0.lowercased() })
    var wanted = there.filter { !gone.contains($0.lowercased()) }
    let known = Set(wanted.map { $0.lowercased() })
    let new = added.filter { !known.contains($0.lowercased()) }
    if new.isEmpty, wanted.count == there.count { return .done("") }
    if !new.isEmpty {
      // For somebody who can't be assigned, the server would first remove all others.
      guard let answer = rest.popFirst() else {
        return .ask(GiteaRequest(.get, "\(place)/assignees"))
      }
      let able = Set(Self.logins(of: answer.items ?? []).map { $0.lowercased() })
      if let other = new.first(where: { !able.contains($0.lowercased()) }) {
        return .refused("'\(other.excerpt)' can't be assigned there, or does not exist")
      }
    }
    wanted += new
    guard let last = rest.last else {
      return .ask(GiteaRequest(.patch, issue, ["assignees": .strings(wanted)]))
    }
    let kept = Set(last.document?.object.map(Self.logins)?.map { $0.lowercased() } ?? [])
    return kept == Set(wanted.map { $0.lowercased() }) ? .done("") : .refused(Self.notTaken)
  }

  private static func logins(_ issue: JSONObject) -> [String] {
    logins(of: issue["assignees"]?.array?.compactMap(\.object) ?? [])
  }

  private static func logins(of people: [JSONObject]) -> [String] {
    people.compactMap { $0["login"]?.string }
  }
}
