/// Branches of the code that are named after their plan: `k7m2-fix-login`.
package enum PlanBranch {
  /// The most characters of the plan's title in a branch name.
  private static let longestTitle = 40

  /// Returns a name for the branch of a plan.
  ///
  /// Letters and digits of any script are kept, since git allows them all; other characters between
  /// words become a hyphen.
  ///
  /// - Parameter shortID: The beginning of its id.
  package static func name(shortID: String, title: String) -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isWholeNumber) }
    var name = shortID
    for word in words {
      guard name.count + word.count < shortID.count + longestTitle else { break }
      name += "-\(word)"
    }
    return name
  }

  /// Returns the parts of a branch name that may begin with a plan's id: `k7m2` of `k7m2-fix-login`
  /// and of `ada/k7m2-fix-login`, the last part first.
  ///
  /// A part counts only in the form that pmgit itself writes, with four characters or more: `dev`,
  /// `main` and `release` are words.
  package static func candidates(in branch: String) -> [String] {
    branch.split(separator: "/").reversed().compactMap { part in
      let word = String(part.prefix { $0 != "-" && $0 != "_" })
      return word.utf8.count >= 4 && PlanID.normalizedPrefix(word) == word ? word : nil
    }
  }
}
