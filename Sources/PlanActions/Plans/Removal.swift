import PlanModel

/// A member that an option removes from one of a plan's sets: `--no-label later`.
struct Removal: Hashable {
  let member: String
  let set: PlanSet

  /// Returns the notice for a plan that did not have the member.
  ///
  /// This is not an error, because the plan ends in the requested state.
  func notice(on plan: Plan, called name: String) -> Notice {
    let members = set.members(of: plan)
    var hints = Hint.didYouMean(member, among: members)
    if hints.isEmpty, !members.isEmpty {
      hints = ["it has \(members.map { "'\($0)'" }.joined(separator: ", "))"]
    }
    return Notice("\(name) does not have the \(set.memberName) '\(member)'", hints: hints)
  }

  func notice(onNoneOf count: Int) -> Notice {
    Notice("none of the \(count) plans has the \(set.memberName) '\(member)'")
  }

  /// Returns the removals of members that a plan does not have, set by set.
  static func absent(_ removals: [Removal], on plan: Plan) -> [Removal] {
    let ofSets = Dictionary(grouping: removals, by: \.set)
    return PlanSet.allCases.flatMap { set -> [Removal] in
      let known = Set(set.members(of: plan).map { ExactString($0) })
      return (ofSets[set] ?? []).filter { !known.contains(ExactString($0.member)) }
    }
  }
}
