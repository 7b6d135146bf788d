import CGit2
import Libc

/// Decides whether walks of the history read git's commit-graph, `objects/info/commit-graph`.
///
/// libgit2 hashes the whole file when it first needs it: 20 ms for 100,000 commits. Without the
/// file, each commit of a walk takes 8 µs longer. So a large file is read only for a long walk.
extension Repository {
  /// The largest commit-graph in bytes that libgit2 may read for any walk. It has some 4,000
  /// commits, and is hashed in 1 ms.
  static let largestFreeCommitGraph = 1 << 18

  private var objectsFolder: String { commonDirectory + "objects" }

  /// Makes walks ignore the commit-graph if it is large.
  ///
  /// The C function is `git_odb_set_commit_graph`.
  func leaveOutLargeCommitGraph() throws(GitError) {
    var status = stat()
    guard stat(objectsFolder + "/info/commit-graph", &status) == 0,
      status.st_size > Self.largestFreeCommitGraph
    else { return }
    try check(git_odb_set_commit_graph(database.raw, nil), "leave out the commit-graph")
    readsCommitGraph = false
  }

  /// Makes walks read the commit-graph, unless the histories of the commits meet soon. A file that
  /// can't be read is ignored.
  ///
  /// The C function is `git_commit_graph_open`.
  ///
  /// - Parameters:
  ///   - tips: The commits from which a walk begins.
  ///   - others: The commits at which it ends; none for a walk of the whole history, which libgit2
  ///     reads before it returns the first commit.
  func readCommitGraph(unlessNear tips: [ObjectID], _ others: [ObjectID]) {
    if readsCommitGraph || meetSoon(tips, others) { return }
    readsCommitGraph = true
    var graph: OpaquePointer?
    guard git_commit_graph_open(&graph, objectsFolder) == 0 else { return }
    if git_odb_set_commit_graph(database.raw, graph) != 0 { git_commit_graph_free(graph) }
  }

  /// The number of nearest commits of each side that are searched for a common one.
  private static let near = 64

  /// Whether two histories have a common commit that is few steps from both ends.
  private func meetSoon(_ tips: [ObjectID], _ others: [ObjectID]) -> Bool {
    if others.isEmpty { return false }
    var sides = (Nearest(tips), Nearest(others))
    do throws(GitError) {
      // Most histories meet after a few steps of each.
      for _ in 0..<Self.near {
        if try sides.0.step(in: self, meeting: sides.1) { return true }
        if try sides.1.step(in: self, meeting: sides.0) { return true }
      }
    } catch {
      // The walk itself reports the error.
    }
    return false
  }

  /// A search of the history that visits the commits with the fewest steps from some tips first.
  private struct Nearest {
    private var queue: [ObjectID]
    private var next = 0
    private var seen: Set<ObjectID> = []

    init(_ tips: [ObjectID]) { queue = tips }

    /// Visits the next commit, and returns whether the search from the other side has visited it
    /// too.
    mutating func step(in repository: Repository, meeting other: Nearest) throws(GitError) -> Bool {
      while next < queue.count {
        let commit = queue[next]
        next += 1
        guard seen.insert(commit).inserted else { continue }
        if other.seen.contains(commit) { return true }
        queue += try repository.parents(of: commit)
        return false
      }
      return false
    }
  }
}
