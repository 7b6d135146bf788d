import CGit2
import Libc

extension Repository {
  /// The deepest nesting of trees that is read; git itself has such a limit.
  ///
  /// Trees from another clone may nest without limit, and each level uses stack space.
  package static let deepestTree = 256

  /// The largest number of entries, folders included, that are read in a tree and its folders.
  ///
  /// A small pack can contain a tree larger than any memory. If each of ten trees contains the next
  /// one ten times, the first one has 10^10 files.
  package static let largestTree = 2_000_000

  /// Returns the entries of a tree in their stored order.
  ///
  /// - Throws: `GitError` with code `.notFound` if the tree does not exist.
  /// - Complexity: One object read.
  package func treeEntries(_ id: ObjectID) throws(GitError) -> [TreeEntry] {
    Self.listEntries(try openTree(id))
  }

  /// Returns the entries of a tree whose names are in a set. The names must be UTF-8.
  ///
  /// - Complexity: One object read, and a step per name or per entry, whichever are fewer.
  ///
  /// The C function is `git_tree_entry_byname`.
  package func treeEntries(
    named names: Set<[UInt8]>, in tree: ObjectID
  ) throws(GitError) -> [TreeEntry] {
    let tree = try openTree(tree)
    if names.count < git_tree_entrycount(tree.raw) {
      return names.compactMap { name in
        git_tree_entry_byname(tree.raw, String(decoding: name, as: UTF8.self)).map { TreeEntry($0) }
      }
    }
    return Self.listEntries(tree).filter { names.contains($0.name) }
  }

  /// Returns the entry at `path`, whose parts are separated by `/`, or `nil` if there is none.
  ///
  /// - Complexity: One object read for each part of the path.
  ///
  /// The C function is `git_tree_entry_bypath`.
  package func treeEntry(at path: String, in tree: ObjectID) throws(GitError) -> TreeEntry? {
    var parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    var (folder, found) = (tree, TreeEntry?.none)
    do throws(GitError) {
      for (depth, part) in parts.enumerated() {
        if depth > 0 {
          guard let found, found.mode == .tree else { return nil }
          folder = found.id
        }
        found = try trees.tree(folder, in: self).entry(named: Array(part))
        if found == nil { return nil }
      }
    } catch {
      // Another program may have written a folder in another order, in which libgit2 finds entries.
      guard error.code == .invalid else { throw error }
      return try unsortedEntry(at: path, in: tree)
    }
    return found
  }

  private func unsortedEntry(at path: String, in tree: ObjectID) throws(GitError) -> TreeEntry? {
    let root = try openTree(tree)
    do throws(GitError) {
      let entry = try Handle("find '\(path)' in tree \(tree)", git_tree_entry_free) {
        git_tree_entry_bypath($0, root.raw, path)
      }
      return TreeEntry(entry.raw)
    } catch {
      if error.code == .notFound, error.errorClass == Int32(GIT_ERROR_TREE.rawValue) { return nil }
      throw error.recognizingMissingFolder()
    }
  }

  /// Returns the entries below a folder that are not folders, in the order of `git ls-tree -r`. The
  /// result is empty if the folder does not exist.
  ///
  /// - Parameters:
  ///   - path: A folder, or "" for the whole tree.
  ///   - limit: The largest number of entries to read, folders included.
  /// - Throws: `GitError` with code `.invalid` if there are more entries, or if trees nest too
  ///   deep.
  /// - Complexity: One object read for each folder.
  package func leaves(
    of tree: ObjectID, under path: String = "", limit: Int = largestTree
  ) throws(GitError) -> [(path: [UInt8], entry: TreeEntry)] {
    try treeDifferences(from: nil, to: tree, under: path.isEmpty ? nil : path, limit: limit)
      .compactMap { difference in
        difference.new.map { (path: difference.path, entry: $0) }
      }
  }

  func openTree(_ id: ObjectID) throws(GitError) -> Handle {
    var id = id.raw
    return try Handle("read tree \(ObjectID(id))", git_tree_free) {
      git_tree_lookup($0, handle.raw, &id)
    }
  }

  private static func listEntries(_ tree: borrowing Handle) -> [TreeEntry] {
    let raw = tree.raw
    return (0..<git_tree_entrycount(raw)).compactMap { index in
      git_tree_entry_byindex(raw, index).map { TreeEntry($0) }
    }
  }
}

/// The kind of a tree entry, as git's file mode.
package struct FileMode: RawRepresentable, Hashable, Sendable {
  /// The number in the tree, where it is written in octal.
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A folder.
  package static let tree = FileMode(rawValue: 0o040000)

  /// A plain file.
  package static let blob = FileMode(rawValue: 0o100644)

  /// A file that can be run.
  package static let executable = FileMode(rawValue: 0o100755)

  /// A symbolic link, whose blob contains the path of its target.
  package static let link = FileMode(rawValue: 0o120000)

  /// A commit of another repository: a submodule.
  package static let commit = FileMode(rawValue: 0o160000)
}

/// One entry of a tree.
package struct TreeEntry: Equatable, Sendable {
  /// The name in the tree. It can be any bytes except NUL, such as `..` or `a/b`.
  ///
  /// Trees from another clone are not checked, so check the name before using it as a file name.
  package var name: [UInt8]

  /// The mode, normalized as git does: 0664 is read as 0644.
  package var mode: FileMode

  /// The id of the entry's object, which may be missing from the repository.
  package var id: ObjectID

  /// The name as text, or `nil` if it is not UTF-8.
  package var nameString: String? { String(validating: name, as: UTF8.self) }
}

extension TreeEntry {
  /// Copies a `git_tree_entry`.
  init(_ raw: OpaquePointer) {
    let name = UnsafeRawBufferPointer(treeEntryName: raw)
    self.init(name: Array(name), mode: FileMode(treeEntry: raw), id: ObjectID(treeEntry: raw))
  }
}

extension UnsafeRawBufferPointer {
  /// Creates a view of the name of `raw`, a `git_tree_entry`. It is valid as long as the tree.
  init(treeEntryName raw: OpaquePointer) {
    guard let name = git_tree_entry_name(raw) else { preconditionFailure("an entry has a name") }
    self.init(start: name, count: strlen(name))
  }
}

extension FileMode {
  init(treeEntry raw: OpaquePointer) {
    self.init(rawValue: git_tree_entry_filemode(raw).rawValue)
  }

  /// The mode as a libgit2 value.
  var raw: git_filemode_t { git_filemode_t(rawValue: rawValue) }
}

extension ObjectID {
  init(treeEntry raw: OpaquePointer) {
    guard let id = git_tree_entry_id(raw) else { preconditionFailure("an entry has an id") }
    self.init(id.pointee)
  }
}
