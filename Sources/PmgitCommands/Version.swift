import CBuild
import PlanActions

/// The output of `pmgit --version`.
enum Version {
  /// The version, by Semantic Versioning. 'make release' writes the next one here.
  static let number = "0.1.0"

  /// The version, followed by a line for each library that the program was built with.
  ///
  /// This is computed in every command, because the parser's configuration contains it. `joined`
  /// would take longer than everything else here.
  static var words: String {
    var words = "pmgit version \(number)"
    if let commit { words += "\ncommit \(commit)" }
    for library in Workspace.libraries { words += "\n\(library)" }
    return words
  }

  /// The commit from which the program was built; nil if unknown at build time.
  private static var commit: String? {
    let text = withUnsafeBytes(of: pmgit_commit) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}
