package import PlanModel

/// The documents of `--json`, which every face sends to programs.
///
/// Each is made of the outcome of one action. Their keys are stable: additions do not change
/// `format`, and no key is removed.
package enum Documents {
  /// The version of the documents.
  static let format = JSONValue.number(1)

  /// The bytes of a document, in the form in which pmgit writes JSON files.
  package static func bytes(of document: JSONObject) -> [UInt8] {
    CanonicalJSON.file(of: .object(document))
  }
}
