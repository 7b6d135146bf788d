import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Returns the values that an undo or redo kept, with their authors, in words: `title of k7m2:
  /// Ben changed it since`.
  func keptWords(_ result: UndoResult, in snapshot: BoardSnapshot) throws -> [String] {
    let origins = try snapshot.origins(of: Set(result.kept.flatMap(\.values)))
    var words: [String] = []
    for kept in result.kept where kept.path.fieldName != "rank" {
      let people = Set(kept.values.compactMap { origins[$0].map { Person($0.by).fullName } })
      let who = people.isEmpty ? "somebody" : people.sorted().joined(separator: " and ")
      let plan = try kept.plan.map { try snapshot.shortID($0) }
      if kept.path == .field("deleted"), let plan {
        words.append("\(plan) as it is: \(who) \(kept.deletionWords)")
      } else if kept.path == .field("created"), kept.reason == .same, let plan {
        words.append("\(plan) as it is: somebody else made it too")
      } else {
        let document =
          if let plan = kept.plan { try snapshot.document(plan) } else { snapshot.boardDocument }
        let place = plan.map { "of \($0)" } ?? "of the board"
        let name = kept.path.keptName(in: document)
        words.append("\(name) \(place): \(kept.reasonWords(who, document))")
      }
    }
    for plan in result.untouched.sorted() {
      words.append("\(plan) as it is: its file was removed, broken or put back by hand")
    }
    return words.map { ExactString($0) }.unique.map(\.text)
  }
}

extension UndoResult.Kept {
  /// The words for a later deletion or restoration of the plan.
  fileprivate var deletionWords: String {
    values.first?.element.value.isNull == true ? "restored it since" : "deleted it since"
  }

  fileprivate func reasonWords(_ who: String, _ document: PlanDocument?) -> String {
    switch reason {
    case .changed where values.isEmpty: return "it was removed since"
    case .changed, .deleted: return "\(who) changed it since"
    case .same:
      guard case .item(let list, let item, "gone") = path else { return "\(who) wrote the same" }
      return document?.hasItem(item, in: list) == true
        ? "it was changed since, and so is there already" : "\(who) removed it"
    case .rule(let rule):
      return "'\(rule.to)' takes plans only from \(rule.allowedWords)"
    }
  }
}

extension ElementPath {
  /// Returns the name that people use for the element at the path: `title`, `label 'bug'`,
  /// `comment 'Done'`.
  fileprivate func keptName(in document: PlanDocument?) -> String {
    switch self {
    case .field(let name), .other(let name): return name.text
    case .setMember(let set, let member):
      let noun = PlanSet(rawValue: set.text)?.memberName ?? set.text
      return "\(noun) '\(member.text.excerpt)'"
    case .item(let list, let item, let member):
      let value = { (member: ExactString) in
        document?.value(at: .item(list: list, item: item, member: member))
      }
      switch PlanList(rawValue: list.text) {
      case .checklist: return "line '\((value("text")?.string ?? item.text).excerpt)'"
      case .comments: return "comment '\((value("text")?.lines?.first ?? item.text).excerpt)'"
      case .files: return "file '\((value("name")?.string ?? item.text).excerpt)'"
      case .columns:
        let title = "column '\((value("title")?.string ?? item.text).excerpt)'"
        return ["gone", "title"].contains(member) ? title : "\(member.text) of \(title)"
      case .time: return "time '\(item.text.excerpt)'"
      case .milestones, .iterations:
        let kind = list.text == "milestones" ? Phase.Kind.milestone : .iteration
        let phase = "\(kind) '\((value("title")?.string ?? item.text).excerpt)'"
        return ["gone", "title"].contains(member) ? phase : "\(member.text) of \(phase)"
      case .origins: return "import of '\((value("alias")?.string ?? item.text).excerpt)'"
      case .rules: return "rule '\(item.text.excerpt)'"
      case .views: return "view '\(item.text.excerpt)'"
      case .fields:
        let field = "field '\(item.text.excerpt)'"
        return ["gone", "title"].contains(member) ? field : "\(member.text) of \(field)"
      case nil: return fieldName
      }
    }
  }
}
