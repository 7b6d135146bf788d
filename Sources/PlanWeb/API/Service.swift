import PlanActions
import PlanDocuments
import PlanModel

/// Answers requests that have passed the filter. Each request opens the board separately and shares
/// nothing with others.
struct Service: Sendable {
  let options: WebOptions
  let filter: RequestFilter
  let page: PageFiles

  /// The largest body in bytes: that of the largest plan file, or for attachments that of a file of
  /// `mostFileBytes`. Requests without the secret get a small limit, so that other users of this
  /// machine can't occupy connections with them.
  func longestBody(of request: WebRequest) -> Int {
    guard filter.knows(request) else { return Self.longestUnknownBody }
    let isFile = request.path.count == 4 && request.path.last == "attach"
    return isFile ? Self.longestFileBody : JSONReader.maximumSize
  }

  private static let longestUnknownBody = 64 << 10
  /// The largest file in bytes that the page can attach. Larger files can be attached in a
  /// terminal.
  static let mostFileBytes = 12_000_000
  private static let longestFileBody = mostFileBytes / 3 * 4 + JSONReader.maximumSize / 4

  func answer(_ request: WebRequest) async -> WebAnswer {
    guard request.path.first == "api" else { return page.answer(request) }
    do {
      return try await answerAPI(request)
    } catch {
      return Self.answer(Problem(error))
    }
  }

  /// Returns the answer that reports a problem.
  static func answer(_ problem: Problem) -> WebAnswer {
    WebAnswer(problem.status, Documents.pageError(problem))
  }

  // MARK: - The interface

  private func answerAPI(_ request: WebRequest) async throws -> WebAnswer {
    let path = request.path.dropFirst()
    if path == ["session"] { return try session(request) }
    if path == ["proof"] { return try proof(request) }
    guard filter.knows(request) else { throw Problem.unknownPage }
    switch (request.method, path.count) {
    case ("GET", 1) where path.first == "server":
      try RequestValues.parse(query: request.query) { _ in }
      return WebAnswer(200, try server())
    case (_, 3) where path.first == "boards":
      guard let board = BoardName(path[path.startIndex + 1]) else {
        throw Problem.badBoardName(path[path.startIndex + 1])
      }
      let answer = try await answer(request, on: board, named: path[path.startIndex + 2])
      return request.acceptsGzip ? answer.compressed() : answer
    default: throw Problem.unknownAddress
    }
  }

  private func answer(
    _ request: WebRequest, on board: BoardName, named name: String
  ) async throws -> WebAnswer {
    if request.method == "GET" {
      if name == "events" {
        try RequestValues.parse(query: request.query) { _ in }
        _ = try options.workspace(board).settings()
        return WebAnswer(eventsOf: board)
      }
      if name == "file" {
        let answer = try RequestValues.parse(query: request.query, WebAnswer.fileQuestion)
        return try answer(options.workspace(board))
      }
      guard let question = Questions.all[name] else { throw Problem.unknownAddress }
      let answer = try RequestValues.parse(query: request.query, question)
      return WebAnswer(200, try answer(options.workspace(board)))
    }
    guard let action = Actions.all[name] else { throw Problem.unknownAddress }
    guard !filter.isReadOnly else { throw Problem.onlyForReading }
    let isDecided = Actions.isDecided(name)
    let (commit, isDryRun, news, call) = try RequestValues.parse(
      body: request.body, atMost: longestBody(of: request)
    ) { values in
      (
        commit: isDecided ? try values.text("commit") : nil,
        isDryRun: isDecided ? try values.flag("dryRun") : false,
        news: try values.object("news", Questions.news), call: try action(values)
      )
    }
    let workspace = try options.workspace(board)
    workspace.participant.isDryRun = isDryRun
    if let commit { try workspace.base(on: commit) }
    var document = try await call(workspace)
    // The change is already made, so a later error must not be reported as its failure.
    if let news { document["news"] = .document { try news(options.workspace(board)) } }
    return WebAnswer(200, document)
  }

  /// Exchanges the token from a page's URL for the key.
  private func session(_ request: WebRequest) throws -> WebAnswer {
    guard request.method == "POST" else { throw Problem.unknownAddress }
    let token = try RequestValues.parse(body: request.body) { try $0.requiredText("token") }
    guard let key = filter.secrets.redeem(token) else { throw Problem.unknownPage }
    return WebAnswer(200, ["format": .number(1), "key": .string(key)])
  }

  /// Returns the answer to a page's question, and the name of this run. The answer proves that this
  /// server has the page's key, so that the page can safely send a bearer or a text.
  private func proof(_ request: WebRequest) throws -> WebAnswer {
    guard request.method == "GET" else { throw Problem.unknownAddress }
    let question = try RequestValues.parse(query: request.query) { try $0.requiredText("question") }
    guard let answer = filter.secrets.answer(to: question) else { throw Problem.unknownPage }
    return WebAnswer(
      200,
      [
        "format": .number(1), "run": .string(filter.secrets.run), "answer": .string(answer),
      ])
  }

  /// Returns the data that the page needs before it requests a board.
  private func server() throws -> JSONObject {
    let workspace = try options.workspace(options.board)
    var document = Documents.boards(try workspace.boards(), current: workspace.name)
    document["readOnly"] = .bool(filter.isReadOnly)
    document["me"] = .optional(try workspace.me()?.formatted)
    document["remote"] = .optional(workspace.remote)
    document["repository"] = .string(workspace.repositoryName)
    document["syncs"] = .bool(options.syncPeriod != nil)
    document["timeout"] = .number(Int(try workspace.longestChange().components.seconds))
    document["uploadLimit"] = .number(Self.mostFileBytes)
    return document
  }
}

extension Problem {
  static let unknownPage = Problem(
    code: .forbidden, message: "this page was not opened with the address of this run",
    hints: ["open the board at the address that \(pmgit: "web") prints"])

  static let unknownAddress = Problem(
    code: .unknownAddress, message: "there is nothing at this address",
    hints: ["docs/web.md lists the addresses"])

  static let onlyForReading = Problem(
    code: .readOnly, message: "this board is opened for reading only",
    hints: ["open it without '--read-only' to change it"])

  /// The HTTP status for a problem, by RFC 9110.
  fileprivate var status: Int {
    switch code {
    case .forbidden, .readOnly: 403
    case .unknownAddress, .unknownPlan, .noBoard, .noCommit, .unknownColumn, .noPlan: 404
    case .changedMeanwhile, .taken, .planExists, .noConflict: 409
    case .tooLarge: 413
    case .bug: 500
    default:
      switch kind {
      case .usage: 400
      case .tryAgain: 503
      case .bug: 500
      case .failed, .interrupted: 422
      }
    }
  }
}
