import Testing

/// Merges in which the bases have different versions of a file that is not pmgit's, as after a
/// criss-cross merge.
@Suite("A file that is not pmgit's, with several common ancestors")
struct ForeignFileTests {
  @Test(
    "goes to the side that changed it, whichever ancestor had what before",
    arguments: [
      FileMergeCase(bases: [nil, "1"], sides: ("1", "2"), result: "2"),
      FileMergeCase(bases: ["0", "1"], sides: ("1", "2"), result: "2"),
      FileMergeCase(bases: ["0", "1"], sides: ("0", "2"), result: "2"),
      FileMergeCase(bases: [nil, "1"], sides: ("1", nil), result: nil),
      FileMergeCase(bases: ["0", "1"], sides: (nil, "2"), result: "2"),
      // Both sides changed it: one version stays, the other is set aside.
      FileMergeCase(bases: ["0", "1"], sides: ("2", "3"), result: "3", setAside: 1),
    ])
  func changedByOne(merge: FileMergeCase) async throws { try await merge.check(at: "notes.md") }
}
