import Testing

@testable import PlanActions

@Suite("Scripts of hooks")
struct HookScriptTests {
  @Test("Each hook has a script")
  func scripts() {
    let scripts = HookScript.client + HookScript.server
    #expect(scripts.map(\.name) == HookName.allCases)
    for script in scripts { #expect(script.bytes.starts(with: "#!/bin/sh\n".utf8)) }
  }
}
