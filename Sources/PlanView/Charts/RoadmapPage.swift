package import PlanModel

/// A roadmap laid out for a width and a period, whose rows can be selected and opened.
package struct RoadmapPage: Sendable {
  /// The plan or the plans that a row opens.
  package enum Target: Hashable, Sendable {
    case plan(PlanID)
    /// The plans of a query, such as those of a milestone.
    case query(String)
  }

  package struct Row: Sendable {
    package let text: StyledText
    /// The plan or query that the row opens; nil for a remark.
    package let target: Target?

    package init(_ text: StyledText, target: Target? = nil) {
      (self.text, self.target) = (text, target)
    }
  }

  /// The part of a roadmap to show: the first day and the zoom.
  package struct Window: Hashable, Sendable {
    package var columns: Int
    /// The zoom; nil for the finest one at which everything fits.
    package var zoom: RoadmapZoom?
    /// The first day; nil for the usual one.
    package var first: CalendarDay?

    package init(columns: Int, zoom: RoadmapZoom? = nil, first: CalendarDay? = nil) {
      (self.columns, self.zoom, self.first) = (columns, zoom, first)
    }
  }

  /// The heading, the summary in words, and the legend; not broken into lines.
  package let title: StyledText
  package let statement: StyledText
  package let keys: [StyledText]
  /// The dates and the line below them; empty if there is nothing to show.
  package let axis: [StyledText]
  package let rows: [Row]
  /// The days that are shown, and all days of the roadmap.
  package let days, span: ClosedRange<CalendarDay>
  package let zoom: RoadmapZoom

  package init(
    title: StyledText, statement: StyledText, keys: [StyledText], axis: [StyledText], rows: [Row],
    scale: RoadmapScale
  ) {
    (self.title, self.statement, self.keys) = (title, statement, keys)
    (self.axis, self.rows) = (axis, rows)
    (days, span, zoom) = (scale.days, scale.span, scale.zoom)
  }
}
