package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// The plans to do next, each with the reasons in words.
  ///
  /// - Parameter plans: The plans to include, which are the first of those found.
  package static func next(_ plans: [NextPlan], of found: NextPlansFound) -> JSONObject {
    let shown = found.shown
    return [
      "format": format, "board": .string(shown.name.text), "commit": .string(shown.commit.hex),
      "ready": .number(found.plans.count),
      "next": .array(
        plans.map { next in
          .object([
            "plan": .object(PlanJSON.object(next.plan, board: shown.board, today: shown.today)),
            "reasons": .strings(
              next.reasons.map { NextWords.words(for: [$0], today: shown.today) }),
          ])
        }),
    ]
  }
}
