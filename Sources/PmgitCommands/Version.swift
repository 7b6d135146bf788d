import CBuild
import PlanActions

/// What `pmgit --version` tells.
enum Version {
  /// The version after Semantic Versioning; 'make release' writes the next one here, and reads it nowhere else.
  static let number = "0.1.0"

  /// The version, then what the program was built from, a line each.
  static var words: String {
    (["pmgit version \(number)"] + (commit.map { ["commit \($0)"] } ?? []) + BuiltIn.libraries)
      .joined(separator: "\n")
  }

  /// nil where the build did not know it.
  private static var commit: String? {
    let text = withUnsafeBytes(of: pmgit_commit) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}
