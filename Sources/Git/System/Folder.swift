#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Folders that are made for somebody.
package enum Folder {
  /// Makes a folder that is not there yet.
  package static func make(_ path: String) throws(GitError) {
    guard mkdir(path, 0o777) == 0 else { throw .system("make the folder '\(path)'") }
  }

  /// Makes a folder with a name of its own, which only this user may enter.
  ///
  /// - Parameter parent: An existing folder.
  /// - Returns: The path: the name, a hyphen and six characters.
  package static func makeTemporary(in parent: String, named name: String) throws(GitError)
    -> String
  {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("make a folder in '\(parent)'") }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
