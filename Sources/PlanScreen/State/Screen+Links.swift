import PlanModel
import PlanView

extension Screen {
  /// Offers the kinds of links and, after a kind, plans that match by id or by words of the title.
  /// After the kinds, or after `-`, it offers to remove the plan's links.
  func offerLinks(to line: inout LinePrompt, of id: PlanID) {
    let typed = String(line.editor.typed.drop { $0 == " " })
    line.offer(typed.first == "-" ? removals(of: id, typed) : additions(to: id, typed))
  }

  private func additions(to id: PlanID, _ typed: String) -> [Completion] {
    if let colon = typed.firstIndex(of: ":") {
      let kind = String(typed[..<colon])
      guard LinkWord(kind) != nil else { return [] }
      return plans(for: String(typed[typed.index(after: colon)...]), except: id).map {
        link(kind, to: $0)
      }
    }
    let kinds = LinkWord.preferred.filter { Completion.begins($0, with: typed) }
      .map { Completion($0 + ":", about: Self.meanings[$0] ?? "", goesOn: true) }
    // Here words of a title offer no removal, because they are for a new link.
    guard kinds.isEmpty else { return kinds + removals(of: id, typed, byTitle: false) }
    // For words without a kind, the kind is `blocked-by`, because most links are to plans that must
    // be done first.
    return plans(for: typed, except: id).map { link(LinkWord.preferred[0], to: $0) }
  }

  private static let meanings = [
    "blocked-by": "waits for another plan", "blocks": "another plan waits for this one",
    "parent": "is a part of another plan", "child": "has another plan as a part",
    "relates": "belongs together",
  ]

  private func link(_ kind: String, to plan: PlanSummary) -> Completion {
    Completion("\(kind):\(plan.shortID)", about: plan.plan.title)
  }

  private static let mostPlans = 8

  /// Returns the plans that match words. Without words, returns the plans that were opened last,
  /// then those in the column with the cursor.
  private func plans(for words: String, except id: PlanID) -> [PlanSummary] {
    let others = cards.lazy.filter { $0.plan.id != id }
    if words.contains(where: { $0 != " " }) {
      return Array(PaletteOrder(words).matching(others).prefix(Self.mostPlans))
    }
    let near = recent.compactMap(summary) + (lane?.cards ?? [])
    var known: Set = [id]
    return Array(near.filter { known.insert($0.plan.id).inserted }.prefix(Self.mostPlans))
  }

  /// The plan's links that begin with the typed text, in the form that removes them.
  ///
  /// - Parameter byTitle: Whether the text may also begin a word of the other plan's title.
  private func removals(of id: PlanID, _ typed: String, byTitle: Bool = true) -> [Completion] {
    let typed = typed.first == "-" ? String(typed.dropFirst()) : typed
    let own = (planValue(id)?.links ?? []).map { ($0.kind, $0.target) }
    let all = own + reverseLinks(of: id)
    return all.compactMap { kind, target in
      let plan = PlanID(target).flatMap(summary)
      let text = "\(kind):\(plan?.shortID ?? target)"
      let title = plan?.plan.title ?? ""
      guard
        Completion.begins(text, with: typed)
          || byTitle && SearchText(typed).beginsWord(in: title)
      else { return nil }
      return Completion("-\(text)", about: "remove: \(title)")
    }
  }

  /// The links from other plans to a plan, with the kinds as seen from that plan.
  ///
  /// - Complexity: O(n) in the links of the shown plans.
  private func reverseLinks(of id: PlanID) -> [(String, String)] {
    let names = [Link.blockedByKind: "blocks", Link.parentKind: "child", "relates": "relates"]
    return cards.flatMap { card in
      card.plan.links.filter { $0.target == id.text }.compactMap { link in
        names[link.kind].map { ($0, card.plan.id.text) }
      }
    }
  }

  /// Whether a typed id, an abbreviation of one, or an alias belongs to a shown plan.
  func isKnownPlan(_ typed: String) -> Bool {
    let key = AliasKey(typed)
    return cards.contains { card in
      card.plan.id.isMeant(by: typed) || card.plan.aliases.contains { AliasKey($0) == key }
    }
  }
}
