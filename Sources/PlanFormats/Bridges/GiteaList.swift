import PlanModel

/// The issues of a repository of Gitea or Forgejo with their comments, read page by page.
///
/// A page is cut where the server wants. If an issue is deleted meanwhile, another one moves to a
/// page that was read before. So the list counts only if the server's number of items never falls,
/// and as many were found as there were at first. New issues only move others to later pages.
package struct GiteaList: Sendable {
  /// The next step of reading the list.
  package enum Turn: Hashable, Sendable {
    case ask(GiteaRequest)
    case done
    /// The list can't be read, for a reason in words.
    case refused(String)
    /// Items were removed while the list was read.
    case changed
  }

  private let repository: String
  private let page: String
  private var stage = Stage.issues
  private var number = 1
  private var isChanged = false
  private var problem: String?
  /// The issues by their numbers, and the comments of each by their ids.
  private var issues: [Int: JSONObject] = [:]
  private var comments: [Int: [Int: JSONObject]] = [:]
  private var countOfComments = 0
  /// The numbers of items that the server gave with the first page and with the last one.
  private var totals: (first: Int, last: Int)?
  private var size = 0

  private enum Stage { case issues, comments, done }

  /// - Parameters:
  ///   - repository: The repository: `o/r`.
  ///   - page: The address of the repository's pages, by which the issues are named.
  init(repository: String, page: String) { (self.repository, self.page) = (repository, page) }

  /// The next step.
  package var turn: Turn {
    if let problem { return .refused(problem) }
    if isChanged { return .changed }
    switch stage {
    case .issues:
      return .ask(.page(number, of: "repos/\(repository)/issues?state=all&type=issues"))
    case .comments: return .ask(.page(number, of: "repos/\(repository)/issues/comments"))
    case .done: return .done
    }
  }

  /// Takes the answer to the request of `turn`.
  package mutating func take(_ answer: GiteaAnswer) {
    guard answer.isSuccess else { return problem = answer.complaint }
    guard let items = answer.items else {
      return problem = "the server sent something else than a list"
    }
    size += answer.byteCount
    guard count <= TrackerSource.maximumPlans else {
      return problem = "the repository has more than \(TrackerSource.maximumPlans) issues"
    }
    guard size <= TrackerSource.maximumSize else {
      return problem = "the issues have more than \(TrackerSource.maximumSize >> 20) MiB"
    }
    let before = count
    for item in items { add(item) }
    if problem != nil { return }
    if let total = answer.total {
      isChanged = isChanged || total < totals?.last ?? total
      totals = (totals?.first ?? total, total)
    }
    // A page without anything new is the last one, whatever the server says.
    if count > before, answer.total.map({ count < $0 }) ?? true {
      number += 1
    } else {
      finish()
    }
  }

  private var count: Int { stage == .issues ? issues.count : countOfComments }

  private mutating func add(_ item: JSONObject) {
    if stage == .issues {
      guard let number = Self.number(item["number"]), number > 0 else {
        return problem = "the server sent something else than issues"
      }
      issues[number] = issues[number] ?? item
    } else {
      guard let id = Self.number(item["id"]) else { return }
      let issue = item["html_url"]?.string.flatMap(Self.issue) ?? 0
      guard comments[issue]?[id] == nil else { return }
      comments[issue, default: [:]][id] = item
      countOfComments += 1
    }
  }

  private mutating func finish() {
    if let totals, count < totals.first { return isChanged = true }
    (number, totals) = (1, nil)
    let hasComments = issues.values.contains { (Self.number($0["comments"]) ?? 0) > 0 }
    stage = stage == .issues && hasComments ? .comments : .done
  }

  private static func number(_ value: JSONValue?) -> Int? {
    value?.numberText.flatMap { Int($0) }
  }

  /// Returns the number of the issue of a comment; nil for a comment of a pull request.
  private static func issue(of url: String) -> Int? {
    guard let mark = url.firstRange(of: "/issues/") else { return nil }
    return Int(url[mark.upperBound...].prefix { ("0"..."9").contains($0) })
  }

  /// The list as lines of JSON, each an issue with its comments.
  ///
  /// The address of each issue is that of the bridge's repository. The server may have another
  /// name for itself.
  package var lines: [UInt8] {
    var result: [UInt8] = []
    for (number, var issue) in issues.sorted(by: { $0.key > $1.key }) {
      let found = (comments[number] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      issue["comments"] = .array(found.map { .object($0) })
      issue["html_url"] = .string("\(page)/issues/\(number)")
      result += CanonicalJSON.line(of: .object(issue)).utf8
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}
