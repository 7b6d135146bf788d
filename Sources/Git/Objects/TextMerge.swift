import CGit2

/// A line-by-line merge of texts, as `git merge-file` does it.
package struct TextMerge: Equatable, Sendable {
  /// The merged text. Where changes overlap, it contains both versions between conflict markers.
  package let text: [UInt8]

  /// Whether no changes overlap, so the text has no markers.
  package let isClean: Bool

  /// One side of the merge: its text, and its label in the markers.
  package struct Side: Sendable {
    package let text: [UInt8]
    package let label: String

    package init(text: [UInt8], label: String) { (self.text, self.label) = (text, label) }
  }

  /// Merges the changes that two sides made to one text.
  ///
  /// - Parameters:
  ///   - ancestor: The text that both sides changed.
  ///   - markerWidth: The number of `<`, `=` or `>` in a marker; git's default is 7.
  /// - Throws: `GitError` if a text is longer than libgit2 can merge.
  ///
  /// The C function is `git_merge_file`.
  package init(ancestor: [UInt8], ours: Side, theirs: Side, markerWidth: Int = 7) throws(GitError) {
    try GitLibrary.start()
    var options = git_merge_file_options()
    try check(
      git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION)),
      "prepare to merge texts")
    options.marker_size = UInt16(clamping: markerWidth)
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    let status = ours.label.withCString { ourLabel in
      theirs.label.withCString { theirLabel in
        options.our_label = ourLabel
        options.their_label = theirLabel
        return Self.withInput(ancestor) { ancestor in
          Self.withInput(ours.text) { ours in
            Self.withInput(theirs.text) { theirs in
              git_merge_file(&result, &ancestor, &ours, &theirs, &options)
            }
          }
        }
      }
    }
    try check(status, "merge two texts")
    isClean = result.automergeable != 0
    text = Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len))
  }

  private static func withInput(
    _ text: [UInt8], _ body: (inout git_merge_file_input) -> Int32
  ) -> Int32 {
    text.withUnsafeBytes { bytes in
      var input = git_merge_file_input()
      let status = git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
      if status != 0 { return status }
      input.ptr = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      input.size = bytes.count
      return body(&input)
    }
  }
}
