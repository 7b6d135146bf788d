/// Predicts when each of a board's open plans is finished, if work continues as in the past.
///
/// It simulates futures day by day. For each day it draws how many plans are finished, as
/// `Forecast` does. These are the first plans of the order that can be finished on that day:
///
/// - A blocked plan is begun after its last blocker is finished. Then it takes as many days as a
///   random plan of the past was in progress.
/// - A plan with a start day in the future is begun on that day, and also takes such a time.
/// - Every other plan can be finished on any day. The pace already includes how long such plans
///   take.
///
/// Without blockers and start days, a milestone has the same forecast as with
/// `Forecast.days(toFinishEach:)`, because the same numbers are drawn.
package struct WorkSchedule: Sendable {
  /// The most samples that are kept: one for each of 1,000 plans in each of 10,000 futures.
  static let mostSamples = 10_000_000

  /// The number of simulated futures: 10,000, or fewer if there are more than 1,000 plans.
  package let futures: Int
  /// For each plan and future, the number of days until it is finished.
  private let samples: [UInt16]
  /// For each plan, the numbers of days until it is finished, one for each percentage of futures in
  /// `Forecast.certainties`; nil for more than `Forecast.mostDays`.
  package let days: [[Int?]]

  /// Simulates when each plan is finished.
  ///
  /// - Parameters:
  ///   - order: The open plans in the order in which they are finished.
  ///   - forecast: The pace of the past.
  ///   - daysInWork: For plans finished in the past, the number of days in progress. If it is
  ///     empty, one day is assumed.
  /// - Complexity: Linear in plans times futures, and in simulated days.
  package init(_ order: WorkOrder, at forecast: Forecast, daysInWork: [Int], today: CalendarDay) {
    let count = order.plans.count
    let futures = min(Forecast.futures, max(1, Self.mostSamples / max(1, count)))
    var simulation = Simulation(order, forecast, daysInWork, today)
    var samples = [UInt16](repeating: Self.never, count: count * futures)
    for future in 0..<futures {
      simulation.run { plan, day in samples[plan * futures + future] = UInt16(day) }
    }
    (self.futures, self.samples) = (futures, samples)
    var percentiles = DayPercentiles()
    var days: [[Int?]] = []
    for plan in 0..<count {
      days.append(percentiles.days(of: samples[plan * futures..<(plan + 1) * futures]))
    }
    self.days = days
  }

  /// The value stored for a plan that a simulated future does not finish within
  /// `Forecast.mostDays`.
  private static let never = UInt16(Forecast.mostDays + 1)

  /// Returns the numbers of days until all of the given plans are finished, one for each percentage
  /// of futures in `Forecast.certainties`; nil for more than `Forecast.mostDays`.
  ///
  /// - Parameter plans: Positions in the order.
  /// - Complexity: Linear in plans times futures.
  package func days(toFinish plans: [Int]) -> [Int?] {
    var last = [UInt16](repeating: 0, count: futures)
    for plan in plans {
      for future in 0..<futures {
        last[future] = max(last[future], samples[plan * futures + future])
      }
    }
    var percentiles = DayPercentiles()
    return percentiles.days(of: last[...])
  }
}

/// Percentiles of numbers of days by nearest rank, like `Percentiles`, but without sorting.
private struct DayPercentiles {
  private var counts = [Int](repeating: 0, count: Forecast.mostDays + 2)

  mutating func days(of samples: ArraySlice<UInt16>) -> [Int?] {
    var (first, last) = (Forecast.mostDays + 1, 0)
    for sample in samples {
      counts[Int(sample)] += 1
      (first, last) = (min(first, Int(sample)), max(last, Int(sample)))
    }
    guard first <= last else { return Forecast.certainties.map { _ in nil } }
    var found: [Int?] = []
    var below = 0
    for day in first...last {
      below += counts[day]
      counts[day] = 0
      while found.count < Forecast.certainties.count {
        let rank = max(1, (Forecast.certainties[found.count] * samples.count + 99) / 100)
        guard below >= rank else { break }
        found.append(day <= Forecast.mostDays ? day : nil)
      }
    }
    return found
  }
}

// MARK: - Simulation

/// Simulates futures one at a time. The random numbers of each continue those of the previous one.
private struct Simulation {
  private let past: [Int]
  private let daysInWork: [Int]
  private let countInPhases: Int
  /// The plans that can be finished on any day, in order.
  private let free: [Int]
  /// The number of blockers of each plan.
  private let blockerCounts: [Int]
  /// The plans that each plan blocks.
  private let blocked: [[Int]]
  /// The number of days from today to each plan's start; 0 if the plan can start on any day.
  private let starts: [Int]
  /// The plans without blockers that start in the future.
  private let starting: [Int]

