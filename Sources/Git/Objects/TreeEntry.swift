import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

  /// Creates an entry to compare with one that was read.
  package init(name: [UInt8], mode: FileMode, id: ObjectID) {
    self.name = name
    self.mode = mode
    self.id = id
  }

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
  /// The name of `raw`, a `git_tree_entry`. It is valid as long as the tree.
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
