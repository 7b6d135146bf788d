/// Branches of the code that are named after their plan: `k7m2-fix-login`.
package enum PlanBranch {
  /// The most characters of the plan's title in a branch name.
  private static let longestTitle = 40

  /// Returns a branch name for a plan, from its short id and its title.
  ///
  /// Letters and digits of any script are kept, because git allows them. Each run of other
  /// characters becomes a hyphen.
  ///
  /// - Parameter shortID: The first characters of the plan's id.
  package static func name(shortID: String, title: String) -> String {
    let words = title.lowercased().split { !($0.isLetter || $0.isWholeNumber) }
    var name = shortID
    for word in words {
      guard name.count + word.count < shortID.count + longestTitle else { break }
      name += "-\(word)"
    }
    return name
  }

  /// Returns the parts of a branch name that may begin with a plan's id, last part first.
  /// `k7m2-fix-login` and `ada/k7m2-fix-login` give `k7m2`.
  ///
  /// A part counts only as pmgit writes it, with at least four characters. So ordinary words such
  /// as `dev`, `main` and `release` are rarely taken for ids.
  package static func candidates(in branch: String) -> [String] {
    branch.split(separator: "/").reversed().compactMap { part in
      let word = String(part.prefix { $0 != "-" && $0 != "_" })
      return word.utf8.count >= 4 && PlanID.normalizedPrefix(word) == word ? word : nil
    }
  }
}
