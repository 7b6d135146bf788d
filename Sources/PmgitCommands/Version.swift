import CBuild
import PlanActions

/// The output of `pmgit --version`.
enum Version {
  /// The version, by Semantic Versioning. 'make release' writes the next one here.
  static let number = "0.1.0"

  /// The version, then a line for each thing that the program was built from.
  static var words: String {
    (["pmgit version \(number)"] + (commit.map { ["commit \($0)"] } ?? []) + BuiltIn.libraries)
      .joined(separator: "\n")
  }

  /// The commit that the program was built from; nil if the build did not know it.
  private static var commit: String? {
    let text = withUnsafeBytes(of: pmgit_commit) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? nil : text
  }
}
