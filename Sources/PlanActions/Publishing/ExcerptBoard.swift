import Git
package import PlanModel
import PlanStore

/// An excerpt: a board with only some plans of another board, in a temporary repository.
package struct ExcerptMade {
  /// The folder of the repository.
  package let folder: String
  package let board: Workspace
  /// The board from which the excerpt was made, with its unreadable files.
  package let shown: ShownBoard
  package let plans: [PlanID]
  /// Whether no query chose the plans, so that only deleted ones are missing.
  package let isWhole: Bool
  package let notices: [Notice]

  /// Removes the repository.
  package func remove() { Folder.remove(folder) }
}

extension Workspace {
  /// Copies the plans that a query finds, and their history, into a new repository below `parent`.
  ///
  /// The new repository contains nothing of other plans. Its board is shown as of its last change,
  /// in UTC, so that the same board always looks the same. Deleted plans are left out.
  ///
  /// - Parameter query: The query; empty for all plans.
  package func excerpt(_ query: String, below parent: String) async throws -> ExcerptMade {
    let found = try find(query)
    let plans = found.plans.filter { !$0.isDeleted }
    let isWhole = !found.isFiltered && !found.allPlans.contains(where: \.isDeleted)
    let folder = try Folder.makeTemporary(in: parent, named: "pmgit-publish")
    do {
      let board = try await copy(
        BoardPart(of: plans, isWhole: isWhole), of: found.shown, to: folder)
      return ExcerptMade(
        folder: folder, board: board, shown: found.shown, plans: plans.map(\.id),
        isWhole: !found.isFiltered, notices: found.notices)
    } catch {
      Folder.remove(folder)
      throw error
    }
  }

  private func copy(
    _ excerpt: BoardPart, of shown: ShownBoard, to folder: String
  ) async throws -> Workspace {
    let environment = DemoPerson.environment(for: participant)
    try await DemoPerson.git(
      ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", "--", folder], in: nil,
      environment)
    let name = shown.name
    let target = try BoardStore(at: folder, environment: environment, board: name)
    let time = try ExcerptWriter.write(excerpt, of: shown.snapshot.commit, from: store, to: target)
    let reader = Participant(
      environment: environment, now: time, clock: { time }, clocks: .utc,
      random: SystemRandomNumberGenerator())
    reader.wantsNotices = false
    return try Workspace(at: folder, board: name, as: reader)
  }
}
