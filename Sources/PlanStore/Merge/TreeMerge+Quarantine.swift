import Git
import PlanIndex
import PlanModel

/// Moves entries that can't stay at their path to the quarantine folder.
extension TreeMerge {
  static let quarantineFolder = "quarantine"

  static func quarantineName(of path: String) -> String { path.replacing("/", with: "%") }

  /// Keeps the bytes of an entry under `quarantine/`. Submodules are dropped, because they have no
  /// bytes.
  func setAside(_ leaf: Touch.Version, as name: String, _ result: inout Result) {
    guard leaf.mode != .commit else { return }
    result.quarantined.append((path: "\(Self.quarantineFolder)/\(name).\(leaf.id)", blob: leaf.id))
  }

  /// The entry that the merge chose for a path on which the sides differ.
  struct Choice {
    let path: String
    /// The path, compared by its bytes.
    var key: ExactString { ExactString(path) }
    /// The entry of side `a` at the path.
    let old: Touch.Version?
    var new: Touch.Version?

    /// The folders above the path, without the root.
    var folders: some Sequence<ExactString> {
      path.utf8.indices.lazy.filter { path.utf8[$0] == UInt8(ascii: "/") }
        .map { ExactString(String(path[..<$0])) }
    }
  }

  /// Moves files whose path is a folder on the other side to the quarantine folder.
  ///
  /// The folder's contents stay. Otherwise a file `plans/k7` of another writer would remove all
  /// plans of that folder. But a plan's file at its right path stays, and the other side's entries
  /// below that path are moved.
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

  /// Returns the edits that turn the tree of side `a` into the merged one.
  func edits(of choices: [Choice]) -> [(path: String, edit: TreeEdit)] {
    let files = Set(choices.lazy.filter { $0.new != nil }.map(\.key))
    return choices.compactMap { choice in
      // Writing a file at a folder's path already removes the folder's contents.
      guard choice.new != choice.old, !choice.folders.contains(where: files.contains) else {
        return nil
      }
      return (choice.path, choice.new.map { .put($0.id, $0.mode) } ?? .remove)
    }
  }
}
