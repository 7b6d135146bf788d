import PlanActions
import PlanDocuments
import PlanModel
import Synchronization

/// The result of the last automatic sync of each board.
final class SyncReports: Sendable {
  struct Report: Equatable {
    let at: Timestamp
    /// The problem of the sync; nil if it succeeded.
    let problem: Problem?
    let words: String

    var document: JSONObject {
      var document = problem.map { Documents.pageError($0) } ?? ["format": .number(1)]
      document["at"] = .string(at.description)
      document["message"] = .string(words)
      return document
    }
  }

  private let reports = Mutex<[BoardName: Report]>([:])

  func last(of board: BoardName) -> Report? { reports.withLock { $0[board] } }

  func note(_ report: Report, of board: BoardName) {
    reports.withLock { $0[board] = report }
  }
}
