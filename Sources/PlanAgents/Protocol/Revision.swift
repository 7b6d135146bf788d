import PlanModel

/// A revision of the Model Context Protocol that the server supports, oldest first.
///
/// The revisions are described at https://modelcontextprotocol.io/specification.
enum Revision: String, CaseIterable, Sendable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// Whether each request contains everything that the server must know about the client. Earlier
  /// revisions begin with `initialize`.
  var isStateless: Bool { self == .july2026 }

  /// The newest revision that begins with `initialize`.
  static let newestWithHandshake = november2025

  /// The error code for a resource that does not exist.
  var unknownResource: Int { isStateless ? -32602 : -32002 }
}

/// The keys of `_meta` that the protocol defines.
extension ExactString {
  static let metaRevision: ExactString = "io.modelcontextprotocol/protocolVersion"
  static let metaClient: ExactString = "io.modelcontextprotocol/clientInfo"
  static let metaCapabilities: ExactString = "io.modelcontextprotocol/clientCapabilities"
  static let metaServer: ExactString = "io.modelcontextprotocol/serverInfo"
}

/// The facts about a client, from `initialize` or from the request itself.
struct ClientInfo: Equatable, Sendable {
  var revision: Revision
  /// The name that the client gives itself; nil if it gives none.
  var name: String?

  /// The facts about a client before its `initialize`.
  static let unknown = ClientInfo(revision: .newestWithHandshake, name: nil)

  init(revision: Revision, name: String?) { (self.revision, self.name) = (revision, name) }

  /// Reads the facts in a request of a stateless revision.
  ///
  /// - Returns: nil if the request names no revision, as in earlier revisions.
  /// - Throws: `RPCError` if the revision is unknown, or if a required member is missing.
  init?(_ meta: JSONObject) throws(RPCError) {
    guard let named = meta[.metaRevision] else { return nil }
    guard let text = named.string else {
      throw .badParameters("'\(ExactString.metaRevision.text)' is not a text")
    }
    guard let revision = Revision(rawValue: text), revision.isStateless else {
      throw .unsupportedRevision(text)
    }
    guard meta[.metaCapabilities]?.object != nil else {
      throw .badParameters("'\(ExactString.metaCapabilities.text)' is missing")
    }
    self.init(revision: revision, name: meta[.metaClient]?.object?["name"]?.string)
  }

  /// Reads the parameters of `initialize`. A client that asks for an unknown revision gets the
  /// newest one that begins with `initialize`.
  init(initialize params: JSONObject) throws(RPCError) {
    guard let wanted = params["protocolVersion"]?.string else {
      throw .badParameters("'protocolVersion' is missing")
    }
    let known = Revision(rawValue: wanted).flatMap { $0.isStateless ? nil : $0 }
    self.init(
      revision: known ?? .newestWithHandshake, name: params["clientInfo"]?.object?["name"]?.string)
  }
}
