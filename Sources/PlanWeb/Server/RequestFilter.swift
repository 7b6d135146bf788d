import PlanActions
import PlanModel

/// Decides which requests the server answers, so that only the page that this server served can
/// read or change a board.
///
/// Other programs and other users of this machine can send requests to a local port, and so can
/// every page on the Web that the browser shows. `docs/web.md` lists the rules, each with the
/// attack that it prevents.
struct RequestFilter: Sendable {
  let port: Int
  let secrets: Secrets
  let isReadOnly: Bool

  /// Returns why a request is refused because of its headers or its method; nil if it is accepted.
  /// Stricter rules apply below `/api`. The secret of the run is checked by `knows`, not here.
  func refusal(of request: WebRequest) -> Problem? {
    let hosts = request.values(of: "host")
    guard hosts.count == 1, names.contains(hosts[0]) else {
      return .forbidden("this address is not the server's own")
    }
    let sites = request.values(of: "sec-fetch-site")
    let isPage = request.path.first != "api"
    // A page may be opened by a link, a bookmark or another program.
    let allowed = isPage ? ["same-origin", "none", "same-site", "cross-site"] : ["same-origin"]
    guard sites.allSatisfy(allowed.contains), sites.count <= 1 else {
      return .forbidden("another site asked for this")
    }
    let origins = request.values(of: "origin")
    guard origins.allSatisfy({ names.map { "http://\($0)" }.contains($0) }), origins.count <= 1
    else { return .forbidden("another site asked for this") }
    switch request.method {
    case "GET": return nil
    case "POST":
      guard request.values(of: "content-type") == ["application/json"] else {
        return .forbidden("a change is sent as 'application/json'")
      }
      return nil
    default: return .forbidden("only GET and POST are answered")
    }
  }

  /// Whether a request contains the secret of this run.
  func knows(_ request: WebRequest) -> Bool {
    let given = request.values(of: "authorization")
    return given.count == 1 && secrets.isBearer(given[0])
  }

  /// The host names and port by which a browser may address this server. The printed URL uses the
  /// first.
  private var names: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }
}

extension Problem {
  static func forbidden(_ message: String) -> Problem {
    Problem(
      code: .forbidden, message: message,
      hints: ["open the board at the address that \(pmgit: "web") prints"])
  }
}
