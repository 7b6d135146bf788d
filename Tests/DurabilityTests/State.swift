import Foundation
import Git
import PmgitTestSupport

/// The content of a repository: the board's part and the user's.
struct State: Sendable {
  var tip: String?
  var code: CodeState
  /// The lines of the clone's configuration file.
  var configuration: [String]

  init(tip: String?, code: CodeState, configuration: [String]) {
    (self.tip, self.code, self.configuration) = (tip, code, configuration)
  }

  init(of repository: ScratchRepository) throws {
    tip = try repository.open().reference("refs/heads/pmgit/main")?.hex
    var code = try CodeState(of: repository)
    code.forgetConfiguration()
    self.code = code
    configuration = try String(contentsOfFile: repository.path + "/.git/config", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}
