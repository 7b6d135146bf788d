import PmgitTestSupport

/// What a command does where nothing befalls it.
struct Course: Sendable {
  /// Where the board is before, at times in between, and at the end; see `Trial.step`.
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
    steps = [start] + (try await trial.stepsBetween()).filter { $0 != start && $0 != end } + [end]
    calls = outcome.calls
  }
}

extension Trial {
  fileprivate func currentStep() async throws -> String {
    try await step(of: try State(of: repository))
  }

  /// The steps in the reflog; for the configuration, the steps that set one more key.
  fileprivate func stepsBetween() async throws -> [String] {
    var now = try State(of: repository)
    var steps: [String] = []
    if scene.changesConfiguration {
      // Lines are added in the order of the keys that are set.
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

/// The courses of scenes, each run once in a test run.
actor Courses {
  static let shared = Courses()
  private var courses: [String: Task<Course, any Error>] = [:]

  func course(of scene: Scene) async throws -> Course {
    if let task = courses["\(scene)"] { return try await task.value }
    let task = Task { try await Course(of: scene) }
    courses["\(scene)"] = task
    return try await task.value
  }

  /// One call of every kind that the scenes have among them, in the first scene that has it.
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
