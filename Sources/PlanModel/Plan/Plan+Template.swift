extension Plan {
  /// The label of templates: plans that serve as models for new plans.
  package static let templateLabel = "template"

  /// Whether the plan is a template. Nobody works on templates.
  package var isTemplate: Bool { labels.contains { $0.lowercased() == Self.templateLabel } }
}
