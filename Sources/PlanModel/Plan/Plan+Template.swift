extension Plan {
  /// The label of plans that others are made like.
  package static let templateLabel = "template"

  /// Whether other plans are made like this one, on which nobody works.
  package var isTemplate: Bool { labels.contains { $0.lowercased() == Self.templateLabel } }
}
