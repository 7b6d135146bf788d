import PlanTerminal
import Testing

@Suite struct ColorDecisionTests {
  @Test(
    "The first that has something to say decides",
    arguments: [
      // --color, environment, git's setting, terminal, and whether colours are used
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], "never", false, true),
      (.never, [:], "always", true, false),
      (.auto, ["NO_COLOR": "1"], "always", true, false),
      (nil, ["NO_COLOR": "1"], nil, true, false),
      (nil, ["NO_COLOR": ""], nil, true, true),
      (nil, ["TERM": "dumb"], "always", true, false),
      (nil, ["TERM": "xterm"], "always", false, true),
      (nil, [:], "false", true, false), (nil, [:], "Never", true, false),
      (nil, [:], "off", true, false), (nil, [:], "true", true, true),
      (nil, [:], "auto", false, false), (nil, [:], nil, true, true), (nil, [:], nil, false, false),
    ] as [(ColorChoice?, [String: String], String?, Bool, Bool)])
  func decides(
    choice: ColorChoice?, environment: [String: String], gitColor: String?, isTerminal: Bool,
    usesColor: Bool
  ) {
    #expect(
      ColorChoice.usesColor(
        choice, environment: environment, gitColor: gitColor, isTerminal: isTerminal)
        == usesColor)
  }
}
