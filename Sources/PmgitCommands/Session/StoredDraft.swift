import PlanActions
import PlanModel
import PlanTerminal

/// What a text in an editor is for: a plan, a comment or a decision.
enum DraftPurpose: Hashable {
  case add
  /// Editing a plan, with the board's commit at which it was opened.
  case edit(PlanID, commit: String)
  /// A comment on a plan. `edited` marks the existing comment that is changed; nil for a new one.
  /// See `mark(of:)`.
  case comment(PlanID, edited: String?)
  case resolve

  /// The hint that names what to type if no editor can be used.
  var withoutEditor: Hint {
    switch self {
    case .add:
      "give the title and the fields as in \(pmgit: "add", "TITLE", "--body", "TEXT", "--due", "fri")"
    case .edit(let plan, _):
      "say what is to change, as in \(pmgit: "edit", plan, "--title", "TEXT", "--body", "-")"
    case .comment(let plan, nil):
      "give the text as in \(pmgit: "comment", plan, "-m", "TEXT")"
    case .comment(let plan, _?):
      "give the text as in \(pmgit: "comment", plan, "--edit", "NUMBER", "-m", "TEXT")"
    case .resolve: "decide with --take NUMBER or --value TEXT"
    }
  }

  /// The hint that shows how to resume a draft.
  var resumption: Hint {
    switch self {
    case .add: "\(pmgit: "add", "--draft") goes on with it"
    case .edit(let plan, _): "\(pmgit: "edit", plan, "--draft") goes on with it"
    case .comment(let plan, _): "\(pmgit: "comment", plan, "--draft") goes on with it"
    case .resolve: "\(pmgit: "edit", "--drafts") lists it"
    }
  }

  /// Returns the path of a new draft, relative to pmgit's folder. The last part of its name lets
  /// editors recognize the kind of text.
  func path(at time: Timestamp) -> String {
    let name =
      switch self {
      case .add: "add-PLAN_EDITMSG"
      case .edit(let plan, let commit): "edit-\(plan.text)-\(commit)-PLAN_EDITMSG"
      case .comment(let plan, nil): "comment-\(plan.text)-COMMENT_EDITMSG"
      case .comment(let plan, let mark?): "comment-\(plan.text)-\(mark)-COMMENT_EDITMSG"
      case .resolve: "resolve-RESOLVE_EDITMSG"
      }
    return "\(StoredDraft.folder)/\(time.milliseconds)-\(name)"
  }

  init?(_ words: [Substring]) {
    switch (words.first, words.count) {
    case ("add", 2) where words.last == "PLAN_EDITMSG": self = .add
    case ("edit", 4) where words.last == "PLAN_EDITMSG":
      guard let plan = PlanID(String(words[1])) else { return nil }
      self = .edit(plan, commit: String(words[2]))
    case ("comment", 3) where words.last == "COMMENT_EDITMSG":
      guard let plan = PlanID(String(words[1])) else { return nil }
      self = .comment(plan, edited: nil)
    case ("comment", 4) where words.last == "COMMENT_EDITMSG":
      guard let plan = PlanID(String(words[1])) else { return nil }
      self = .comment(plan, edited: String(words[2]))
    case ("resolve", 2) where words.last == "RESOLVE_EDITMSG": self = .resolve
    default: return nil
    }
  }

  /// Returns a hash of the id of a comment, for the name of a file. The id itself may contain any
  /// characters if it was written by hand.
  static func mark(of comment: Comment) -> String { FNV1a.hex(of: Array(comment.id.utf8)) }

  var plan: PlanID? {
    switch self {
    case .edit(let plan, _), .comment(let plan, _): plan
    case .add, .resolve: nil
    }
  }

  var verb: String {
    switch self {
    case .add: "add"
    case .edit: "edit"
    case .comment: "comment"
    case .resolve: "resolve"
    }
  }
}

/// A draft from an earlier session, whose text is not on the board yet.
struct StoredDraft {
  static let folder = "drafts"

  /// The full path of the file.
  let path: String
  let savedAt: Timestamp
  let purpose: DraftPurpose
  /// The first line of the text that is not blank and does not begin with `#`; empty if there is
  /// none.
  let title: String
}

extension Session {
  /// Returns the drafts of this repository, newest first.
  func drafts() throws -> [StoredDraft] {
    let files = HostFiles(directory: workspace.folder)
    var drafts: [StoredDraft] = []
    for name in try files.names(in: StoredDraft.folder) {
      let words = name.split(separator: "-", omittingEmptySubsequences: false)
      guard let time = words.first.flatMap({ Int64($0) }),
        let purpose = DraftPurpose(Array(words.dropFirst()))
      else { continue }
      let path = files.path("\(StoredDraft.folder)/\(name)")
      let lines = Lines.split(String(decoding: try files.read(path), as: UTF8.self))
      let title = lines.first { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
      drafts.append(
        StoredDraft(
          path: path, savedAt: Timestamp(milliseconds: time), purpose: purpose,
          title: title ?? ""))
    }
    return drafts.sorted { ($0.savedAt, $0.path) > ($1.savedAt, $1.path) }
  }

  /// Returns the newest draft of a kind. Throws a problem if there is none.
  ///
  /// - Parameters:
  ///   - plan: The plan of the draft; nil for a draft without a plan, such as the draft of a new
  ///     plan.
  ///   - comment: The comment that the draft edits; nil for any comment, including a new one.
  func newestDraft(
    _ verb: String, of plan: PlanID? = nil, editing comment: Comment? = nil
  ) throws -> StoredDraft {
    let mark = comment.map { DraftPurpose.mark(of: $0) }
    let found = try drafts().first { draft in
      guard draft.purpose.verb == verb, draft.purpose.plan == plan else { return false }
      guard let mark, case .comment(_, let edited) = draft.purpose else { return mark == nil }
      return edited == mark
    }
    guard let found else {
      throw Problem.usage(
        "there is no draft for '\(verb)'" + (plan.map { " of '\($0)'" } ?? ""),
        hints: ["see what there is with \(pmgit: "edit", "--drafts")"])
    }
    return found
  }
}
