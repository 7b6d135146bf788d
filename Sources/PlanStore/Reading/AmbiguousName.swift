import Git
package import PlanModel

/// A text that matches several plans.
package struct AmbiguousName: Sendable {
  /// Where the text was found.
  package enum Place: Sendable { case id, alias, title }

  package let typed: String
  package let place: Place
  /// The commit of the board in which it was looked up.
  package let commit: ObjectID
  /// All matching plans, sorted by id; at least two.
  package let ids: [PlanID]
  /// The first readable plans of `ids`; at most ten.
  package let first: [Plan]
}

extension BoardSnapshot {
  /// The most plans that the error describes.
  private static let mostNamed = 10

  /// Returns the error for a text that matches several plans.
  func ambiguous(
    _ typed: String, in place: AmbiguousName.Place, _ ids: [PlanID]
  ) throws(StoreError) -> StoreError {
    let first = try readablePlans(ids.prefix(Self.mostNamed))
    return .ambiguousPlan(
      AmbiguousName(typed: typed, place: place, commit: commit, ids: ids, first: first))
  }

  /// Returns the plans with some ids. Missing and unreadable plans are left out.
  package func readablePlans(_ ids: some Sequence<PlanID>) throws(StoreError) -> [Plan] {
    var plans: [Plan] = []
    for id in ids {
      do throws(StoreError) {
        if let document = try document(id) { plans.append(Plan(document, id: id)) }
      } catch {
        guard error.isAboutOnePlan else { throw error }
      }
    }
    return plans
  }
}
