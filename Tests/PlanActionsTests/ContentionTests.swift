import PlanActions
import PlanModel
import PlanStore
import Testing

@Suite("Others who were faster each time")
struct ContentionTests {
  @Test("are reported with the time that was tried, and with what to type")
  func words() {
    let there = Problem(StoreError.contention(.main, remote: "origin", after: .seconds(120)))
    #expect(
      there.message
        == "others were faster to share board 'main' with 'origin' each time, for 120 seconds")
    #expect(
      there.hints == [
        "your changes are safe here; run the same command again, or let it try for longer with "
          + "'git config pmgit.timeout SECONDS'"
      ])
    let here = Problem(StoreError.contention(.main, remote: nil, after: .milliseconds(1900)))
    #expect(here.message == "others were faster to change board 'main' each time, for 1 second")
    #expect(here.hints == ["run the same command again"])
    for problem in [there, here] {
      #expect(problem.code == .contention)
      #expect(problem.kind == .tryAgain)
    }
  }
}
