import CBuild
import PlanActions

/// The output of `pmgit --version`.
enum Version {
  /// The version, by Semantic Versioning. 'make release' writes the next one here.
  static let number = "0.1.0"

  /// The version, then a line for each thing that the program was built from.
  ///
  /// Each command makes them, because the parser is given them. `joined` would take longer than all
  /// the rest.
  static var words: String {
    var words = "pmgit version \(number)"
    if let commit { words += "\ncommit \(commit)" }
    for library in BuiltIn.libraries { words += "\n\(library)" }
    return words
  }

  /// The commit that the program was built from; nil if the build did not know it.
  private static var commit: String? {
    let text = withUnsafeBytes(of: pmgit_commit) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}
