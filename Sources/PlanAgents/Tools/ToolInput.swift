import PlanModel

/// An argument of a tool, as its JSON Schema describes it.
struct ToolInput: Sendable {
  enum Kind: Sendable {
    case text, texts, flag
    /// An object with any members.
    case object
    /// A number or a text: `3`, `none`.
    case word
    /// A list of texts and whole numbers.
    case words
    /// A whole number from 1 to the given one.
    case count(upTo: Int)
    case choice([String])
  }

  let name: String
  let kind: Kind
  let about: String
  var isRequired = false

  init(_ name: String, _ kind: Kind, _ about: String, isRequired: Bool = false) {
    (self.name, self.kind, self.about, self.isRequired) = (name, kind, about, isRequired)
  }

  /// Returns the schema of a tool's arguments.
  static func schema(of inputs: [ToolInput]) -> JSONValue {
    var properties = JSONObject()
    for input in inputs { properties[ExactString(input.name)] = .object(input.schema) }
    var schema: JSONObject = [
      "type": .string("object"), "properties": .object(properties),
      "additionalProperties": .bool(false),
    ]
    let required = inputs.filter(\.isRequired).map(\.name)
    if !required.isEmpty { schema["required"] = .strings(required) }
    return .object(schema)
  }

  private var schema: JSONObject {
    var schema: JSONObject
    switch kind {
    case .text: schema = ["type": .string("string")]
    case .texts:
      schema = ["type": .string("array"), "items": .object(["type": .string("string")])]
    case .object: schema = ["type": .string("object")]
    case .flag: schema = ["type": .string("boolean")]
    case .words:
      schema = [
        "type": .string("array"), "items": .object(["type": .strings(["string", "integer"])]),
      ]
    case .word: schema = ["type": .strings(["string", "number"])]
    case .count(let most):
      schema = ["type": .string("integer"), "minimum": .number(1), "maximum": .number(most)]
    case .choice(let names): schema = ["type": .string("string"), "enum": .strings(names)]
    }
    if !about.isEmpty { schema["description"] = .string(about) }
    return schema
  }
}
