/// A rebase in progress in a work tree.
package struct Rebase {
  /// The commit onto which it rebases.
  package let onto: ObjectID
  /// The branch's commit before the rebase.
  package let origin: ObjectID
}

extension Repository {
  /// The rebase in progress in this work tree; `nil` if there is none.
  package var rebaseInProgress: Rebase? {
    get throws(GitError) {
      for folder in ["rebase-merge/", "rebase-apply/"] {
        guard let onto = try objectID(inFile: folder + "onto"),
          let origin = try objectID(inFile: folder + "orig-head")
        else { continue }
        return Rebase(onto: onto, origin: origin)
      }
      return nil
    }
  }

  /// The full name of the branch that the rebase in this work tree will move; nil without a rebase.
  /// `HEAD` is detached during a rebase.
  package var rebasedBranch: String? {
    get throws(GitError) {
      for folder in ["rebase-merge/", "rebase-apply/"] {
        let text = try textOfFile(gitDirectory + folder + "head-name")
        if let text { return String(text.prefix { !$0.isNewline }) }
      }
      return nil
    }
  }

  private func objectID(inFile name: String) throws(GitError) -> ObjectID? {
    try textOfFile(gitDirectory + name).flatMap { text in
      ObjectID(hex: String(text.prefix { $0.isHexDigit }))
    }
  }
}
