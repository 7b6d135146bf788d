#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Creates folders.
package enum Folder {
  /// Creates a folder; it is an error if it already exists.
  package static func make(_ path: String) throws(GitError) {
    guard mkdir(path, 0o777) == 0 else { throw .system("make the folder '\(path)'") }
  }

  /// Creates a folder with a unique name, which only this user may enter.
  ///
  /// - Parameter parent: An existing folder.
  /// - Returns: The path, which ends in the name, a hyphen and six characters.
  package static func makeTemporary(in parent: String, named name: String) throws(GitError)
    -> String
  {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("make a folder in '\(parent)'") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