  /// Draws the pace until the plans of milestones are finished, with the same numbers as
  /// `Forecast`.
  private var paceInPhases: SplitMix64
  /// Draws the pace after the plans of milestones are finished.
  private var pace: SplitMix64
  private var lengths: SplitMix64

  init(_ order: WorkOrder, _ forecast: Forecast, _ daysInWork: [Int], _ today: CalendarDay) {
    (past, countInPhases) = (forecast.past, order.countInPhases)
    self.daysInWork =
      daysInWork.isEmpty ? [1] : daysInWork.map { min(max(1, $0), Forecast.mostDays) }
    let starts = order.plans.map { plan in
      plan.start.map { min(max(0, $0 - today), Forecast.mostDays + 1) } ?? 0
    }
    self.starts = starts
    var blocked = [[Int]](repeating: [], count: order.plans.count)
    for (plan, blockers) in order.blockers.enumerated() {
      for blocker in blockers { blocked[blocker].append(plan) }
    }
    self.blocked = blocked
    blockerCounts = order.blockers.map(\.count)
    let unblocked = order.plans.indices.filter { order.blockers[$0].isEmpty }
    free = unblocked.filter { starts[$0] == 0 }
    starting = unblocked.filter { starts[$0] > 0 }
    paceInPhases = SplitMix64(seed: forecast.seed)
    pace = SplitMix64(seed: ~forecast.seed)
    lengths = SplitMix64(seed: forecast.seed ^ 0x6A09_E667_F3BC_C908)
  }

  /// Simulates a future up to the day on which the last plan is finished, at most
  /// `Forecast.mostDays`.
  ///
  /// - Parameter finish: Is called with each finished plan and its day, counted from today.
  mutating func run(finish: (_ plan: Int, _ day: Int) -> Void) {
    var waiting = blockerCounts
    var coming = MinHeap()
    var ready = MinHeap()
    var (nextFree, left, drawn, day) = (0, waiting.count, 0, 0)
    for plan in starting { coming.insert(key(plan, starts[plan] - 1 + drawLength())) }
    while left > 0, day < Forecast.mostDays {
      day += 1
      var room = draw(drawn)
      drawn += room
      while let key = coming.first, key >> 32 <= day {
        coming.removeFirst()
        ready.insert(key & 0xFFFF_FFFF)
      }
      while room > 0, let plan = next(&ready, &nextFree) {
        finish(plan, day)
        (room, left) = (room - 1, left - 1)
        for other in blocked[plan] {
          waiting[other] -= 1
          guard waiting[other] == 0 else { continue }
          let length = drawLength()
          coming.insert(key(other, max(day + length, starts[other] - 1 + length)))
        }
      }
    }
    // `Forecast` draws one day more before it gives up.
    if left > 0, day == Forecast.mostDays { _ = draw(drawn) }
  }

  private func key(_ plan: Int, _ day: Int) -> Int { day << 32 | plan }

  /// Removes and returns the first plan that can be finished; nil if there is none.
  private func next(_ ready: inout MinHeap, _ nextFree: inout Int) -> Int? {
    if nextFree < free.count, ready.first.map({ free[nextFree] < $0 }) ?? true {
      nextFree += 1
      return free[nextFree - 1]
    }
    guard let plan = ready.first else { return nil }
    ready.removeFirst()
    return plan
  }

  /// Draws how many plans are finished on the next day.
  ///
  /// - Parameter drawn: The number of plans that were drawn for earlier days.
  private mutating func draw(_ drawn: Int) -> Int {
    past[
      drawn < countInPhases
        ? paceInPhases.number(below: past.count) : pace.number(below: past.count)]
  }

  private mutating func drawLength() -> Int { daysInWork[lengths.number(below: daysInWork.count)] }
}

/// A binary heap of numbers, which removes the smallest one first.
private struct MinHeap {
  private var numbers: [Int] = []

  var first: Int? { numbers.first }

  mutating func insert(_ number: Int) {
    numbers.append(number)
    var place = numbers.count - 1
    while place > 0, numbers[place] < numbers[(place - 1) / 2] {
      numbers.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    numbers.swapAt(0, numbers.count - 1)
    numbers.removeLast()
    var place = 0
    while 2 * place + 1 < numbers.count {
      var smaller = 2 * place + 1
      if smaller + 1 < numbers.count, numbers[smaller + 1] < numbers[smaller] { smaller += 1 }
      guard numbers[smaller] < numbers[place] else { return }
      numbers.swapAt(place, smaller)
      place = smaller
    }
  }
}
