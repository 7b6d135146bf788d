import PmgitTestSupport

/// The states and the calls of a command in a run without faults.
struct Course: Sendable {
  /// The states of the board before, during and after the command; see `Trial.step`.
  let steps: [String]
  let calls: [Call]

  var start: String { steps.first ?? "" }
  var end: String { steps.last ?? "" }

  init(of scene: Scene) async throws {
    let trial = try await Trial(scene)
    let start = try await trial.currentStep()
    let outcome = try await trial.run()
    guard outcome.exitCode == 0 else {
      throw Binary.NotPrepared(description: "\(scene): \(outcome.messages)")
    }
    let end = try await trial.currentStep()
    var between = try await trial.stepsBetween()
    // A claim that the remote does not accept leaves what was fetched, merged as by a pull.
    if scene.arguments.first == "take" { between.append(try await Course(of: .pull).end) }
    steps = [start] + between.filter { $0 != start && $0 != end } + [end]
    calls = outcome.calls
  }
}

extension Trial {
  fileprivate func currentStep() async throws -> String {
    try await step(of: try State(of: repository))
  }

  /// Returns the states after the start, as the reflog has them. If the command changes the
  /// configuration, these are the states after each added line, with the old and the new tip.
  fileprivate func stepsBetween() async throws -> [String] {
    var now = try State(of: repository)
    var steps: [String] = []
    if scene.changesConfiguration {
      // The lines are added in the order in which the keys are set.
      let added = now.configuration.filter { !before.configuration.contains($0) }
      for count in 0...added.count {
        for tip in Set([before.tip, now.tip]) {
          let part = State(
            tip: tip, code: now.code,
            configuration: before.configuration + added.prefix(count))
          steps.append(try await step(of: part))
        }
      }
      return steps
    }
    let log = try await repository.git("log", "-g", "--format=%H", "pmgit/main")
    for tip in log.split(separator: "\n").map(String.init) {
      if tip == before.tip { break }
      now.tip = tip
      steps.append(try await step(of: now))
    }
    return steps
  }
}

/// The courses of scenes, each determined once per test run.
actor Courses {
  static let shared = Courses()
  private var courses: [String: Task<Course, any Error>] = [:]

  func course(of scene: Scene) async throws -> Course {
    if let task = courses["\(scene)"] { return try await task.value }
    let task = Task { try await Course(of: scene) }
    courses["\(scene)"] = task
    return try await task.value
  }

  /// Returns one call of every kind in the scenes, with the first scene that has it.
  func kinds(of scenes: [Scene]) async throws -> [(scene: Scene, call: Call)] {
    var seen: Set<String> = []
    var found: [(Scene, Call)] = []
    for scene in scenes {
      for (call, _) in try await course(of: scene).calls.kinds
      where seen.insert(call.kind).inserted {
        found.append((scene, call))
      }
    }
    return found
  }
}
