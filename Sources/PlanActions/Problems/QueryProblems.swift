import PlanModel
import PlanView

extension Problem {
  /// Creates the problem of a wrong query, with a line of carets below the wrong word.
  init(_ error: QueryError, in text: String) {
    self.init(error as any Error)
    let carets = max(1, error.range.count)
    let shown = SafeText(text).string
    // Escaping changes the length of the line, so carets would point at the wrong place.
    guard shown == text else { return }
    let indent = TextWidth.cells(of: String(text.prefix(error.range.lowerBound)))
    detail = [shown, String(repeating: " ", count: indent) + String(repeating: "^", count: carets)]
  }
}
