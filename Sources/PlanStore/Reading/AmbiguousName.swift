package import PlanModel

/// A text that may mean several plans.
package struct AmbiguousName: Sendable {
  /// What the text was found in.
  package enum Place: Sendable { case id, alias, title }

  package let typed: String
  package let place: Place
  /// All plans that it may mean, in the order of their ids; at least two.
  package let ids: [PlanID]
  /// The first of them that can be read; at most ten.
  package let first: [Plan]
}

extension BoardSnapshot {
  /// Returns the error of a text that may mean several plans.
  func ambiguous(
    _ typed: String, in place: AmbiguousName.Place, _ ids: [PlanID]
  ) throws(StoreError) -> StoreError {
    var first: [Plan] = []
    for id in ids.prefix(Self.mostNamed) {
      guard let document = try readableDocument(id) else { continue }
      first.append(Plan(document, id: id))
    }
    return .ambiguousPlan(AmbiguousName(typed: typed, place: place, ids: ids, first: first))
  }

  /// The most plans that the error of an ambiguous name describes.
  private static let mostNamed = 10
}
