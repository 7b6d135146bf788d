import Git
import PlanIndex

extension TreeMerge {
  /// Returns the paths on which the heads differ, with their entries in the heads and the bases.
  /// Also records at which paths older commits had other files.
  ///
  /// - Complexity: Reads one tree for each folder that differs, and the commits that
  ///   `FormerEntries` visits.
  func sides(of differences: [TreeDifference]) throws -> [Sides] {
    let versions = try BaseVersions(
      of: bases, at: differences.compactMap(\.pathString), in: repository)
    var sides: [Sides] = []
    for difference in differences {
      guard let path = difference.pathString else { continue }  // `HeadCheck` refuses such paths.
      sides.append(
        Sides(
          path: path, a: difference.old.map(Touch.Version.init(_:)),
          b: difference.new.map(Touch.Version.init(_:)), bases: versions.at(path)))
    }
    try markFormerFiles(of: &sides)
    try markFilesOfBases(of: &sides)
    return sides
  }

  /// Finds the files that a side edited and then broke, removed or set back. Only the commits
  /// between the bases and the side's head are searched, because the other side has all older
  /// commits.
  private func markFormerFiles(of sides: inout [Sides]) throws {
    var unchanged: (a: FormerEntries.Wanted, b: FormerEntries.Wanted) = ([:], [:])
    for side in sides where BoardFile(path: side.path) != nil {
      if side.isAsInBases(side.a) { unchanged.a.updateValue(side.a, forKey: side.path) }
      if side.isAsInBases(side.b) { unchanged.b.updateValue(side.b, forKey: side.path) }
    }
    let found = try FormerEntries.find(
      unchanged.a, from: [heads.a.id], hiding: [heads.b.id], in: repository
    ).union(
      FormerEntries.find(
        unchanged.b, from: [heads.b.id], hiding: [heads.a.id], in: repository))
    if found.isEmpty { return }
    for index in sides.indices { sides[index].hasFormerFile = found.contains(sides[index].path) }
  }

  /// Finds the files that a base lacks but that one of its ancestors has: people removed them by
  /// hand. A file that only one side has, and no base, counts as new and is not searched for,
  /// unless `hasFormerFile` is set.
  private func markFilesOfBases(of sides: inout [Sides]) throws {
    var missing: [[ObjectID]: FormerEntries.Wanted] = [:]
    for side in sides where side.bases.isMissing && BoardFile(path: side.path) != nil {
      let isNew = side.bases.leaves.isEmpty && (side.a == nil || side.b == nil)
      guard !isNew || side.hasFormerFile else { continue }
      missing[side.bases.basesWithout.map(\.id), default: [:]].updateValue(nil, forKey: side.path)
    }
    var found: Set<String> = []
    var left = FormerEntries.mostCommits
    // The order must be the same in all clones, as the limit applies to all searches together.
    for (bases, paths) in missing.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      found.formUnion(
        try FormerEntries.find(
          paths, from: bases, hiding: [], visiting: &left, in: repository))
    }
    if found.isEmpty { return }
    for index in sides.indices { sides[index].basesHadFile = found.contains(sides[index].path) }
  }
}
