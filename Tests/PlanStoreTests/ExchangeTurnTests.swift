import Foundation
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("Turns of clones")
struct ExchangeTurnTests {
  private typealias ExchangeTimes = ExchangeTurn.ExchangeTimes

  @Test("A clone that pushed leaves time to others only while it sees pushes of others")
  func pause() {
    var random = SeededGenerator(seed: 1)
    let now = Duration.seconds(1000)
    let recent = ExchangeTimes(
      push: now - .milliseconds(50), length: .milliseconds(200), others: now - .seconds(10))
    let pauses = (0..<200).map { _ in recent.pause(at: now, using: &random) }
    #expect(pauses.allSatisfy { $0 >= .milliseconds(150) && $0 <= .milliseconds(750) })
    #expect(Set(pauses).count == 200, "clones with equal pauses would collide")

    func isSilent(_ change: (inout ExchangeTimes) -> Void) -> Bool {
      var times = recent
      change(&times)
      return times.pause(at: now, using: &random) == .zero
    }
    #expect(isSilent { $0.others = nil })
    #expect(isSilent { $0.others = now - ExchangeTimes.memory })
    #expect(isSilent { $0.push = nil })
    #expect(isSilent { $0.push = now - .milliseconds(801) }, "enough time has passed")
    // The machine was started again since.
    #expect(isSilent { $0.push = now + .seconds(1) })
    #expect(isSilent { $0.others = now + .seconds(1) })
    // A remote that took a minute does not make the next command wait for minutes.
    let slow = ExchangeTimes(push: now, length: .seconds(60), others: now)
    #expect(slow.pause(at: now, using: &random) == ExchangeTimes.longest)
  }

  @Test("ExchangeTimes are read as they were written; of other bytes nothing is read")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/turn-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = LineFile(path: folder + "/turn-main")
    #expect(ExchangeTimes(in: file) == nil)
    for times in [
      ExchangeTimes(), ExchangeTimes(push: .seconds(12), length: .milliseconds(345), others: nil),
      ExchangeTimes(push: .milliseconds(1), length: .seconds(6), others: .seconds(400)),
    ] {
      times.write(to: file)
      #expect(ExchangeTimes(in: file) == times)
    }
    for text in ["", "1 2", "1 -1 3\n", "a b c\n", "1 99999999999999999999 3\n", "1 2 3 4"] {
      try Data(text.utf8).write(to: URL(filePath: file.path))
      #expect(ExchangeTimes(in: file) == nil, "\(text)")
    }
    // A link is neither read nor written through.
    try Data("1 2 3\n".utf8).write(to: URL(filePath: folder + "/target"))
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: folder + "/target")
    #expect(ExchangeTimes(in: file) == nil)
    ExchangeTimes(push: .seconds(5), length: .seconds(5), others: nil).write(to: file)
    #expect(try String(contentsOfFile: folder + "/target", encoding: .utf8) == "1 2 3\n")
    #expect(ExchangeTimes(in: file)?.push == .seconds(5))
  }

  /// One of several clones that push all the time. An exchange takes `length`; it wins if no other
  /// clone pushes meanwhile.
  private struct Clone {
    let length: Duration
    var next = Duration.zero
    var times = ExchangeTimes()
    var backoff: Backoff?
    var pushes: [Duration] = []
  }

  @Test("A clone that always needs longer than another one is not locked out")
  func fairness() {
    var random = SeededGenerator(seed: 7)
    var clones = [100, 150, 200].map { Clone(length: .milliseconds($0)) }
    var pushed = Duration.zero
    let end = Duration.seconds(600)
    while let turn = clones.indices.min(by: { clones[$0].next < clones[$1].next }),
      clones[turn].next < end
    {
      // The try that ends now began `length` before.
      let now = clones[turn].next
      let begin = now - clones[turn].length
      if pushed > begin, clones[turn].pushes.last != pushed {
        clones[turn].times.others = now
        var backoff =
          clones[turn].backoff ?? Backoff(.seconds(120), pace: Backoff.remotePace, from: begin)
        guard case .again(let wait) = backoff.lost(at: now, using: &random) else {
          Issue.record("a clone gave up")
          return
        }
        clones[turn].backoff = backoff
        clones[turn].next = now + wait + clones[turn].length
      } else {
        pushed = now
        clones[turn].pushes.append(now)
        clones[turn].backoff = nil
        (clones[turn].times.push, clones[turn].times.length) = (now, clones[turn].length)
        let pause = clones[turn].times.pause(at: now, using: &random)
        clones[turn].next = now + pause + clones[turn].length
      }
    }
    for clone in clones {
      let gaps = zip(clone.pushes, clone.pushes.dropFirst()).map { $1 - $0 }
      #expect(clone.pushes.count > 150, "\(clone.length): \(clone.pushes.count) pushes")
      #expect(gaps.max().map { $0 < .seconds(20) } == true, "\(clone.length): \(gaps.max()!)")
    }
  }
}
