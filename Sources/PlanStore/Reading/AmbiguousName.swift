import Git
package import PlanModel

/// A text that may mean several plans.
package struct AmbiguousName: Sendable {
  /// What the text was found in.
  package enum Place: Sendable { case id, alias, title }

  package let typed: String
  package let place: Place
  /// The commit of the board on which it was looked up.
  package let commit: ObjectID
  /// All plans that it may mean, in the order of their ids; at least two.
  package let ids: [PlanID]
  /// The first of them that can be read; at most ten.
  package let first: [Plan]
}

extension BoardSnapshot {
  /// The most plans that the error of an ambiguous name describes.
  private static let mostNamed = 10

  /// Returns the error of a text that may mean several plans.
  func ambiguous(
    _ typed: String, in place: AmbiguousName.Place, _ ids: [PlanID]
  ) throws(StoreError) -> StoreError {
    let first = try readablePlans(ids.prefix(Self.mostNamed))
    return .ambiguousPlan(
      AmbiguousName(typed: typed, place: place, commit: commit, ids: ids, first: first))
  }

  /// Returns the plans with some ids, without those that the board lacks or that can't be read.
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
