import Git

/// Files in the work tree of the code, which only `pmgit agents` reads and writes. Its methods call
/// those of `WorkTreeFiles`.
package struct CodeFiles: Sendable {
  private let files: WorkTreeFiles

  package enum Content: Hashable, Sendable {
    case absent
    case bytes([UInt8])
    /// A symbolic link on the path leads to these bytes in the work tree.
    case linked([UInt8])
    /// The file is not read. The reason is a part of a sentence: `it is not a file`.
    case obstacle(String)
  }

  package func content(of path: String) throws(StoreError) -> Content {
    switch try StoreError.wrapping(try files.content(of: path)) {
    case .absent: .absent
    case .bytes(let bytes): .bytes(bytes)
    case .linked(let bytes): .linked(bytes)
    case .obstacle(.link): .obstacle("a symbolic link leads out of the work tree, or nowhere")
    case .obstacle(.noFile): .obstacle("it is not a file")
    case .obstacle(.tooLarge): .obstacle("it is longer than a mebibyte")
    }
  }

  package func exists(_ path: String) -> Bool { files.exists(path) }

  package func realPath(of path: String) throws(StoreError) -> String? {
    try StoreError.wrapping(try files.realPath(of: path))
  }

  package func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    try StoreError.wrapping(try files.write(bytes, to: path))
  }

  package func remove(_ path: String) throws(StoreError) {
    try StoreError.wrapping(try files.remove(path))
  }
}

extension BoardStore {
  /// Returns the files of the work tree; nil in a bare repository.
  package func codeFiles() throws(StoreError) -> CodeFiles? {
    guard let top = repository.workTree else { return nil }
    return CodeFiles(try StoreError.wrapping(try WorkTreeFiles(in: top)))
  }
}

extension CodeFiles {
  fileprivate init(_ files: WorkTreeFiles) { self.files = files }
}
