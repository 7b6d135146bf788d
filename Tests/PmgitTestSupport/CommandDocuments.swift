package import PlanModel
import Testing

/// Returns the JSON object that a command printed.
package func document(_ result: CommandRunner.Result) throws -> JSONObject {
  try #require(
    JSONReader.value(in: Array(result.output.utf8), maximumSize: .max).object, "\(result)")
}

/// Returns the names of an object's members in their order; nothing for another value.
package func keys(_ value: JSONValue?) -> [String] {
  value?.object?.members.map(\.key.text) ?? []
}
