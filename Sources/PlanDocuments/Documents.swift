package import PlanModel

/// The documents of `--json`: what every face sends to programs.
///
/// Each is made of the outcome of one action. Their keys are a promise: additions do not change
/// `format`, and nothing is taken away.
package enum Documents {
  /// The version of the documents.
  static let format = JSONValue.number(1)

  /// The bytes of a document, as pmgit writes JSON files.
  package static func bytes(of document: JSONObject) -> [UInt8] {
    CanonicalJSON.file(of: .object(document))
  }
}
