package import PlanModel

/// A plan as the index stores it. As packing takes time, code that reads many files packs the plans
/// on several processors.
package struct PackedPlan: Sendable {
  private let block: PackedPlans

  package init(_ plan: Plan) {
    var writer = PackedWriter()
    if plan.texts != PlanTexts() { plan.texts.pack(into: &writer) }
    let bytes = PackedPlans.pack([(plan.id.number, plan.packed()[...])])
    guard let block = try? PackedPlans(bytes) else {
      preconditionFailure("a plan that was just packed")
    }
    self.block = PackedPlans(block, with: PackedTexts(of: writer.bytes))
  }

  /// The packed texts; empty if the plan has none.
  var texts: [UInt8] { block.packedTexts }
  /// The packed values without the texts.
  var row: ArraySlice<UInt8> { block.packed(0) }

  /// The plan. Each value is unpacked when it is read.
  package var plan: Plan { Plan(id: block.id(at: 0), in: block, row: 0) }
}
