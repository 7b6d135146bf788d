import Git
import PlanModel

/// What some commits do to the plans that they name.
struct CommitEffects {
  struct Effect {
    var added: [(commit: ObjectID, action: PlanReference.Action)] = []
    var removed: [ObjectID] = []
    /// What the replaced commits said of the plan, which has been done.
    var saidBefore: Set<PlanReference.Action> = []
  }

  private(set) var failures: [StoreError] = []
  private var effects: [PlanID: Effect] = [:]
  private var order: [PlanID] = []
  private var resolved: [String: PlanID?] = [:]

  var inOrder: [(PlanID, Effect)] { order.map { ($0, effects[$0] ?? Effect()) } }

  mutating func add(
    _ commit: CodeCommit, _ references: CodeReferences, _ snapshot: BoardSnapshot
  ) throws {
    for reference in references[commit.id] {
      guard let id = try resolve(reference.typed, in: snapshot, tells: true) else { continue }
      self[id].added.append((commit.id, reference.action))
    }
    for old in commit.replaced {
      for reference in references[old] {
        guard let id = try resolve(reference.typed, in: snapshot, tells: false) else { continue }
        self[id].saidBefore.insert(reference.action)
        if !self[id].removed.contains(old) { self[id].removed.append(old) }
      }
    }
  }

  private subscript(_ id: PlanID) -> Effect {
    get { effects[id] ?? Effect() }
    set {
      if effects.updateValue(newValue, forKey: id) == nil { order.append(id) }
    }
  }

  private mutating func resolve(
    _ typed: String, in snapshot: BoardSnapshot, tells: Bool
  ) throws -> PlanID? {
    if let known = resolved[typed] { return known }
    do throws(StoreError) {
      let id = try snapshot.resolve(typed)
      resolved[typed] = id
      return id
    } catch {
      guard error.isAboutID else { throw error }
      resolved[typed] = .some(nil)
      if tells { failures.append(error) }
      return nil
    }
  }
}
