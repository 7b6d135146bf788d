package import PlanActions
package import PlanModel

extension Documents {
  /// Returns the document with the files of a plan.
  package static func files(_ found: FilesFound) -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex), "plan": .string(found.plan.id.text),
      "files": .objects(found.files) { found in
        var object = PlanJSON.file(found.file)
        object["present"] = .bool(found.isPresent)
        return object
      },
    ]
  }

  /// Returns the document with a file of a plan that was saved.
  package static func saved(_ found: FileFound, at path: String) -> JSONObject {
    [
      "format": format, "plan": .string(found.plan.text),
      "file": .object(PlanJSON.file(found.file)), "path": .string(path),
    ]
  }
}
