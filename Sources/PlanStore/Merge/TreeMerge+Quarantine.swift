import Git
import PlanModel

/// What can't stand in its place: where its bytes go, and what takes the place.
extension TreeMerge {
  static let quarantineFolder = "quarantine"

  static func quarantineName(of path: String) -> String { path.replacing("/", with: "%") }

  /// Keeps the bytes of an entry under `quarantine/`; a submodule has none.
  func setAside(_ leaf: Leaf, as name: String, _ result: inout Result) {
    guard leaf.mode != .commit else { return }
    result.quarantined.append((path: "\(Self.quarantineFolder)/\(name).\(leaf.id)", blob: leaf.id))
  }

  /// What is to stand at a path on which the sides differ.
  struct Choice {
    let path: String
    /// The path, compared by its bytes.
    var key: ExactString { ExactString(path) }
    /// What side `a` has there.
    let old: Leaf?
    var new: Leaf?

    /// The folders that the path is in, without the root.
    var folders: some Sequence<ExactString> {
      path.utf8.indices.lazy.filter { path.utf8[$0] == UInt8(ascii: "/") }
        .map { ExactString(String(path[..<$0])) }
    }
  }

  /// Sets aside what can't stand beside the rest: one side's file where the other has a folder.
  ///
  /// What is in the folder stays, or a stranger's file `plans/k7` would take all plans of that
  /// folder away. Only a plan's own place is never given up for a folder.
  func makeRoom(in choices: inout [Choice], _ result: inout Result) {
    let plans = Set(
      choices.lazy.filter { $0.new != nil && BoardFile(path: $0.path) != nil }.map(\.key))
    for index in choices.indices where choices[index].folders.contains(where: plans.contains) {
      setAside(&choices[index], &result)
    }
    var folders: Set = [ExactString(Self.quarantineFolder)]
    for choice in choices where choice.new != nil { folders.formUnion(choice.folders) }
    for index in choices.indices where folders.contains(choices[index].key) {
      setAside(&choices[index], &result)
    }
  }

  private func setAside(_ choice: inout Choice, _ result: inout Result) {
    guard let leaf = choice.new else { return }
    setAside(leaf, as: Self.quarantineName(of: choice.path), &result)
    choice.new = nil
  }

  /// What makes the tree of side `a` the merged one.
  func edits(of choices: [Choice]) -> [(path: String, edit: TreeEdit)] {
    let files = Set(choices.lazy.filter { $0.new != nil }.map(\.key))
    return choices.compactMap { choice in
      // A file that takes a folder's place removes what was in it.
      guard choice.new != choice.old, !choice.folders.contains(where: files.contains) else {
        return nil
      }
      return (choice.path, choice.new.map { .put($0.id, $0.mode) } ?? .remove)
    }
  }
}
