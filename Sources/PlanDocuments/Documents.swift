package import PlanModel

/// The JSON documents of `--json` and of the web page.
///
/// Each is built from the outcome of one action. Keys are stable: no key is removed, and adding
/// keys does not change `format`.
package enum Documents {
  /// The version of the documents.
  static let format = JSONValue.number(1)

  /// Returns the bytes of a document, formatted like the JSON files that pmgit writes.
  package static func bytes(of document: JSONObject) -> [UInt8] {
    CanonicalJSON.file(of: .object(document))
  }
}
