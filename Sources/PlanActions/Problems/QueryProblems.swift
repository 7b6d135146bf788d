import PlanModel
import PlanView

extension Problem {
  /// A wrong query, with a line of carets below the wrong word.
  init(_ error: QueryError, in text: String) {
    self.init(error as any Error)
    let carets = max(1, error.range.count)
    let shown = SafeText(text).string
    // Escapes change the length of a line, so carets would miss the word.
    guard shown == text else { return }
    let indent = TextWidth.cells(of: String(text.prefix(error.range.lowerBound)))
    detail = [shown, String(repeating: " ", count: indent) + String(repeating: "^", count: carets)]
  }
}
