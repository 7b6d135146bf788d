import PmgitTestSupport

@testable import PlanModel

/// A step of a random schedule. Every step is valid at any time; it may do nothing.
enum ReimportStep: CustomStringConvertible {
  case tracker(SimulatedTracker.Edit)
  case local(LocalEdit, clone: Int)
  /// A clone imports an export that is some edits old.
  case imports(clone: Int, age: Int)
  /// A clone imports the newest export, takes that back, and imports it again.
  case importsTwice(clone: Int)
  case sync(clone: Int)

  static func random(using random: inout SeededGenerator) -> ReimportStep {
    let clone = random.number(below: ReimportRun.clones)
    return switch random.number(below: 100) {
    case ..<30: .tracker(.random(using: &random))
    case ..<58: .local(.random(using: &random), clone: clone)
    case ..<79: .imports(clone: clone, age: random.chance(70) ? 0 : random.number(below: 6))
    case ..<82: .importsTwice(clone: clone)
    default: .sync(clone: clone)
    }
  }

  var description: String {
    switch self {
    case .tracker(let edit): "\(edit)"
    case .local(let edit, let clone): "clone \(clone) \(edit)"
    case .imports(let clone, let age):
      "clone \(clone) imports " + (age == 0 ? "the newest export" : "an export \(age) edits old")
    case .importsTwice(let clone): "clone \(clone) imports, undoes that and imports again"
    case .sync(let clone): "clone \(clone) syncs"
    }
  }
}

/// An edit in a clone. Numbers choose a plan and a part of it.
enum LocalEdit: CustomStringConvertible {
  case title(Int), owner(Int), body(Int), delete(Int), decide(Int, Int)
  case move(Int, to: Int)
  case label(Int, Int)
  case line(Int, Int), tick(Int, Int), removeLine(Int, Int), addLine(Int)
  case removeNote(Int, Int), editNote(Int, Int), addNote(Int)

  static func random(using random: inout SeededGenerator) -> LocalEdit {
    let (plan, part) = (random.number(below: 3), random.number(below: 3))
    return switch random.number(below: 19) {
    case 0, 1, 2: .title(plan)
    case 3: .owner(plan)
    case 4: .body(plan)
    case 5, 6: .move(plan, to: part)
    case 7, 8: .label(plan, part)
    case 9, 10: .line(plan, part)
    case 11: .tick(plan, part)
    case 12: .removeLine(plan, part)
    case 13: .addLine(plan)
    case 14: random.chance(50) ? .removeNote(plan, part) : .editNote(plan, part)
    case 15: .addNote(plan)
    case 16: random.chance(20) ? .delete(plan) : .title(plan)
    default: .decide(plan, part)
    }
  }

  var description: String {
    switch self {
    case .title(let plan): "gives plan \(plan) a title"
    case .owner(let plan): "gives plan \(plan) an owner, or takes it"
    case .body(let plan): "gives plan \(plan) a body"
    case .delete(let plan): "deletes plan \(plan)"
    case .decide(let plan, let number): "decides conflict \(number) of plan \(plan)"
    case .move(let plan, let state): "moves plan \(plan) to \(SimulatedTracker.states[state])"
    case .label(let plan, let label): "toggles \(SimulatedTracker.labels[label]) of plan \(plan)"
    case .line(let plan, let line): "edits line \(line) of plan \(plan)"
    case .tick(let plan, let line): "ticks or unticks line \(line) of plan \(plan)"
    case .removeLine(let plan, let line): "removes line \(line) of plan \(plan)"
    case .addLine(let plan): "adds a line to plan \(plan)"
    case .removeNote(let plan, let note): "removes comment \(note) of plan \(plan)"
    case .editNote(let plan, let note): "edits comment \(note) of plan \(plan)"
    case .addNote(let plan): "comments on plan \(plan)"
    }
  }

  var plan: Int {
    switch self {
    case .title(let plan), .owner(let plan), .body(let plan), .delete(let plan),
      .decide(let plan, _), .move(let plan, _), .label(let plan, _), .line(let plan, _),
      .tick(let plan, _), .removeLine(let plan, _), .addLine(let plan),
      .removeNote(let plan, _), .editNote(let plan, _), .addNote(let plan):
      plan
    }
  }
}
