/// Branches of the code that are named after the plan that they are for: `k7m2-fix-login`.
package enum PlanBranch {
  /// The most characters of the title in a name.
  private static let longestTitle = 40

  /// A name for the branch of a plan.
  ///
  /// Letters and digits of any script stay, since git takes them all; what is between them is a
  /// hyphen.
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

  /// What may be the beginning of an id in the name of a branch: `k7m2` in `k7m2-fix-login` and in
  /// `ada/k7m2-fix-login`, the last one first.
  ///
  /// Only what pmgit itself writes counts, of four characters or more in their stored form: `dev`,
  /// `main` and `release` are words.
  package static func candidates(in branch: String) -> [String] {
    branch.split(separator: "/").reversed().compactMap { part in
      let word = String(part.prefix { $0 != "-" && $0 != "_" })
      return word.utf8.count >= 4 && PlanID.normalizedPrefix(word) == word ? word : nil
    }
  }
}
