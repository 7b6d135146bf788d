package import CFiles

/// Returns the files in a table of `CFiles`, by their paths.
package func builtInFiles(_ table: UnsafePointer<CFile>) -> [String: [UInt8]] {
  var files: [String: [UInt8]] = [:]
  var file = table
  while let path = file.pointee.path, let contents = file.pointee.contents {
    files[String(cString: path)] = Array(String(cString: contents).utf8)
    file += 1
  }
  return files
}
