/// A number with its noun: `1 plan`, `2 plans`.
package enum CountWords {
  package static func words(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
