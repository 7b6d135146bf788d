import PmgitTestSupport
import Testing

/// Random commands that are killed, or made to fail, at random calls.
@Suite(.soak) struct CrashPointSoak {
  @Test("No command loses or breaks anything, wherever it is killed")
  func kills() async throws {
    try await Soak.run("CrashPointSoak/kills") { seed in
      var random = SeededGenerator(seed: seed)
      let scene = random.pick(Scene.all)
      let known = try await Courses.shared.course(of: scene)
      let kind = random.pick(known.calls.kinds)
      let action: Fault.Action = random.pick([.killBefore, .killAfter, .killTorn])
      let fault = Fault(
        action: action, call: 1 + random.number(below: kind.count), match: kind.call.pattern)
      return try await CrashPointTests.kill(scene, fault, known: known)
    }
  }

  @Test("No failure of a disk is taken for a success, at whatever call")
  func failures() async throws {
    try await Soak.run("CrashPointSoak/failures") { seed in
      var random = SeededGenerator(seed: seed)
      let scene = random.pick(Scene.all)
      let known = try await Courses.shared.course(of: scene)
      let kind = random.pick(known.calls.kinds)
      let trouble = random.pick(FailingDiskTests.Trouble.all)
      var fault = trouble.fault(at: kind.call, stays: random.chance(50))
      fault.call = 1 + random.number(below: kind.count)
      let (_, problems) = try await FailingDiskTests.fail(scene, fault, trouble, known: known)
      return problems.isEmpty
    }
  }
}
